/** Scripts that run in every document and worker before the page's own: they disable what request interception cannot see. */

import { BLOCKED_PORTS, INWARD_DOMAINS, PRIVATE_SUFFIXES } from "#contract/target/lists.ts";
import type { TargetPolicy } from "#contract/target/target.ts";
import { MESSAGE_BOUNDS_SCRIPT } from "./message-bounds.ts";

/**
 * Connections that the DevTools protocol cannot intercept, and workers that outlive their page. Sites can do without them,
 * because browsers on plain http or in restricted company networks lack them too.
 */
const REMOVED = [
  "CredentialsContainer",
  "IdentityCredential",
  "IdentityProvider",
  "PaymentRequest",
  "PublicKeyCredential",
  "RTCPeerConnection",
  "webkitRTCPeerConnection",
  "SharedWorker",
  "WebSocketStream",
  "WebTransport",
] as const;

/** Dedicated workers lose WebSocket as a whole, because its replacement is part of the script for documents. */
const REMOVED_FROM_WORKERS = ["WebSocket", "WebSocketStream"] as const;

/** A worker of a secure page gets these after the script has run, unless the name is taken for good. */
const TAKEN_IN_WORKERS = ["WebTransport"] as const;

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/**
 * Pattern of hosts that a WebSocket may not use: IP addresses, names without a dot, and private names. It is stricter than
 * the rule for requests: public sites serve no WebSockets on bare IP addresses, so their ranges need no check in the page.
 */
function refusedSocketHost(policy: TargetPolicy): string {
  if (policy.allowPrivate) return "^$";
  const names = [...PRIVATE_SUFFIXES, ...INWARD_DOMAINS].map(escapeRegExp).join("|");
  return `^(?:\\[.*\\]|[\\d.]+|[^.]+|(?:.*\\.)?(?:${names}))\\.?$`;
}

/** Source of the script for documents. It keeps every built-in function that it uses, before the page can replace them. */
export function documentScript(policy: TargetPolicy): string {
  const host = JSON.stringify(refusedSocketHost(policy));
  const port = JSON.stringify(`^(?:${[...BLOCKED_PORTS].join("|")})$`);
  return `${MESSAGE_BOUNDS_SCRIPT};(() => {
  for (const name of ${JSON.stringify(REMOVED)}) delete globalThis[name];
  for (const name of ["serviceWorker", "credentials", "login"]) delete Navigator.prototype[name];
  globalThis.open = () => null;
  const { apply, construct } = Reflect;
  const { exec } = RegExp.prototype;
  const { open } = Document.prototype;
  // With three arguments it does the same as window.open.
  Document.prototype.open = function (...args) { return args.length > 2 ? null : apply(open, this, args); };
  const { getAttribute, remove } = Element.prototype;
  const { attachShadow } = Element.prototype;
  const rules = /^\\s*speculationrules\\s*$/i;
  const dropRules = (root) => {
    for (const script of root.querySelectorAll("script[type]")) {
      if (apply(exec, rules, [apply(getAttribute, script, ["type"])])) apply(remove, script, []);
    }
  };
  const watch = (root) => new MutationObserver(() => dropRules(root)).observe(root, { childList: true, subtree: true });
  watch(document);
  Element.prototype.attachShadow = function (init) {
    const root = apply(attachShadow, this, [init]);
    watch(root);
    return root;
  };
  const { URL, Proxy, String, WebSocket: Native } = globalThis;
  if (!Native) return;
  const getter = (name) => Object.getOwnPropertyDescriptor(URL.prototype, name).get;
  const { get: baseUri } = Object.getOwnPropertyDescriptor(Node.prototype, "baseURI");
  const page = document;
  const hostname = getter("hostname"), port = getter("port"), href = getter("href");
  const refusedHost = new RegExp(${host}), refusedPort = new RegExp(${port});
  const checked = (text) => {
    let url;
    try { url = new URL(text, apply(baseUri, page, [])); } catch { return text; }
    const refused = apply(exec, refusedHost, [apply(hostname, url, [])]) || apply(exec, refusedPort, [apply(port, url, [])]);
    return refused ? "wss://blocked.invalid/" : apply(href, url, []);
  };
  const WebSocket = new Proxy(Native, {
    construct: (target, args, newTarget) =>
      construct(target, args.length === 0 ? [] : [checked(String(args[0])), args[1] ?? []], newTarget),
  });
  Object.defineProperty(Native.prototype, "constructor", { value: WebSocket, configurable: true, writable: true });
  globalThis.WebSocket = WebSocket;
})()`;
}

/** Source of the script for dedicated workers. */
export const WORKER_SCRIPT = `${MESSAGE_BOUNDS_SCRIPT};
for (const name of ${JSON.stringify(REMOVED_FROM_WORKERS)}) delete globalThis[name];
for (const name of ${JSON.stringify(TAKEN_IN_WORKERS)}) Object.defineProperty(globalThis, name, { value: undefined });
delete WorkerNavigator.prototype.serviceWorker;`;
