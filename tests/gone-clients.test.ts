import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { expect, test, vi } from "vitest";
import { JobList } from "#contract/job/view.ts";
import { createJob, finishedJob } from "../dev/job-client.ts";
import { SERVICE_LOG } from "./stage/global-setup.ts";
import { startGatedPage } from "./stage/own-service.ts";
import { baseUrl, newAccount, pages } from "./stage/service.ts";

/** Sends the lines on a new connection and returns it, so that the test can close it at any point. */
async function sendLines(lines: string[]) {
  const { hostname, port, host } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  await new Promise<void>((resolve) => {
    const [first = "", ...rest] = lines;
    socket.write([first, `host: ${host}`, ...rest].join("\r\n"), () => resolve());
  });
  return socket;
}

test("a client that disconnects halfway causes no internal error in the log", async () => {
  const account = await newAccount();
  const key = `x-api-key: ${account.apiKey}`;
  const json = "content-type: application/json";
  const before = (await readFile(SERVICE_LOG, "utf8")).length;

  const uploading = await sendLines([
    "POST /api/v1/jobs HTTP/1.1",
    key,
    json,
    "transfer-encoding: chunked",
    "",
    "ff",
    "{",
  ]);
  uploading.end();

  const { jobId } = await createJob(account, { url: `${pages}/article.html` });
  const { result } = await finishedJob(account, jobId);
  expect(result?.bytes).toBeGreaterThan(0);
  const downloading = await sendLines([`GET /api/v1/files/${jobId} HTTP/1.1`, key, "", ""]);
  await once(downloading, "data");
  downloading.destroy();

  const gate = await startGatedPage();
  const body = JSON.stringify({ url: gate.url });
  const length = `content-length: ${body.length}`;
  const waiting = await sendLines([
    "POST /api/v1/jobs HTTP/1.1",
    key,
    json,
    "prefer: wait=60",
    length,
    "",
    body,
  ]);
  await vi.waitFor(() => expect(gate.held.length).toBeGreaterThan(0), 60_000);
  waiting.destroy();
  gate.open();
  await vi.waitFor(async () => {
    const response = await fetch(`${baseUrl}/api/v1/jobs?status=completed`, {
      headers: { "x-api-key": account.apiKey },
    });
    expect(JobList.parse(await response.json()).jobs).toHaveLength(2);
  }, 60_000);
  gate.close();

  const log = (await readFile(SERVICE_LOG, "utf8")).slice(before);
  expect(log).not.toContain('"code":"internal"');
});
