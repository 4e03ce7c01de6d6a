/** `npm run cloudflare-api` writes the published types and operations. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../tools/run.ts";
import { filesFromSdk } from "./from-sdk.ts";

await run(async () => {
  for (const [name, text] of Object.entries(filesFromSdk()))
    writeFileSync(join(import.meta.dirname, name), text);
});
