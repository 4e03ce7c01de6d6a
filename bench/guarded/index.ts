/** The same job in a guarded and in a bare tab of one browser, in turn: `GET /?url=…&rounds=…` answers the times in ms. */
import puppeteer, { type Browser, type BrowserWorker, type Page } from "@cloudflare/puppeteer";
import { type Guard, guardTab } from "../../worker-render/guard/guard-tab.ts";
import type { GuardPolicy } from "../../worker-render/guard/policy.ts";

/** The bench's pages lie on loopback; all else is as it is deployed, and the one name is known already. */
const POLICY: GuardPolicy = {
  targets: { allowPrivate: true, ownHosts: ["platen.example.com"] },
  resolve: async () => "public",
};

async function guarded(page: Page): Promise<Guard> {
  const session = await page.createCDPSession();
  const { targetInfo } = await session.send("Target.getTargetInfo");
  const { targetId, browserContextId: contextId = "" } = targetInfo;
  return guardTab(session, { contextId, targetId }, POLICY);
}

async function job(browser: Browser, url: string, isGuarded: boolean): Promise<number> {
  const startedAt = performance.now();
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    const guard = isGuarded ? await guarded(page) : null;
    const work = page
      .goto(url, { waitUntil: "load" })
      .then(() => page.pdf({ format: "A4", printBackground: true }));
    await (guard ? guard.during(work) : work);
    return performance.now() - startedAt;
  } finally {
    await context.close();
  }
}

export default {
  async fetch(request: Request, env: { BROWSER: BrowserWorker }): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const url = searchParams.get("url");
    if (!url) return new Response("Give a url.", { status: 400 });
    const browser = await puppeteer.launch(env.BROWSER);
    const guarded: number[] = [];
    const bare: number[] = [];
    try {
      await job(browser, url, true);
      for (let round = 0; round < Number(searchParams.get("rounds")); round++) {
        guarded.push(await job(browser, url, true));
        bare.push(await job(browser, url, false));
      }
    } finally {
      await browser.close();
    }
    return Response.json({ guarded, bare });
  },
};
