// Loaded before any TypeScript: what is missing is said in a sentence, also by a Node that is too old for the rest.
import { existsSync } from "node:fs";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (!existsSync(new URL("../node_modules/wrangler", import.meta.url))) {
  console.error("The dependencies are not installed. Run: npm install");
  process.exit(1);
}
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `This runs on Node 24, which npm installs with the project, but here it met Node ${process.versions.node}. ` +
      "Start it through npm (npm start); if you did, let npm run install scripts: npm rebuild node",
  );
  process.exit(1);
}
