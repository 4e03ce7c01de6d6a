/** Runs all checks against a service. A check that fails does not stop the others. */
import { openAccount, type SmokeAccount, type Who } from "./account.ts";
import { ACCOUNT_CHECKS, PUBLIC_CHECKS, type Seen, Skipped, type Subject } from "./checks.ts";
import type { Row } from "./record.ts";

async function check(name: string, run: () => Promise<Seen>): Promise<Row> {
  const startedAt = performance.now();
  const row = (state: Row["state"], detail: string, phases: Record<string, number> = {}): Row => ({
    name,
    state,
    ms: Math.round(performance.now() - startedAt),
    detail,
    phases,
  });
  try {
    const { detail, phases } = await run();
    return row("ok", detail, phases);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return row(error instanceof Skipped ? "skipped" : "failed", reason);
  }
}

export async function smoke(
  subject: Subject,
  who: Omit<Who, "api">,
  report: (row: Row) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  const add = async (name: string, run: () => Promise<Seen>) => {
    const row = await check(name, run);
    rows.push(row);
    report(row);
  };
  for (const [name, run] of Object.entries(PUBLIC_CHECKS)) await add(name, () => run(subject));
  const opened: SmokeAccount[] = [];
  await add("account", async () => {
    opened.push(await openAccount({ ...who, api: `${subject.origin}/api/v1` }));
    return { detail: who.password === null ? "registered by email" : "signed in" };
  });
  const [account] = opened;
  const withAccount = async (run: (account: SmokeAccount) => Promise<Seen>) => {
    if (!account) throw new Skipped("There is no account.");
    return run(account);
  };
  for (const [name, run] of Object.entries(ACCOUNT_CHECKS))
    await add(name, () => withAccount((one) => run(subject, one)));
  await add("clean-up", () =>
    withAccount(async ({ close }) => {
      await close();
      return { detail: who.password === null ? "account deleted" : "public key deleted" };
    }),
  );
  return rows;
}
