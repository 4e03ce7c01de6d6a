/** The attacker's pages. Each gets the address that it tries to reach. It is served at `/{canary}/{name}`. */
import { type Attack, type AttackResponse, html, script } from "./attack-page.ts";
import { CLICKED, clicked, WINDOW_ATTACKS, windows } from "./windows.ts";

/** Delays the page's load until the attack calls `done`, because a load does not wait for every request. */
function untilDone(source: string): AttackResponse {
  return script(`const page = encodeURIComponent(location.pathname);
    document.write('<img src="/until?page=' + page + '">');
    const done = () => fetch("/done?page=" + page);
    ${source}`);
}

/** Delays the page's load until the worker posts a message or throws. */
function worker(source: string): AttackResponse {
  return untilDone(`const worker = new Worker(URL.createObjectURL(new Blob([${JSON.stringify(source)}])));
    worker.onmessage = worker.onerror = done`);
}

function fetchThenPost(target: string): string {
  return `fetch("${target}", { mode: "no-cors" }).catch(() => null).then(() => postMessage("done"))`;
}

/** Starts the source, which posts a message at its end, in a worker. */
function inWorker(source: string): string {
  return `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(source)}]))).onmessage = () => postMessage("done")`;
}

function transport(target: string): string {
  return `new WebTransport("${target.replace("http", "https")}")`;
}

/** The first packet leaves within milliseconds. The attempt itself takes seconds to fail. */
function transportThenPost(target: string): string {
  return `setTimeout(() => postMessage("done"), 500); ${transport(target)}`;
}

/** A link to a new tab in the same process, whose address is a script. It is clicked twice, in case the first tab is closed early. */
function inNewTab(source: string): AttackResponse {
  return html(`<a target="_blank" rel="opener" href="javascript:${source.replaceAll("\n", " ")}"></a>
    <script>document.links[0].click(); document.links[0].click()</script>`);
}

function speculationRules(target: string): string {
  const rule = { source: "list", urls: [target], eagerness: "immediate" };
  return `<script type="speculationrules">${JSON.stringify({ prefetch: [rule], prerender: [rule] })}</script>`;
}

function redirect(status: number): Attack {
  return (target) => ({ status, headers: { location: target } });
}

function socket(target: string): string {
  return target.replace("http", "ws");
}

/** The pages in frames of another site, which try the same from there. */
export const INNER_PAGES: Record<string, (target: string) => string> = {
  "/image": (target) => `<img src="${target}">`,
  "/frame": (target) => `<iframe src="${target}"></iframe>`,
  "/fetch": (target) => `<script>fetch("${target}", { mode: "no-cors" })</script>`,
  "/socket": (target) => `<script>new WebSocket("${target}")</script>`,
  "/leaves": (target) => `<script>location = "${target}"</script>`,
  "/windows": (target) => windows(target).body ?? "",
  "/back": () => "<script>onload = () => setTimeout(() => history.back())</script>",
  "/leaves-top": (target) =>
    `<script>top.location = "http://attacker.example.net" + ${JSON.stringify(target)}</script>`,
  "/leaving-beacon": (target) =>
    `<script>addEventListener("pagehide", () => navigator.sendBeacon("${target}", "x"))</script>`,
  "/worker": (target) => worker(fetchThenPost(target)).body ?? "",
};

/** Lead the tab itself to a private address. The job must fail. */
export const DOCUMENT_ATTACKS = {
  "a redirect by 301": redirect(301),
  "a redirect by 302": redirect(302),
  "a redirect by 303": redirect(303),
  "a redirect by 307": redirect(307),
  "a redirect by 308": redirect(308),
  "a chain of redirects": (target) => ({
    status: 302,
    headers: { location: `http://other.example.org/redirect?to=${encodeURIComponent(target)}` },
  }),
  "a Refresh header": (target) => ({ headers: { refresh: `0;url=${target}` }, ...html("") }),
  "a meta refresh": (target) => html(`<meta http-equiv="refresh" content="0;url=${target}">`),
  "a script's location": (target) => script(`location = "${target}"`),
  "a location after load": (target) => script(`onload = () => { location = "${target}" }`),
  "a form": (target) =>
    html(`<form method="post" action="${target}"></form><script>document.forms[0].submit()</script>`),
  "a download link": (target) =>
    html(`<a download href="${target}"></a><script>document.links[0].click()</script>`),
  "a redirect with a password": (target) => ({
    status: 302,
    headers: { location: `http://user:secret@other.example.org/image?of=${encodeURIComponent(target)}` },
  }),
  "a blob document": (target) =>
    script(`location = URL.createObjectURL(new Blob(["<img src='${target}'>"], { type: "text/html" }))`),
} satisfies Record<string, Attack>;

/** Load a part of the page from a private address. It must be blocked, with a warning. */
export const RESOURCE_ATTACKS = {
  "an iframe": (target) => html(`<iframe src="${target}"></iframe>`),
  "an iframe's redirect": (target) =>
    html(`<iframe src="/redirect?to=${encodeURIComponent(target)}"></iframe>`),
  "a frame in a srcdoc": (target) => html(`<iframe srcdoc="<iframe src='${target}'></iframe>"></iframe>`),
  "a frame in a data document": (target) =>
    html(`<iframe src="data:text/html,<img src='${target}'>"></iframe>`),
  "a frame in a blob document": (target) =>
    script(`const frame = document.createElement("iframe");
      frame.src = URL.createObjectURL(new Blob(["<img src='${target}'>"], { type: "text/html" }));
      document.body.append(frame)`),
  "a frame of another site": (target) =>
    html(`<iframe src="http://other.example.org/image?of=${encodeURIComponent(target)}"></iframe>`),
  "a frame in a frame of another site": (target) =>
    html(`<iframe src="http://other.example.org/frame?of=${encodeURIComponent(target)}"></iframe>`),
  "a fetch in a frame of another site": (target) =>
    html(`<iframe src="http://other.example.org/fetch?of=${encodeURIComponent(target)}"></iframe>`),
  "a frame of another site that leaves": (target) =>
    html(`<iframe src="http://other.example.org/leaves?of=${encodeURIComponent(target)}"></iframe>`),
  "a worker in a frame of another site": (target) =>
    html(`<iframe src="http://other.example.org/worker?of=${encodeURIComponent(target)}"></iframe>`),
  "an object": (target) => html(`<object data="${target}"></object>`),
  "an embed": (target) => html(`<embed src="${target}">`),
  "a stylesheet": (target) => html(`<link rel="stylesheet" href="${target}">`),
  "a CSS import": (target) => html(`<style>@import url(${target});</style>`),
  "a font": (target) =>
    html(`<style>@font-face { font-family: f; src: url(${target}) } p { font-family: f }</style>`),
  "an image": (target) => html(`<img src="${target}">`),
  "an image's redirect": (target) => html(`<img src="/redirect?to=${encodeURIComponent(target)}">`),
  "a background": (target) => html(`<p style="background: url(${target})">x</p>`),
  "an SVG image": (target) => html(`<svg><image href="${target}"/></svg>`),
  "a video": (target) => html(`<video src="${target}" autoplay muted></video>`),
  "a script": (target) => html(`<script src="${target}"></script>`),
  "a module": (target) => html(`<script type="module">import "${target}"</script>`),
  "a preload header": (target) => ({ headers: { link: `<${target}>; rel=preload; as=image` }, ...html("") }),
  "a prefetch": (target) => html(`<link rel="prefetch" href="${target}">`),
  fetch: (target) => script(`fetch("${target}", { mode: "no-cors" })`),
  "a fetch's redirect": (target) =>
    script(`fetch("/redirect?to=${encodeURIComponent(target)}", { mode: "no-cors" })`),
  XMLHttpRequest: (target) => script(`const x = new XMLHttpRequest(); x.open("GET", "${target}"); x.send()`),
  EventSource: (target) => untilDone(`new EventSource("${target}").onerror = done`),
  "a beacon": (target) => untilDone(`navigator.sendBeacon("${target}", "x"); done()`),
  "a worker's fetch": (target) => worker(fetchThenPost(target)),
  "a worker's import": (target) => worker(`importScripts("${target}")`),
  "a worker in a worker": (target) => worker(inWorker(fetchThenPost(target))),
} satisfies Record<string, Attack>;

/** Try to avoid request interception. They must reach nothing. */
export const HIDDEN_ATTACKS = {
  "a WebSocket": (target) => script(`new WebSocket("${socket(target)}")`),
  "a frame's WebSocket": (target) =>
    script(`const frame = document.createElement("iframe"); document.body.append(frame);
      new frame.contentWindow.WebSocket("${socket(target)}")`),
  "a WebSocket in a frame of another site": (target) =>
    html(`<iframe src="http://other.example.org/socket?of=${encodeURIComponent(socket(target))}"></iframe>`),
  "a WebSocket under a false base address": (target) =>
    html(`<base href="${target}"><script>
      Object.defineProperty(document, "baseURI", { value: "https://example.com/" });
      new WebSocket("/x")</script>`),
  "a WebSocket under a false base address of all nodes": (target) =>
    html(`<base href="${target}"><script>
      Object.defineProperty(Node.prototype, "baseURI", { get: () => "https://example.com/" });
      new WebSocket("/x")</script>`),
  "a worker's WebSocket": (target) => worker(`new WebSocket("${socket(target)}")`),
  WebRTC: (target) =>
    script(`const peer = new RTCPeerConnection({ iceServers: [
      { urls: "turn:${new URL(target).host}?transport=tcp", username: "a", credential: "b" }] });
      peer.createDataChannel("x"); peer.createOffer().then((offer) => peer.setLocalDescription(offer))`),
  "a shared worker": (target) =>
    script(`new SharedWorker(URL.createObjectURL(new Blob(["fetch('${target}', { mode: 'no-cors' })"])))`),
  "a service worker": (target) =>
    script(`navigator.serviceWorker.register("/worker.js?fetch=${encodeURIComponent(target)}")`),
  "a pop-up": (target) => script(`open("${target}")`),
  "a link to a new tab": (target) =>
    html(`<a target="_blank" href="${target}"></a><script>document.links[0].click()</script>`),
  "a form in a new tab": (target) =>
    html(
      `<form method="post" target="_blank" action="${target}"></form><script>document.forms[0].submit()</script>`,
    ),
  "a script in a new tab": (target) => inNewTab(`fetch('${target}', { mode: 'no-cors' })`),
  "a script in a frame in a new tab": (target) =>
    inNewTab(`document.body.append(Object.assign(document.createElement('iframe'), { src: '${target}' }));
      frames[0].fetch('${target}', { mode: 'no-cors' })`),
  "a WebSocket in a new tab": (target) => inNewTab(`new WebSocket('${socket(target)}')`),
  "a worker in a new tab": (target) =>
    inNewTab(`new Worker(URL.createObjectURL(new Blob(['fetch(&quot;${target}&quot;)'])))`),
  "a new tab that the page holds": (target) =>
    html(`<a target="_blank" rel="opener" href="javascript:opener.tab = window"></a><script>
      document.links[0].click();
      setInterval(() => {
        tab.fetch("${target}", { mode: "no-cors" });
        tab.document.body.innerHTML = '<img src="${target}">';
        new tab.WebSocket("${socket(target)}");
      }, 1)</script>`),
  "a window that document.open opens": (target) =>
    script(`const tab = document.open("about:blank", "", "");
      tab.fetch("${target}", { mode: "no-cors" });
      tab.document.write('<img src="${target}">');
      new tab.WebSocket("${socket(target)}")`),
  "a preconnect": (target) => html(`<link rel="preconnect" href="${target}">`),
  "a beacon on leaving": (target) =>
    script(`addEventListener("pagehide", () => navigator.sendBeacon("${target}", "x"))`),
  "a beacon of a frame that is removed": (target) =>
    html(`<iframe src="http://other.example.org/leaving-beacon?of=${encodeURIComponent(target)}"></iframe>
      <script>onload = () => document.querySelector("iframe").remove()</script>`),
  "a local file": () => html(`<iframe src="file:///etc/passwd"></iframe><img src="file:///etc/hostname">`),
  "a page of the browser": () =>
    script(`open("chrome://version"); location = "view-source:file:///etc/passwd"`),
} satisfies Record<string, Attack>;

/** Try the same with APIs that only secure pages have. */
export const SECURE_ATTACKS = {
  "a WebSocketStream": (target) => script(`new WebSocketStream("${target.replace("http", "wss")}")`),
  WebTransport: (target) =>
    untilDone(`if (isSecureContext) fetch("/ran/secure"); done(); ${transport(target)}`),
  "a worker's WebTransport": (target) => worker(transportThenPost(target)),
  "WebTransport of a worker in a worker": (target) => worker(inWorker(transportThenPost(target))),
} satisfies Record<string, Attack>;

/**
 * Make the browser load further pages ahead. They must reach nothing. They try a private address: interception does not see these
 * requests, so they do reach a public one.
 */
export const SPECULATION_ATTACKS = {
  "speculation rules": (target) => html(speculationRules(target)),
  "speculation rules in a declarative shadow root": (target) =>
    html(`<div><template shadowrootmode="open">${speculationRules(target)}</template></div>`),
  "speculation rules in a closed declarative shadow root": (target) =>
    html(`<div><template shadowrootmode="closed">${speculationRules(target)}</template></div>`),
  "speculation rules in a shadow root in a shadow root": (target) =>
    html(`<div><template shadowrootmode="open"><p><template shadowrootmode="open">${speculationRules(target)}
      </template></p></template></div>`),
  "speculation rules in a shadow root that a script parses": (target) =>
    html(`<div id="host"></div><script>
      const rules = ${JSON.stringify(speculationRules(target)).replaceAll("</", "<\\/")};
      const parsed = Document.parseHTMLUnsafe('<p><template shadowrootmode="open">' + rules + "</template></p>");
      host.append(parsed.querySelector("p"));
      const rebuilt = document.createElement("script");
      rebuilt.type = "speculationrules";
      rebuilt.text = host.firstChild.shadowRoot.querySelector("script").text;
      host.firstChild.shadowRoot.append(rebuilt)</script>`),
  "a Speculation-Rules header": (target) => ({
    headers: { "speculation-rules": `"/rules.json?to=${encodeURIComponent(target)}"` },
    ...html(""),
  }),
} satisfies Record<string, Attack>;

/** The pages of all attacks. */
export const PAGES: Record<string, Attack> = {
  ...DOCUMENT_ATTACKS,
  ...RESOURCE_ATTACKS,
  ...HIDDEN_ATTACKS,
  ...SECURE_ATTACKS,
  ...SPECULATION_ATTACKS,
  ...WINDOW_ATTACKS,
  [CLICKED]: clicked,
};

export const REDIRECTS = ["a redirect by 301", "a redirect by 302", "a redirect by 307", "a redirect by 308"];

/** The attacks that are tried again with a name for a reserved address. */
export const BY_RESERVED_NAME = ["an image", "fetch", "a beacon", "a worker's fetch", "a WebSocket"];

/** The attacks that are tried again with a name for a private address: one for each kind of request. */
export const BY_NAME = [
  "a redirect by 302",
  "a meta refresh",
  "a script's location",
  "an iframe",
  "an object",
  "a CSS import",
  "a font",
  "an image",
  "a script",
  "fetch",
  "a worker's fetch",
  "a WebSocket",
  "a shared worker",
  "a service worker",
  "a pop-up",
  "speculation rules",
];
