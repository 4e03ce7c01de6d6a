import { env } from "cloudflare:workers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { acquireBrowser } from "../browser/acquire.ts";
import { faultyBinding } from "../browser/test-binding.ts";
import { type Connection, closeBrowser } from "../devtools/devtools.ts";
import { PageFault } from "../fault/page-fault.ts";
import { openTab, type Tab } from "../tab/tab.ts";
import type { GuardPolicy } from "./policy.ts";
import { Requests } from "./requests.ts";

const STRICT: GuardPolicy = {
  targets: { allowPrivate: false, ownHosts: ["platen.example.com"] },
  resolve: async (hostname) => (hostname.startsWith("inner.") ? "private" : "unknown"),
};

const connections: Connection[] = [];
const held = new Map<GuardPolicy, Promise<{ connection: Connection; requests: Requests }>>();
afterAll(() => Promise.all(connections.map(closeBrowser)));

type Limits = Parameters<typeof acquireBrowser>[0];

/** Longer than a document needs that waits for nothing. */
const LATE_MS = 1_000;

/** A browser of its own for each policy. */
async function hold(
  policy: GuardPolicy,
  limits: Limits,
): Promise<{ connection: Connection; requests: Requests }> {
  const { connection } = await acquireBrowser(limits);
  connections.push(connection);
  return { connection, requests: await Requests.hold(connection, policy) };
}

async function inTab(
  policy: GuardPolicy,
  work: (tab: Tab) => Promise<void>,
  limits: Limits = env,
): Promise<void> {
  const browser = held.get(policy) ?? hold(policy, limits);
  held.set(policy, browser);
  const ended = new Promise<never>(() => undefined);
  const tab = await openTab({ ...(await browser), userAgent: "Chrome", ended });
  try {
    await work(tab);
  } finally {
    tab.dispose();
  }
}

async function goTo({ navigate }: Tab, url: string): Promise<void> {
  const { errorText } = await navigate(url);
  if (errorText) throw new Error(errorText);
}

/** Full Chromium makes the first empty document before the guard is active. It needs no network, and the next one is guarded. */
async function openBlank(tab: Tab): Promise<void> {
  await goTo(tab, "about:blank");
  await goTo(tab, "about:blank?guarded");
}

async function setContent(tab: Tab, html: string): Promise<void> {
  await evaluate(tab, `document.open(); document.write(${JSON.stringify(html)}); document.close()`);
}

async function evaluate({ cdpSession }: Tab, expression: string): Promise<unknown> {
  const options = { awaitPromise: true, returnByValue: true };
  const { result, exceptionDetails } = await cdpSession.send("Runtime.evaluate", { expression, ...options });
  if (exceptionDetails) throw new Error(result.description);
  return result.value;
}

test("a main document in a private network fails the job", async () => {
  await inTab(STRICT, async (tab) => {
    const { guard } = tab;
    const error = await guard.during(goTo(tab, "http://127.0.0.1:9090/")).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(PageFault);
    expect(error).toMatchObject({ code: "target_blocked", message: expect.stringContaining("private") });
    expect(guard.breach).toBe(error);
  });
});

test("a main document whose host resolves to a private address fails the job before the browser connects", async () => {
  await inTab(STRICT, async (tab) => {
    const { guard } = tab;
    await expect(guard.during(goTo(tab, "http://inner.attacker.net/"))).rejects.toMatchObject({
      code: "target_blocked",
    });
  });
});

test("a document does not begin before the guard is active, however late the browser confirms that", async () => {
  const confirmed = Promise.withResolvers<{ result: object }>();
  const reply = (method: string) => (method === "Browser.grantPermissions" ? confirmed.promise : null);
  await inTab(
    { ...STRICT, resolve: async () => "public" },
    async (tab) => {
      const url = "https://example.com/";
      const begun: string[] = [];
      tab.cdpSession.on("Page.frameNavigated", ({ frame }) => begun.push(frame.url));
      tab.guard.serve(url, btoa("<!doctype html><title>Page</title>"));
      const opened = tab.guard.during(goTo(tab, url));
      await sleep(LATE_MS);
      expect(begun).not.toContain(url);
      confirmed.resolve({ result: {} });
      await opened;
      await expect.poll(() => evaluate(tab, "document.title")).toBe("Page");
      expect(tab.guard.breach).toBeNull();
    },
    faultyBinding({ reply }).limits,
  );
});

test("a host name that does not exist is a fault of the page, not of the guard", async () => {
  await inTab(STRICT, async (tab) => {
    const { guard } = tab;
    await expect(guard.during(goTo(tab, "http://missing.attacker.net/"))).rejects.toThrow(
      "ERR_NAME_NOT_RESOLVED",
    );
    expect(guard.breach).toBeNull();
  });
});

test("a resolver that is down is a fault of ours, so that the job is retried", async () => {
  const away: GuardPolicy = { ...STRICT, resolve: () => Promise.reject(new Error("503")) };
  await inTab(away, async (tab) => {
    const { guard } = tab;
    const error = await guard.during(goTo(tab, "http://example.com/")).catch((cause: unknown) => cause);
    expect(error).not.toBeInstanceOf(PageFault);
    expect(error).toMatchObject({ message: "503" });
  });
});

test("forbidden resources are blocked with one warning for each address", async () => {
  await inTab(STRICT, async (tab) => {
    const { guard } = tab;
    await openBlank(tab);
    await setContent(
      tab,
      `<img src="http://10.0.0.1/a.png"><img src="http://10.0.0.1/a.png?"><img src="http://10.0.0.1/a.png">
       <iframe src="http://[::1]:8080/"></iframe><link rel="stylesheet" href="http://nas.local/x.css">
       <script src="https://platen.example.com/api/v1/health"></script>`,
    );
    const blocked = () =>
      guard
        .warnings()
        .map(({ url }) => url)
        .sort();
    await expect
      .poll(blocked)
      .toEqual([
        "http://10.0.0.1/a.png",
        "http://10.0.0.1/a.png?",
        "http://[::1]:8080/",
        "http://nas.local/x.css",
        "https://platen.example.com/api/v1/health",
      ]);
    expect(guard.breach).toBeNull();
    expect(new Set(guard.warnings().map(({ code }) => code))).toEqual(new Set(["blocked_request"]));
  });
});

test("the page, its frames and its workers lack the APIs that bypass interception", async () => {
  await inTab(STRICT, async (tab) => {
    await openBlank(tab);
    await setContent(tab, "<iframe srcdoc='x'></iframe>");
    const inDocuments = await evaluate(
      tab,
      `(() => {
      const frame = document.createElement("iframe");
      document.body.append(frame);
      const names = ["RTCPeerConnection", "WebTransport", "SharedWorker", "WebSocketStream",
        "IdentityCredential", "IdentityProvider", "PaymentRequest"];
      const ofNavigator = ["serviceWorker", "credentials", "login"];
      const realms = [globalThis, frame.contentWindow, document.querySelector("iframe").contentWindow];
      return realms.flatMap((realm) => [
        ...names.filter((name) => name in realm),
        ...ofNavigator.filter((name) => name in realm.navigator),
        ...(realm.open("about:blank") ? ["open"] : []),
      ]);
    })()`,
    );
    expect(inDocuments).toEqual([]);
    const inWorker = await evaluate(
      tab,
      `(() => {
      const source = "postMessage(['WebSocket', 'WebSocketStream', 'WebTransport'].filter((n) => self[n] !== undefined))";
      const worker = new Worker(URL.createObjectURL(new Blob([source])));
      return new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); });
    })()`,
    );
    expect(inWorker).toEqual([]);
  });
});

test("a WebSocket to a private host fails like one to a dead server, and the class looks native", async () => {
  await inTab(STRICT, async (tab) => {
    await openBlank(tab);
    const seen = await evaluate(
      tab,
      `(() => {
      const socket = new WebSocket("ws://127.0.0.1:9090/");
      const looks = [socket instanceof WebSocket, WebSocket.prototype.constructor === WebSocket, WebSocket.CLOSED];
      return new Promise((resolve) => { socket.onclose = () => resolve([socket.url, ...looks]); });
    })()`,
    );
    expect(seen).toEqual(["wss://blocked.invalid/", true, true, 3]);
  });
});

test.for([
  'Object.defineProperty(document, "baseURI", { value: "https://example.com/" })',
  'Object.defineProperty(Node.prototype, "baseURI", { get: () => "https://example.com/" })',
])("a relative WebSocket address counts from the real base address, whatever %s says", async (lie) => {
  await inTab(STRICT, async (tab) => {
    await openBlank(tab);
    await setContent(tab, "<base href='http://127.0.0.1:9090/'>");
    const url = await evaluate(tab, `${lie}; new WebSocket("/x").url`);
    expect(url).toBe("wss://blocked.invalid/");
  });
});

test("a local service allows private targets, but not forbidden ports", async () => {
  const local: GuardPolicy = { ...STRICT, targets: { allowPrivate: true, ownHosts: [] } };
  await inTab(local, async (tab) => {
    const { guard } = tab;
    // The connection itself may fail: only the guard's decision matters here.
    await goTo(tab, "http://127.0.0.1:1023/").catch(() => null);
    expect(guard.breach).toBeNull();
    await expect(guard.during(goTo(tab, "http://127.0.0.1:6379/"))).rejects.toThrow("port");
  });
});
