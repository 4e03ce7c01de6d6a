/** Shortens the names in functions that run in pages. Each job sends them to the browser as text, and each page parses it. */
import { minify, type Plugin } from "vite";

export function minifyInPage(): Plugin {
  return {
    name: "platen-in-page",
    transform: {
      filter: { id: /\.in-page\.js$/ },
      async handler(source, path) {
        const { code, errors } = await minify(path, source, { compress: false, mangle: { toplevel: false } });
        if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join(" ")}`);
        return { code, map: null };
      },
    },
  };
}
