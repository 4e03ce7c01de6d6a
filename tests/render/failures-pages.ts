/** Addresses that cannot be captured, and pages that try to bring the browser down. */
import { hang, html, type Pages, picture, type Responder } from "./pages.ts";

const redirect =
  (to: string): Responder =>
  (_, response) =>
    response.writeHead(302, { location: to }).end();
const status =
  (code: number): Responder =>
  (_, response) =>
    response.writeHead(code, { "content-type": "text/html" }).end("<h1>An error page</h1>");

const checking = (code = "") =>
  html("Just a moment...", `<p>Checking your browser.</p><script>_cf_chl_opt = {};${code}</script>`);

/** Half of a page: the connection ends before the announced length. */
const breaksOff =
  (code: number): Responder =>
  (request, response) => {
    response.writeHead(code, { "content-type": "text/html", "content-length": 10_000 });
    response.write(`<h1>The beginning</h1>${"<p>words</p>".repeat(100)}`, () => request.socket.end());
  };
const file =
  (type: string, body: string, headers: Record<string, string> = {}): Responder =>
  (_, response) =>
    response.writeHead(200, { "content-type": type, ...headers }).end(body);

/** A part of a page, although the whole page is requested. */
const part =
  (range: string): Responder =>
  (_, response) =>
    response
      .writeHead(206, { "content-type": "text/html", "content-range": range })
      .end(`<h1>The beginning</h1>${"<p>words</p>".repeat(80)}`);

/** A bot check whose own script passes it after two seconds. */
const passesByItself =
  (status: number): Responder =>
  (request, response) => {
    const passed = request.headers.cookie?.includes(`passed=${status}`);
    const wait = `setTimeout(() => { document.cookie = "passed=${status}"; location.reload() }, 2000)`;
    response.writeHead(passed ? 200 : status, { "content-type": "text/html" });
    response.end(passed ? html("Passed", "<h1>Past the bot check</h1>") : checking(wait));
  };

export const failurePages: Pages = {
  "/status/404": status(404),
  "/status/500": status(500),
  "/status/204": (_, response) => response.writeHead(204).end(),
  "/status/401": status(401),
  "/bot-check": checking(),
  "/bot-check/403": (_, response) =>
    response.writeHead(403, { "content-type": "text/html", "cf-mitigated": "challenge" }).end(checking()),
  "/bot-check/passes/200": passesByItself(200),
  "/bot-check/passes/403": passesByItself(403),
  "/members": redirect("/login?next=/members"),
  "/login": html("Sign in", "<h1>Sign in</h1><form><input type='password'></form>"),
  "/loop": redirect("/loop"),
  "/moved": redirect("/arrived"),
  "/arrived": html("Arrived", "<h1>The end of a redirect</h1>"),
  "/to-404": html("Gone soon", "<h1>Wait</h1><script>location.href='/status/404'</script>"),
  "/by-script": html("Leaving", "<h1>Leaving</h1><script>location.replace('/arrived')</script>"),
  "/by-refresh": html("Leaving", "<meta http-equiv='refresh' content='0;url=/arrived'><h1>Leaving</h1>"),
  "/reloads": html("Reloads", "<h1>Again</h1><script>location.reload()</script>"),
  "/takes-turns": html("Turns", "<meta http-equiv='refresh' content='0;url=/turns-back'><h1>One</h1>"),
  "/turns-back": html("Turns", "<meta http-equiv='refresh' content='0;url=/takes-turns'><h1>Two</h1>"),
  "/download": (_, response) =>
    response
      .writeHead(200, { "content-type": "application/octet-stream", "content-disposition": "attachment" })
      .end("bytes"),
  "/video": (_, response) => response.setHeader("content-type", "video/mp4").end(Buffer.alloc(100_000)),
  "/sound": (_, response) => response.setHeader("content-type", "audio/mpeg").end(Buffer.alloc(100_000)),
  "/to-sound": html("Leaving", "<script>location = '/sound'</script><h1>Leaving</h1>"),
  "/dropped": (request) => request.socket.destroy(),
  "/breaks-off": breaksOff(200),
  "/breaks-off/500": breaksOff(500),
  "/part": part("bytes 0-999/5000"),
  "/part-that-is-all": part("bytes 0-999/1000"),
  "/not-gzip": file("text/html", "<h1>Words</h1>", { "content-encoding": "gzip" }),
  "/to-dropped": html("Leaving", "<h1>Leaving</h1><script>location.href='/dropped'</script>"),
  "/later-to-dropped": html(
    "Leaving",
    "<h1>Leaving</h1><script>onload = () => setTimeout(() => { location.href = '/dropped' }, 300)</script>",
  ),
  "/refreshes-to-half": html(
    "Leaving",
    "<meta http-equiv='refresh' content='0;url=/breaks-off'><h1>Leaving</h1>",
  ),
  "/status/304": (_, response) => response.writeHead(304).end(),
  "/to-app": redirect("an-app://open"),
  "/to-download-by-script": html(
    "Download",
    "<h1>Words before</h1><script>location = '/download'</script><p>Words after</p>",
  ),
  "/to-app-by-script": html(
    "Opens an app",
    "<h1>Words before</h1><script>location.href='an-app://open'</script>",
  ),
  "/broken-picture": file("image/png", "no picture"),
  "/empty-picture": file("image/png", ""),
  "/xml-without-style": file(
    "text/xml",
    "<?xml version='1.0'?><?xml-stylesheet type='text/xsl' href='/missing.xsl'?><a>words</a>",
  ),
  "/half-xhtml": file(
    "application/xhtml+xml",
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Half</title></head><body><h1>Words</h1><p>one<br></p>',
  ),
  "/half-xml": file("text/xml", `<?xml version="1.0"?><all>${"<one>words</one>".repeat(20)}`),
  "/never-responds": hang,
  "/stalls": (_, response) => {
    response
      .setHeader("content-type", "text/html")
      .write(`<h1>The beginning</h1>${"<p>words</p>".repeat(500)}`);
  },
  "/leads-nowhere": html("Leads", "<h1>Leading on</h1><script>location.replace('/never-responds')</script>"),
  "/empty": html("Empty", ""),
  "/cleared-for-print": html(
    "Cleared",
    "<h1>Words</h1><script>addEventListener('beforeprint', () => document.body.replaceChildren())</script>",
    "body{background:white}",
  ),
  "/covered": html(
    "Covered",
    "<h1>Words</h1><img src='/picture' width='100' height='100'><div class='sheet'></div>",
    ".sheet{position:fixed;inset:0;background:#fff}",
  ),
  "/white-on-white": html("White", "<h1>Words that cannot be seen</h1>", "*{color:#fff;background:#fff}"),
  "/one-word": html("Word", "<p>.</p>", "p{color:#999}"),
  "/hidden": html("Hidden", "<p style='visibility:hidden'>hidden words</p>"),
  "/loops-for-ever": html("Busy", "<h1>Busy</h1><script>for(;;);</script>"),
  "/crash": html(
    "Crash",
    "<h1>Crash</h1><script>const a=[];for(;;)a.push(new Array(1e7).fill(1.1))</script>",
  ),
  "/dialogs": html(
    "Dialogs",
    `<script>
      alert("one"); confirm("two"); prompt("three"); print();
      window.open("/static"); open("/static", "_blank");
      onbeforeunload = () => "stay";
      Notification.requestPermission?.();
      navigator.geolocation?.getCurrentPosition(() => {});
      for (let i = 0; i < 2000; i++) alert(i);
    </script><h1>Past all dialogs</h1><a href="/download" download id="d">d</a><script>d.click()</script>`,
  ),
  "/unusable": html(
    "Unusable",
    `<h1>Words</h1><img src="/not-a-picture"><img src="/no-picture" width="1" height="1">
    <img src="/not-a-picture?replaced" onerror="this.onerror = null; this.src = '/picture.svg'">
    <link rel="stylesheet" href="/plain.css"><link rel="stylesheet" href="/strict.css">
    <script src="/half.js"></script><script src="/strict.js"></script><script src="/throws.js"></script>
    <iframe srcdoc="<img src='/not-a-picture?framed'>"></iframe>`,
  ),
  "/without-doctype": `<title>Old</title><link rel="stylesheet" href="/plain.css"><h1>Words</h1>`,
  // As MathJax 2 has it.
  "/empty-font": html(
    "Empty font",
    "<h1>Words</h1>",
    "@font-face{font-family:empty;src:url(about:blank)}h1{font-family:empty,serif}",
  ),
  "/not-a-picture": html("Not found", "<h1>Not found, with the status 200</h1>"),
  "/no-picture": (_, response) => response.writeHead(204).end(),
  "/picture.svg": picture("#0a0"),
  "/plain.css": file("text/plain", "h1{color:#00f}"),
  "/strict.css": file("text/html", "h1{color:#f00}", { "x-content-type-options": "nosniff" }),
  "/strict.js": file("text/html", "document.title = ''", { "x-content-type-options": "nosniff" }),
  "/half.js": file("text/javascript", "document.body.append('more'"),
  "/throws.js": file("text/javascript", "JSON.parse('{')"),
  "/without-its-sheet": `<!doctype html><title>Hangs</title><link rel="stylesheet" href="/hangs.css"><h1>Words</h1>`,
  "/hangs.css": (_, response) => response.setHeader("content-type", "text/css").write("h1{color:#00f}"),
  "/stops-at-end": html(
    "Stops",
    "<h1>Words</h1><script>addEventListener('DOMContentLoaded', () => stop())</script><p>The last words</p>",
  ),
  "/stops-picture": html(
    "Stops",
    "<h1>Words</h1><img src='/slow.svg'><script>addEventListener('DOMContentLoaded', () => stop())</script>",
  ),
  "/stops-half-way": html("Stops", "<h1>Words</h1><script>stop()</script><p>The last words</p>"),
  "/slow.svg": picture("#0a0", 2_000),
  "/hangs-in-print": html(
    "Hangs in print",
    "<h1>Printed all the same</h1><p>words</p><script>addEventListener('beforeprint', () => { for(;;); })</script>",
  ),
};
