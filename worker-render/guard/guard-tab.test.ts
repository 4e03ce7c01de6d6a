import { env } from "cloudflare:workers";
import puppeteer, { type Browser, type Page } from "@cloudflare/puppeteer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PageFault } from "../page-fault.ts";
import { guardTab } from "./guard-tab.ts";
import type { GuardPolicy } from "./policy.ts";

const STRICT: GuardPolicy = {
  targets: { allowPrivate: false, ownHosts: ["platen.example.com"] },
  resolve: async (hostname) => (hostname.startsWith("inner.") ? "private" : "unknown"),
};

let browser: Browser;
beforeAll(async () => {
  browser = await puppeteer.launch(env.BROWSER);
});
afterAll(() => browser.close());

async function inTab<T>(policy: GuardPolicy, work: (page: Page, guard: Guarded) => Promise<T>): Promise<T> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    const session = await page.createCDPSession();
    const { targetInfo } = await session.send("Target.getTargetInfo");
    const ids = { contextId: context.id ?? "", targetId: targetInfo.targetId };
    return await work(page, await guardTab(session, ids, policy));
  } finally {
    await context.close();
  }
}
type Guarded = Awaited<ReturnType<typeof guardTab>>;

test("a main document in a private network fails the job", async () => {
  await inTab(STRICT, async (page, guard) => {
    const error = await guard.during(page.goto("http://127.0.0.1:9090/")).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(PageFault);
    expect(error).toMatchObject({ code: "target_blocked", message: expect.stringContaining("private") });
    expect(guard.breach).toBe(error);
  });
});

test("a main document whose name leads into a private network fails the job before the browser connects", async () => {
  await inTab(STRICT, async (page, guard) => {
    await expect(guard.during(page.goto("http://inner.attacker.net/"))).rejects.toMatchObject({
      code: "target_blocked",
    });
  });
});

test("a name that does not exist stays a fault of the page, not of the guard", async () => {
  await inTab(STRICT, async (page, guard) => {
    await expect(guard.during(page.goto("http://missing.attacker.net/"))).rejects.toThrow(
      "ERR_NAME_NOT_RESOLVED",
    );
    expect(guard.breach).toBeNull();
  });
});

test("a name service that is away is a fault of ours: the job is tried again", async () => {
  const away: GuardPolicy = { ...STRICT, resolve: () => Promise.reject(new Error("503")) };
  await inTab(away, async (page, guard) => {
    const error = await guard.during(page.goto("http://example.com/")).catch((cause: unknown) => cause);
    expect(error).not.toBeInstanceOf(PageFault);
    expect(error).toMatchObject({ message: "503" });
  });
});

test("forbidden sub-resources are blocked and told, each address once", async () => {
  await inTab(STRICT, async (page, guard) => {
    await page.setContent(
      `<img src="http://10.0.0.1/a.png"><img src="http://10.0.0.1/a.png?"><img src="http://10.0.0.1/a.png">
       <iframe src="http://[::1]:8080/"></iframe><link rel="stylesheet" href="http://nas.local/x.css">
       <script src="https://platen.example.com/api/v1/health"></script>`,
    );
    expect(guard.breach).toBeNull();
    expect(
      guard
        .warnings()
        .map(({ url }) => url)
        .sort(),
    ).toEqual([
      "http://10.0.0.1/a.png",
      "http://10.0.0.1/a.png?",
      "http://[::1]:8080/",
      "http://nas.local/x.css",
      "https://platen.example.com/api/v1/health",
    ]);
    expect(new Set(guard.warnings().map(({ code }) => code))).toEqual(new Set(["blocked_request"]));
  });
});

test("what interception cannot see is not there for the page, its frames and its workers", async () => {
  await inTab(STRICT, async (page) => {
    await page.goto("about:blank");
    await page.setContent("<iframe srcdoc='x'></iframe>");
    const inDocuments = await page.evaluate(`(() => {
      const frame = document.createElement("iframe");
      document.body.append(frame);
      const names = ["RTCPeerConnection", "WebTransport", "SharedWorker", "WebSocketStream"];
      const realms = [globalThis, frame.contentWindow, document.querySelector("iframe").contentWindow];
      return realms.flatMap((realm) => [
        ...names.filter((name) => name in realm),
        ...("serviceWorker" in realm.navigator ? ["serviceWorker"] : []),
        ...(realm.open("about:blank") ? ["open"] : []),
      ]);
    })()`);
    expect(inDocuments).toEqual([]);
    const inWorker = await page.evaluate(`(() => {
      const source = "postMessage(['WebSocket', 'WebSocketStream', 'WebTransport'].filter((n) => n in self))";
      const worker = new Worker(URL.createObjectURL(new Blob([source])));
      return new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); });
    })()`);
    expect(inWorker).toEqual([]);
  });
});

test("a WebSocket to a private host fails as one to a dead server does; the class keeps its face", async () => {
  await inTab(STRICT, async (page) => {
    await page.goto("about:blank");
    const seen = await page.evaluate(`(() => {
      const socket = new WebSocket("ws://127.0.0.1:9090/");
      const face = [socket instanceof WebSocket, WebSocket.prototype.constructor === WebSocket, WebSocket.CLOSED];
      return new Promise((resolve) => { socket.onclose = () => resolve([socket.url, ...face]); });
    })()`);
    expect(seen).toEqual(["wss://blocked.invalid/", true, true, 3]);
  });
});

test("on one machine private targets are let through, other forbidden ones are not", async () => {
  const local: GuardPolicy = { ...STRICT, targets: { allowPrivate: true, ownHosts: [] } };
  await inTab(local, async (page, guard) => {
    // Whether something listens there is not the guard's business.
    await page.goto("http://127.0.0.1:1023/").catch(() => null);
    expect(guard.breach).toBeNull();
    await expect(guard.during(page.goto("http://127.0.0.1:6379/"))).rejects.toThrow("port");
  });
});
