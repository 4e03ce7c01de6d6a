/** `GET /user/export`: all data of the account as one JSON document, streamed so that it takes little memory. */
import { createRoute, z } from "@hono/zod-openapi";
import { getTableName } from "drizzle-orm";
import { log } from "#log/log.ts";
import { EXPORT_PARTS, exportRows } from "#store/accounts/export.ts";
import { noteActivity } from "#store/activity/activity.ts";
import { readArchive } from "#store/archive/archive-file.ts";
import { archivesOf } from "#store/archive/archives.ts";
import type { Db } from "#store/db.ts";
import { ApiError } from "../http/api-error.ts";
import { deviceOf } from "../http/device.ts";
import { isFresh } from "../http/fresh-sign-in.ts";
import { isoTime } from "../http/iso-time.ts";
import { type RawContent, refusal, SESSION_SECURITY } from "../http/openapi-parts.ts";
import { limitSignIn } from "../http/rate-limit.ts";
import { router } from "../http/router.ts";

const AccountExport = z
  .looseObject({ exported_at: z.iso.datetime().meta({ description: "Time of the export" }) })
  .meta({ id: "AccountExport", description: "Besides the time, the lists by the names of their tables" });
const EXPORT_CONTENT: RawContent = { "application/json": { schema: AccountExport } };

/** Archives that are found by one statement. */
const PAGE = 100;

/** The archived jobs, a file at a time. */
async function* archivedRows(bucket: R2Bucket, db: Db, accountId: string) {
  let page = await archivesOf(db, accountId, PAGE);
  while (page.length > 0) {
    for (const archive of page) yield await readArchive(bucket, archive);
    page = await archivesOf(db, accountId, PAGE, page.at(-1));
  }
}

/** The rows of the list with this name. */
async function* writeList(name: string, pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  yield `,\n"${name}":[`;
  let separator = "\n";
  for await (const rows of pages) {
    yield separator + rows.map((row) => JSON.stringify(row)).join(",\n");
    separator = ",\n";
  }
  yield "]";
}

/** A job that is archived meanwhile may be in both lists, but is never in neither. */
async function* write(bucket: R2Bucket, db: Db, accountId: string, now: number): AsyncGenerator<string> {
  yield `{"exported_at":${JSON.stringify(isoTime(now))}`;
  for (const part of EXPORT_PARTS) {
    yield* writeList(getTableName(part.table), exportRows(db, part, accountId));
  }
  yield* writeList("archived_jobs", archivedRows(bucket, db, accountId));
  yield "}\n";
}

/** Makes the next chunk when the client has read the last one. */
function stream(chunks: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const utf8 = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(utf8.encode(value));
      } catch (error) {
        log.error("An export ended early.", { error });
        controller.error(error);
      }
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}

export const exportRoute = router().openapi(
  createRoute({
    method: "get",
    path: "/export",
    tags: ["User"],
    security: SESSION_SECURITY,
    operationId: "exportAccount",
    summary: "Download all data of the account, except credentials and files. Needs a fresh sign-in",
    responses: {
      200: {
        description: "The data as JSON: one list per table. Times in the lists are Unix milliseconds",
        content: EXPORT_CONTENT,
      },
      default: refusal("session_required", "reauthentication_required", "rate_limited"),
    },
  }),
  async (c) => {
    const { db, account } = c.var;
    const { accountId } = account;
    const now = Date.now();
    if (!isFresh(c, now)) throw new ApiError("reauthentication_required");
    await limitSignIn(c, "export", accountId);
    await noteActivity(db, { accountId, kind: "data_exported", device: deviceOf(c) }, now);
    return new Response(stream(write(c.env.RESULTS, db, accountId, now)), {
      headers: {
        "content-type": "application/json",
        "content-disposition": 'attachment; filename="platen-account.json"',
      },
    });
  },
);
