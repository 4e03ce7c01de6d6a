import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { SITE_PAGES } from "#contract/site.ts";
import { call } from "../../client/call.ts";
import { sentenceOf } from "../../client/failure.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";

/** Finds one account and opens it. */
export function AccountSearch() {
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [, go] = useLocation();

  async function search(event: FormEvent) {
    event.preventDefault();
    if (text.trim() === "" || busy) return;
    setBusy(true);
    setFault(null);
    try {
      const { id } = await call("GET /admin/accounts", { query: { search: text.trim() } });
      go(`${SITE_PAGES.admin.path}/${id}`);
    } catch (error) {
      setFault(sentenceOf(error, "The search failed. Please try again."));
    }
    setBusy(false);
  }

  return (
    <form
      aria-label="Find an account"
      onSubmit={(event) => void search(event)}
      noValidate
      className="flex max-w-2xl gap-2"
    >
      <div className="min-w-0 flex-1">
        <TextField
          label="Find an account"
          type="search"
          autoComplete="off"
          spellCheck={false}
          hint="Email address, or the id of an account, a job or a Stripe customer"
          fault={fault}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setFault(null);
          }}
        />
      </div>
      <div className="pt-6">
        <Button type="submit" look="primary" busy={busy} disabled={text.trim() === ""}>
          Find
        </Button>
      </div>
    </form>
  );
}
