/** Pages that leave traces in the browser, and pages that look for traces of another job. */
import { CANARIES } from "./network.ts";

interface Page {
  headers: Record<string, string>;
  body: string;
}

const HTML = { "content-type": "text/html" };

function page(script: string, rest = ""): Page {
  return {
    headers: HTML,
    body: `<!doctype html><title>State</title><p>State</p>${rest}<script>${script}</script>`,
  };
}

/** Cached for a year: a job that shares the cache of another does not request it again. */
export const CACHED = "/state/cached.css";

/** Jobs that run `/state/call` at the same time. */
export const CALLERS = 2;

export const STATE_PAGES: Record<string, Page> = {
  "/state/leave": page(
    `document.cookie = "trace=cookie; max-age=999999";
    localStorage.trace = sessionStorage.trace = "storage";
    const opening = indexedDB.open("trace", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("trace");
    opening.onsuccess = () => fetch("/state/left?database").then(() => fetch("/done?page=leave"));`,
    `<link rel="stylesheet" href="${CACHED}"><img src="/until?page=leave">`,
  ),
  "/state/look": page(
    `indexedDB.databases().then((databases) => {
      const found = [document.cookie, localStorage.trace, sessionStorage.trace, databases.map(({ name }) => name)];
      return fetch("/state/found?" + encodeURIComponent(JSON.stringify(found.flat().filter((one) => one !== ""))));
    }).then(() => fetch("/done?page=look"));`,
    `<link rel="stylesheet" href="${CACHED}"><img src="/until?page=look">`,
  ),
  // Two jobs run this at the same time. The server responds to `meet` when both wait, and to `hold` when both have called.
  "/state/call": page(
    `const channel = new BroadcastChannel("jobs");
    channel.onmessage = () => fetch("/state/heard");
    const own = String(Math.random());
    document.cookie = own + "=1";
    localStorage[own] = 1;
    const meet = () => fetch("/state/meet");
    meet().then(() => channel.postMessage("hello")).then(meet).then(meet).then(() => {
      const others = [...document.cookie.split("; "), ...Object.keys(localStorage)].filter((key) => !key.startsWith(own));
      return fetch("/state/called?" + encodeURIComponent(JSON.stringify(others)));
    });`,
    '<img src="/state/hold" width="10" height="10">',
  ),
  "/state/open": page(
    "document.links[0].click(); document.links[1].click();",
    `<a target="_blank" rel="opener" href="javascript:fetch('/state/opened')"></a>
     <a target="_blank" href="/state/opened"></a>`,
  ),
  // Chromium resizes the window for a capture that is larger. The page's request is synchronous.
  "/state/grows": page(
    `addEventListener("resize", () => {
      const request = new XMLHttpRequest();
      request.open("GET", "${CANARIES.v4}/state/grown", false);
      try { request.send() } catch {}
    });`,
    '<div style="height: 3000px"></div>',
  ),
  [CACHED]: {
    headers: { "content-type": "text/css", "cache-control": "max-age=31536000, immutable" },
    body: "p{}",
  },
  "/state/left": { headers: HTML, body: "" },
  "/state/opened": { headers: HTML, body: "" },
  "/state/found": { headers: HTML, body: "" },
  "/state/heard": { headers: HTML, body: "" },
  "/state/called": { headers: HTML, body: "" },
  "/state/meet": { headers: HTML, body: "" },
  "/state/hold": { headers: HTML, body: "" },
};
