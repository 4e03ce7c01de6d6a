// Runs before any TypeScript, so that a Node that is too old can also report what is missing.
import { existsSync } from "node:fs";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (!existsSync(new URL("../node_modules/wrangler", import.meta.url))) {
  console.error("The dependencies are not installed. Run: npm install");
  process.exit(1);
}
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `This runs on Node 24, which npm installs with the project. The current Node is ${process.versions.node}. ` +
      "Start it with npm (npm start). If you did, allow npm's install scripts and run: npm rebuild node",
  );
  process.exit(1);
}
