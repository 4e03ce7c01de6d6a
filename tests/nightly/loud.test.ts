/** No page may cause a message above 32 MiB: it closes the connection that all tabs of a browser share. */
import { expect, test } from "vitest";
import { convert, endOf, open } from "../render/convert.ts";
import { html } from "../render/pages.ts";

/** Ways in which a page produces 40 MB of text. `big` is the text; `post` is an address that accepts any body. */
const LOUD = {
  "console messages":
    "console.log(big); console.error({ big }); console.table([big]); console.assert(false, big);",
  "uncaught errors":
    "setTimeout(() => { throw big }); setTimeout(() => { throw new Error(big) }); reportError(big);",
  "rejected promises": "Promise.reject(big); Promise.reject(new Error(big));",
  "its title": "document.title = big;",
  "text functions of its own":
    "const { stringify } = JSON; String.prototype.slice = () => big; JSON.stringify = (value) => stringify({ ...value, big });",
  "a fetch body": "fetch(post, { method: 'POST', body: big }).catch(() => {});",
  "a Request body":
    "try { fetch(new Request(post, { method: 'POST', body: big })).catch(() => {}); } catch {}",
  "an XMLHttpRequest body":
    "try { const xhr = new XMLHttpRequest(); xhr.open('POST', post); xhr.send(big); } catch {}",
  "a beacon": "navigator.sendBeacon(post, big);",
  "a form":
    "const form = document.forms[0]; form.action = post; form.i.value = big; form.submit(); form.requestSubmit();",
  "a worker": `const work = "const big = 'x'.repeat(4e7); console.log(big);" +
    "fetch('" + post + "', { method: 'POST', body: big }).catch(() => {}); setTimeout(() => { throw big })";
    new Worker(URL.createObjectURL(new Blob([work])));`,
} as const;

const FORM = "<iframe name=f hidden></iframe><form target=f method=post><input name=i type=hidden></form>";
const script = (body: string) =>
  `<script>const big = "x".repeat(40_000_000), post = location.origin + "/post";</script><script>${body}</script>`;

const ENDLESS =
  "const sheet = document.createElement('link'); sheet.rel = 'stylesheet'; sheet.href = 'data:text/css,' + big; document.head.append(sheet);";

const { origin } = await open({
  "/post": (request, response) => void request.resume().on("end", () => response.end("taken")),
  "/fine": html(
    "Fine",
    "<h1>All is well</h1><script>Array.prototype.toJSON = String.prototype.toJSON = () => '[]'; setTimeout(() => document.body.append('late'), 900)</script>",
  ),
  // The browser reports an address in full, and a page can make one of any length.
  "/endless-address": html("Endless", `<h1>Endless</h1>${script(ENDLESS)}`),
  ...Object.fromEntries(
    Object.values(LOUD).map((body, index) => [
      `/loud/${index}`,
      html("Loud", `<h1>Loud page</h1>${FORM}${script(body)}<p>The end</p>`),
    ]),
  ),
});

test.for(Object.keys(LOUD).map((name, index) => [name, index] as const))(
  "a page that produces 40 MB with %s is rendered",
  async ([, index]) => {
    const { job } = await convert(`${origin}/loud/${index}`);
    expect(job.result).toMatchObject({ contentType: "application/pdf" });
    expect(JSON.stringify(job).length).toBeLessThan(100_000);
  },
);

test("a page that closes the browser connection fails without a charge, and other jobs complete", async () => {
  const [loud, ...others] = await Promise.all([
    endOf(`${origin}/endless-address`),
    convert(`${origin}/fine`),
    convert(`${origin}/fine`),
  ]);
  expect(loud).toMatchObject({
    status: "failed",
    error: { code: "service_unavailable" },
    credits: { used: 0 },
  });
  for (const { job } of others) expect(job).toMatchObject({ status: "completed", warnings: [] });
});
