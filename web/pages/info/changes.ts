/** Reads CHANGELOG.md, which has a heading for each release and a list below it. */

interface Release {
  title: string;
  changes: string[];
}

/** Newest first, as in the file. */
export function releasesOf(markdown: string): Release[] {
  const [, ...parts] = markdown.split(/^## /m);
  return parts.map((part) => {
    const [title = "", ...lines] = part.split("\n");
    const changes = lines.join("\n").split(/^- /m).slice(1);
    return { title: title.trim(), changes: changes.map((change) => change.replaceAll(/\s+/g, " ").trim()) };
  });
}
