/** Stops a page before it is captured: a tall page is captured in bands, and all of them must show the same layout. */
import { z } from "zod";
import { optional } from "../devtools/commands.ts";
import type { CDPSession } from "../devtools/devtools.ts";
import { evaluate } from "../devtools/in-page.ts";
import { within } from "../fault/budget.ts";

/** Longest wait for a response of the page. */
const RESPONSE_TIMEOUT_MS = 3_000;
/** Longest wait for a page that has moved to come back. */
const RETURN_TIMEOUT_MS = 1_000;
const RETURN_STEP_MS = 50;

const HEIGHT =
  "Math.max(document.documentElement?.scrollHeight ?? innerHeight, document.body?.scrollHeight ?? 0)";

/** A stopped animation is shown in its last state only from the next frame on. */
const NEXT_FRAME = `document.getAnimations().some(({ playState }) => playState === "running")
  && new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))`;

export interface Still {
  /** CSS px of the whole document. */
  height: number;
  /** False when the height had changed and is back: what was captured meanwhile shows another layout. */
  check(): Promise<boolean>;
  /** Whether the height changed for good. */
  hasMoved(): boolean;
}

/** Ends scripts and animations. `knownHeight` is used for a page that does not respond. */
export async function holdStill(cdpSession: CDPSession, knownHeight: number): Promise<Still> {
  await Promise.all([
    orElse(optional(cdpSession.send("Animation.enable")), undefined),
    orElse(optional(cdpSession.send("Animation.setPlaybackRate", { playbackRate: 0 })), undefined),
    orElse(evaluate(cdpSession, NEXT_FRAME, z.unknown()), undefined),
  ]);
  // In this order: a timer of the page could run between a measurement and the end of scripts.
  const [, height, first] = await Promise.all([
    orElse(optional(cdpSession.send("Emulation.setScriptExecutionDisabled", { value: true })), undefined),
    orElse(evaluate(cdpSession, HEIGHT, z.number().positive()), knownHeight),
    orElse(contentHeight(cdpSession), null),
  ]);
  let moved = false;
  const isUnchanged = async () => (await orElse(contentHeight(cdpSession), first)) === first;
  const check = async () => {
    if (moved || (await isUnchanged())) return true;
    for (const endsAt = Date.now() + RETURN_TIMEOUT_MS; Date.now() < endsAt; ) {
      await new Promise((resolve) => setTimeout(resolve, RETURN_STEP_MS));
      if (await isUnchanged()) return false;
    }
    moved = true;
    return true;
  };
  return { height, check, hasMoved: () => moved };
}

async function contentHeight(cdpSession: CDPSession): Promise<number> {
  const { cssContentSize } = await cdpSession.send("Page.getLayoutMetrics");
  return cssContentSize.height;
}

/** A page that hangs or has replaced its built-ins does not respond. The capture has a deadline of its own. */
function orElse<T>(response: Promise<T>, otherwise: T): Promise<T> {
  return within(
    response.catch(() => otherwise),
    RESPONSE_TIMEOUT_MS,
    () => otherwise,
  );
}
