/** Refuses consent in the page and its frames, with DuckDuckGo's autoconsent. A frame may hold the banner. */
import { filterCompactRules, type IndexedCMPRuleset } from "@duckduckgo/autoconsent";
import { z } from "zod";
import { call, evaluate, Navigated } from "../devtools/in-page.ts";
import { within } from "../fault/budget.ts";
import type { Tab } from "../tab/tab.ts";
import AUTOCONSENT from "./autoconsent.txt";
import RULES from "./autoconsent-rules.txt";
import consentInPage from "./consent.in-page.js";

/** A banner that is not shown this long after its manager was found is not shown at all. */
const POPUP_MS = 1_000;
/** Further frames are left as they are. */
const MAX_FRAMES = 10;

/** Never accepts: a banner that cannot be refused is hidden by the lists. */
const CONFIG = {
  enabled: true,
  autoAction: "optOut",
  disabledCmps: [],
  enablePrehide: false,
  enableCosmeticRules: true,
  enableGeneratedRules: true,
  // The second look also finds banners by their words.
  detectRetries: 1,
  isMainWorld: true,
  enableHeuristicDetection: true,
  heuristicMode: "reject",
};

/** The document's address; empty when autoconsent has run in it. */
const ADDRESS = 'globalThis.autoconsentReceiveMessage ? "" : location.href';

let parsed: IndexedCMPRuleset | null = null;

function allRules(): IndexedCMPRuleset {
  const rules: IndexedCMPRuleset = parsed ?? JSON.parse(RULES);
  parsed = rules;
  return rules;
}

/** Whether a consent manager was found, in at most `ms`. Throws Navigated when its refusal has loaded the page again. */
export async function refuseConsent({ cdpSession, frames }: Tab, ms: number): Promise<boolean> {
  const endsAt = Date.now() + ms;
  const all = [
    { cdpSession, mainFrame: true },
    ...frames
      .all()
      .slice(0, MAX_FRAMES)
      .map((frame) => ({ ...frame, mainFrame: false })),
  ];
  const found = await Promise.all(all.map((document) => within(refuseIn(document, endsAt), ms, () => false)));
  return found.includes(true);
}

interface Document {
  cdpSession: Tab["cdpSession"];
  realm?: string;
  mainFrame: boolean;
}

async function refuseIn({ cdpSession, realm, mainFrame }: Document, endsAt: number): Promise<boolean> {
  try {
    const url = await evaluate(cdpSession, ADDRESS, z.string(), realm);
    if (url === "") return false;
    const compact = filterCompactRules(allRules(), { url, mainFrame });
    const want = {
      config: CONFIG,
      rules: { autoconsent: [], compact },
      popupMs: POPUP_MS,
      ms: endsAt - Date.now(),
    };
    const expression = `(()=>{const found=${call(consentInPage, want)};${AUTOCONSENT};return found})()`;
    return await evaluate(cdpSession, expression, z.boolean(), realm);
  } catch (error) {
    if (mainFrame && error instanceof Navigated) throw error;
    return false;
  }
}
