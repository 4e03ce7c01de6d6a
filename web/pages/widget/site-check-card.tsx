import { type FormEvent, useState } from "react";
import { LIMITS } from "#contract/limits.ts";
import type { Finding, SiteCheck } from "#contract/widget/site-check.ts";
import { sentenceOf } from "../../client/failure.ts";
import { useSiteCheck } from "../../queries/site-check.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { Notice, type NoticeKind } from "../../ui/notice.tsx";
import { addressFault } from "./widget-configuration.tsx";

const KINDS = { ok: "success", problem: "error", note: "warning" } as const satisfies Record<
  Finding["state"],
  NoticeKind
>;

function Findings({ check: { url, works, findings } }: { check: SiteCheck }) {
  return (
    <section aria-label="Result of the check" className="mt-4 space-y-2">
      <p className="[overflow-wrap:anywhere]">
        <strong>{works ? "The button works." : "The button does not work yet."}</strong>{" "}
        <span className="text-muted">{url}</span>
      </p>
      {findings.map(({ state, message, advice }) => (
        <Notice key={message} kind={KINDS[state]} title={message}>
          {advice}
        </Notice>
      ))}
    </section>
  );
}

/** Loads a page of the owner and shows whether its button works. */
export function SiteCheckCard() {
  const check = useSiteCheck();
  const [url, setUrl] = useState("");
  const [tried, setTried] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!addressFault(url)) check.mutate(url);
  }

  return (
    <Card
      title="Check My Site"
      note={`Loads a page of your site as a visitor does and checks its button. Costs no credit. At most ${LIMITS.siteChecksPerDay} checks a day.`}
    >
      <form onSubmit={submit} noValidate className="max-w-xl space-y-4" aria-label="Check my site">
        <TextField
          label="Address of the page"
          type="url"
          placeholder="https://example.com/page"
          autoCapitalize="none"
          spellCheck={false}
          value={url}
          fault={tried ? addressFault(url) : null}
          onChange={({ target }) => setUrl(target.value)}
        />
        <Button type="submit" look="primary" busy={check.isPending}>
          Check page
        </Button>
      </form>
      <div aria-live="polite">
        {check.isPending && <p className="mt-4 text-muted">Loading the page. This can take a minute.</p>}
        {check.error && (
          <div className="mt-4">
            <Notice kind="error" title={sentenceOf(check.error, "Failed to check the page")} />
          </div>
        )}
        {check.data && !check.isPending && <Findings check={check.data} />}
      </div>
    </Card>
  );
}
