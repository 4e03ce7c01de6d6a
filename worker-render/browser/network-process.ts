/**
 * The process that loads everything for all tabs of a browser. When it ends, Chromium starts another one: what was loading is
 * canceled, cookies are gone, and no event reports it.
 */
import type { Connection } from "../devtools/devtools.ts";

/** Id of the process; null if the browser does not report it. */
export async function networkProcess(connection: Connection): Promise<number | null> {
  const { processInfo } = await connection
    .send("SystemInfo.getProcessInfo")
    .catch(() => ({ processInfo: [] }));
  return processInfo.find(({ type }) => /NetworkService$/.test(type))?.id ?? null;
}
