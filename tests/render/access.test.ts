/** Headers, cookies and a password of the job reach the page's own server, and no other. */
import { expect, test } from "vitest";
import { createJob, finishedJob, resultBytes } from "../../dev/job-client.ts";
import { newAccount } from "../stage/service.ts";
import { open } from "./convert.ts";
import { html, picture, type Responder } from "./pages.ts";
import { textOnPaper } from "./text-on-paper.ts";

const HEADERS = { "X-Token": "header-secret-4711" };
const COOKIE = "cookie-secret-4711";
const LOGIN = { username: "ada", password: "password-secret-4711" };
const BASIC = `Basic ${Buffer.from(`${LOGIN.username}:${LOGIN.password}`).toString("base64")}`;
const HIDDEN = "[hidden]";
/** True when the page has sent all its requests. */
const ALL_FETCHED = 'document.body.innerText.includes("All was fetched")';

interface Seen {
  path: string;
  headers: Record<string, string | string[] | undefined>;
}
const seen: { own: Seen[]; other: Seen[] } = { own: [], other: [] };

/** Records the request, then responds. */
function record(server: keyof typeof seen, respond: Responder | string): Responder {
  return (request, response) => {
    seen[server].push({ path: request.url ?? "", headers: request.headers });
    response.setHeader("access-control-allow-origin", "*");
    if (typeof respond === "string") response.setHeader("content-type", "text/html").end(respond);
    else respond(request, response);
  };
}

const script =
  (text: string): Responder =>
  (_, response) => {
    response.setHeader("content-type", "text/javascript").end(text);
  };
const text: Responder = (_, response) => response.end("text");
const to =
  (location: () => string): Responder =>
  (_, response) =>
    response.writeHead(302, { location: location() }).end();

const page = (other: string) =>
  html(
    "Private",
    `<p id=done></p><img src="/own.svg"><img src="${other}/other.svg"><img src="/leads-away">
    <iframe src="${other}/frame"></iframe>
    <script>
      Promise.all([
        fetch("/own-data"), fetch("${other}/other-data"), fetch("/leads-away"),
        new Promise((resolve) => { new Worker("/worker.js").onmessage = resolve; }),
      ]).then(() => done.append("All was fetched"));
    </script>`,
  );

const otherServer = await open({
  "/other.svg": record("other", picture("#00a")),
  "/other-data": record("other", text),
  "/away": record("other", text),
  "/landing": record("other", html("Landed", "<p>Landed</p>")),
  "/frame": record("other", (_, response) =>
    response
      .setHeader("content-type", "text/html")
      .end(`<script>fetch("${own.origin}/frame-data"); new Image().src = "${own.origin}/frame.svg"</script>`),
  ),
});
/** Another host name, because all ports of a host share its cookies. */
const other = otherServer.origin.replace("127.0.0.1", "localhost");
const own: Awaited<ReturnType<typeof open>> = await open({
  "/page": record("own", page(other)),
  "/own.svg": record("own", picture("#0a0")),
  "/own-data": record("own", text),
  "/worker.js": record(
    "own",
    script(`Promise.all([fetch("/worker-data"), fetch("${other}/other-data")]).then(() => postMessage(1))`),
  ),
  "/worker-data": record("own", text),
  "/frame-data": record("own", text),
  "/frame.svg": record("own", picture("#a00")),
  "/leads-away": record(
    "own",
    to(() => `${other}/away`),
  ),
  "/file.pdf": record("own", (_, response) =>
    response.setHeader("content-type", "application/pdf").end(ownPdf),
  ),
  "/cookies": html("Cookies", "<p id=p></p><script>p.textContent = document.cookie</script>"),
  "/expired": html("Notes", "<h1>Sign in</h1><form><input><input type=password></form>"),
  "/moves": record(
    "own",
    to(() => "/page"),
  ),
  "/moves-away": record(
    "own",
    to(() => `${other}/landing`),
  ),
});

let ownPdf: Buffer = Buffer.alloc(0);

async function convert(path: string, waitFor?: { function: string }) {
  const account = await newAccount();
  const { jobId } = await createJob(account, {
    url: own.origin + path,
    options: { headers: HEADERS, cookies: [{ name: "session", value: COOKIE }], basicAuth: LOGIN, waitFor },
  });
  const job = await finishedJob(account, jobId);
  expect(job.error).toBeNull();
  const bytes = await resultBytes(job);
  return { account, job, bytes, text: (await textOnPaper(bytes)).text };
}

/** The cookies that a page on this host has. */
async function cookiesOn(host: string, domain: string): Promise<string> {
  const account = await newAccount();
  const { jobId } = await createJob(account, {
    url: `${own.origin.replace("127.0.0.1", host)}/cookies`,
    options: { outputType: "markdown", cookies: [{ name: "session", value: COOKIE, domain }] },
  });
  const job = await finishedJob(account, jobId);
  expect(job).toMatchObject({ error: null, warnings: [] });
  return (await resultBytes(job)).toString();
}

/** Paths whose requests had all three credentials, and whose requests had one of them. */
function credentialed(requests: Seen[]) {
  const pathsOf = (chosen: Seen[]) => [...new Set(chosen.map(({ path }) => path))].sort();
  return {
    all: pathsOf(
      requests.filter(
        ({ headers }) =>
          headers["x-token"] === HEADERS["X-Token"] &&
          headers.authorization === BASIC &&
          headers.cookie === `session=${COOKIE}`,
      ),
    ),
    some: pathsOf(requests.filter(({ headers }) => /secret-4711|Basic/.test(JSON.stringify(headers)))),
  };
}

test("the page's own server gets the credentials, and no other server does", async () => {
  const { account, job, bytes } = await convert("/moves", { function: ALL_FETCHED });
  ownPdf = bytes;
  const paths = ["/leads-away", "/moves", "/own-data", "/own.svg", "/page", "/worker-data", "/worker.js"];
  expect(credentialed(seen.own).all).toEqual(paths);
  expect(credentialed(seen.other).some).toEqual([]);
  expect(seen.other.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["/away", "/other-data", "/frame", "/other.svg"]),
  );
  // A frame of another server cannot use the job's headers to read the page's server.
  const framed = seen.own.filter(({ path }) => path.startsWith("/frame"));
  expect(framed.length).toBeGreaterThan(0);
  expect(framed.filter(({ headers }) => headers["x-token"] ?? headers.authorization)).toEqual([]);

  expect(job.options).toMatchObject({
    headers: { "X-Token": HIDDEN },
    cookies: [{ name: "session", value: HIDDEN, path: "/" }],
    basicAuth: { username: HIDDEN, password: HIDDEN },
  });
  expect(JSON.stringify(job)).not.toContain("secret-4711");
  await expect(createJob(account, { url: job.url, options: job.options })).rejects.toThrow(
    /options\.headers\.X-Token: is hidden/,
  );
});

test("a page that redirects to another server leaves the credentials behind", async () => {
  expect((await convert("/moves-away")).text).toContain("Landed");
  expect(credentialed(seen.own).all).toContain("/moves-away");
  expect(seen.other.map(({ path }) => path)).toContain("/landing");
  expect(credentialed(seen.other).some).toEqual([]);
});

test("a page that asks for a password all the same has a warning", async () => {
  expect((await convert("/expired")).job.warnings).toMatchObject([{ code: "login_shown" }]);
});

test("a PDF that is passed through is requested with the credentials each time", async () => {
  expect((await convert("/file.pdf")).job.result).toMatchObject({ pages: 1 });
  const requests = seen.own.filter(({ path }) => path === "/file.pdf");
  expect(requests.length).toBeGreaterThan(1);
  expect(
    requests.filter(({ headers }) => headers["x-token"] && headers.authorization && headers.cookie),
  ).toEqual(requests);
});

test.for([
  ["app.platen.localhost", "platen.localhost"],
  ["deep.app.platen.localhost", ".platen.localhost"],
  ["platen.localhost", "platen.localhost"],
  ["127.0.0.1", "127.0.0.1"],
  ["localhost", "localhost"],
] as const)("a page on %s gets a cookie for the domain %s", async ([host, domain]) => {
  expect(await cookiesOn(host, domain)).toContain(`session=${COOKIE}`);
});
