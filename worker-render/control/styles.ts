/** The job's styles, and the elements that it hides or removes. */
import { ignore } from "../devtools/commands.ts";
import type { CDPSession } from "../devtools/devtools.ts";
import { call } from "../devtools/in-page.ts";
import recordInPage from "./record.in-page.js";
import styleInPage from "./style.in-page.js";
import type { Wishes } from "./wishes.ts";

/** Source of the expression that puts the styles into the page; null without styles. */
export function stylesOf({ css = [], hide = [], remove = [] }: Wishes): string | null {
  return css.length + hide.length + remove.length > 0 ? call(styleInPage, { css, hide, remove }) : null;
}

/** Adds the job's own scripts to each new document of the tab. Sends nothing for a job without any. */
export async function prepareDocuments(cdpSession: CDPSession, wishes: Wishes): Promise<void> {
  const record = wishes.failOn?.includes("console") ? call(recordInPage) : null;
  const source = [stylesOf(wishes), record].filter((part) => part !== null).join(";");
  if (source === "") return;
  // The command fails only together with the tab.
  await cdpSession.send("Page.addScriptToEvaluateOnNewDocument", { source }).catch(ignore);
}
