/** Pages that are nothing but one frame, such as those of a forwarded domain. Their frame is of another site. */
import { expect, test } from "vitest";
import { createJob, finishedJob, resultBytes } from "../../dev/job-client.ts";
import { convert, endOf, open, withoutHaste } from "../render/convert.ts";
import { html, type Pages, type Responder } from "../render/pages.ts";
import { readPicture } from "../render/pixels.ts";
import { readPdf } from "../stage/read-pdf.ts";
import { newAccount } from "../stage/service.ts";

const LAST_COLOR = "rgb(90, 60, 30)";
const LINES = Array.from({ length: 90 }, (_, index) => `<p>line ${index}.</p>`).join("");
const LONG = html("Long", `${LINES}<div style="height:40px;background:${LAST_COLOR}"></div>`);

function frame(address: string): string {
  return `<iframe src="${address}" style="position:fixed;inset:0;width:100%;height:100%;border:0"></iframe>`;
}

/** A page whose body contains addresses of the other site, which is the same server under another host name. */
function page(body: (other: string) => string): Responder {
  return ({ headers: { host = "" } }, response) => {
    const other = `http://localhost:${host.split(":")[1]}`;
    response.setHeader("content-type", "text/html").end(html("Outer", body(other)));
  };
}

/** A page that has its content only in a frame. */
const onlyInFrames =
  (elsewhere: Responder): Responder =>
  (request, response) => {
    if (request.headers["sec-fetch-dest"] !== "iframe") elsewhere(request, response);
    else response.setHeader("content-type", "text/html").end(LONG);
  };

/** Contents at the left, a head, and a page. */
const MANUAL =
  '<title>Manual</title><frameset cols="200,*"><frame src="/words"><frameset rows="80,*"><frame src="/words"><frame src="PAGE"></frameset></frameset>';

const pages: Pages = {
  "/long": LONG,
  "/filled": page((other) => frame(`${other}/long`)),
  "/with-margin": page((other) => `<iframe src="${other}/long" width="100%" height=1060></iframe>`),
  "/frameset":
    '<title>Forwarded</title><frameset rows="100%,*" border=0><frame src="/long"><noframes>No frames</noframes></frameset>',
  "/manual": MANUAL.replace("PAGE", "/long"),
  "/manual-returning": MANUAL.replace("PAGE", "/returns"),
  "/returns": html("Returns", `<script>if (top === self) location = "/manual-returning"</script>${LINES}`),
  "/twice": page((other) => frame(`${other}/filled`)),
  "/application": page((other) => frame(`${other}/scrolling-box`)),
  "/scrolling-box": html(
    "Box",
    `<main>${LINES}<div style="height:40px;background:${LAST_COLOR}"></div></main>`,
    "main{height:100vh;overflow:auto}",
  ),
  "/short": page((other) => frame(`${other}/words`)),
  "/words": html(
    "Words",
    "<p>all in sight</p><script>if (top === self) document.body.textContent = ''</script>",
  ),
  "/below-bar": page(
    (other) => `<p>The bar</p>${frame(`${other}/long`).replace("inset:0", "inset:60px 0 0")}`,
  ),
  "/by-refused": page((other) => frame(`${other}/refused`)),
  "/refused": onlyInFrames((_, response) => response.writeHead(403).end("Only in frames")),
  "/by-returning": page((other) => frame(`${other}/returning`)),
  "/returning": onlyInFrames(({ headers: { host = "" } }, response) =>
    response
      .setHeader("content-type", "text/html")
      .end(`<script>location = "http://127.0.0.1:${host.split(":")[1]}/by-returning"</script>`),
  ),
  "/checked":
    '<iframe src="/_Incapsula_Resource" style="position:fixed;inset:0;width:100%;height:100%"></iframe>',
  "/_Incapsula_Resource": LONG,
  "/from": page((other) => frame(`${other}/shows-referrer`)),
  "/shows-referrer": ({ headers: { referer = "" } }, response) =>
    response.setHeader("content-type", "text/html").end(html("Referrer", `<p>from ${referer}</p>${LINES}`)),
};

const { origin } = await open(pages);

async function textOf(path: string) {
  const { job, bytes } = await convert(origin + path);
  return { job, text: (await readPdf(bytes)).map(({ text }) => text).join(" ") };
}

test.concurrent.for(["/filled", "/with-margin", "/frameset", "/twice", "/application"])(
  "%s: a frame that is all of the page is in the file from its first to its last line",
  (path) =>
    withoutHaste(async () => {
      const { job, text } = await textOf(path);
      for (const line of ["line 0.", "line 45.", "line 89."]) expect(text).toContain(line);
      expect(job.warnings).toEqual([]);
      const { bytes } = await convert(origin + path, { outputType: "screenshot" });
      expect((await readPicture(bytes)).has(LAST_COLOR)).toBe(true);
    }),
);

test.concurrent("of a set of frames, the largest one is in the file to its end, with a warning about the others", () =>
  withoutHaste(async () => {
    const { job, text } = await textOf("/manual");
    expect(text).toContain("line 89.");
    expect(text).not.toContain("all in sight");
    expect(job.warnings).toEqual([expect.objectContaining({ code: "frame_left_out" })]);
  }));

test.concurrent("a set of frames whose pages lead back to it is captured with all of them", () =>
  withoutHaste(async () => {
    const { job, text } = await textOf("/manual-returning");
    for (const words of ["all in sight", "line 0."]) expect(text).toContain(words);
    expect(job.warnings).toEqual([]);
  }));

test.concurrent("the page in the frame gets the referrer that it had there", () =>
  withoutHaste(async () => {
    const { text } = await textOf("/from");
    expect(text).toContain(`from ${origin}/`);
  }));

test.concurrent("a frame that shows all of its page stays in it", () =>
  withoutHaste(async () => {
    const { text } = await textOf("/short");
    expect(text).toContain("all in sight");
  }));

test.concurrent("a frame beside other content stays in the page", () =>
  withoutHaste(async () => {
    const { text } = await textOf("/below-bar");
    for (const words of ["The bar", "line 0."]) expect(text).toContain(words);
    expect(text).not.toContain("line 89.");
  }));

test.concurrent.for(["/by-refused", "/by-returning"])(
  "%s: a page that opens only in its frame stays there",
  (path) =>
    withoutHaste(async () => {
      const { text } = await textOf(path);
      expect(text).toContain("line 0.");
      expect(text).not.toContain("line 89.");
    }),
);

test.concurrent("the frame of a bot check is not taken for the page", () =>
  withoutHaste(async () => {
    const { error } = await endOf(`${origin}/checked`);
    expect(error?.code).toBe("bot_challenge");
  }));

test.concurrent("HTML that is nothing but a frame is converted as the page in the frame", () =>
  withoutHaste(async () => {
    const account = await newAccount();
    const { jobId } = await createJob(account, { html: frame(`${origin}/long`), baseUrl: origin });
    const sheets = await readPdf(await resultBytes(await finishedJob(account, jobId)));
    expect(sheets.map(({ text }) => text).join(" ")).toContain("line 89.");
  }));
