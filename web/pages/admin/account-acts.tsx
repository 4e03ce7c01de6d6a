import { useState } from "react";
import type { AdminAccount } from "#contract/admin.ts";
import { sentenceOf } from "../../client/failure.ts";
import { show } from "../../feedback/feedback.ts";
import { type AdminAct, useAdminAct } from "../../queries/admin.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";

type ActName = AdminAct["name"];

const TEXTS = {
  refund: { title: "Refund credits", confirm: "Refund", done: "The credits are refunded." },
  ban: { title: "Ban the account", confirm: "Ban", done: "The account is banned." },
  unban: { title: "Unban the account", confirm: "Unban", done: "The account is unbanned." },
} as const satisfies Record<ActName, object>;

const EFFECTS = {
  refund: "The owner sees the number in the activity of the account.",
  ban: "Keys and buttons stop working, sessions end, and waiting jobs are canceled and refunded.",
  unban: "Keys and buttons work again, and the owner can sign in.",
} as const satisfies Record<ActName, string>;

interface DialogProps {
  account: AdminAccount["account"];
  name: ActName;
  onDone: () => void;
}

function ActDialog({ account, name, onDone }: DialogProps) {
  const act = useAdminAct(account.id);
  const [credits, setCredits] = useState("");
  const [reason, setReason] = useState("");
  // A second click on the button sends the same key, which refunds once.
  const [key] = useState(() => crypto.randomUUID());
  const number = Number(credits);
  const isNumber = name !== "refund" || (Number.isInteger(number) && number > 0);

  function confirm() {
    const made: AdminAct = name === "refund" ? { name, credits: number, reason, key } : { name, reason };
    act.mutate(made, {
      onSuccess: () => {
        show("success", TEXTS[name].done);
        onDone();
      },
    });
  }

  return (
    <ConfirmDialog
      open
      title={TEXTS[name].title}
      confirmLabel={TEXTS[name].confirm}
      danger={name === "ban"}
      busy={act.isPending}
      confirmDisabled={!isNumber || reason.trim().length < 3}
      onConfirm={confirm}
      onCancel={onDone}
    >
      <p>{EFFECTS[name]}</p>
      <div className="mt-4 space-y-4 text-ink">
        {name === "refund" && (
          <TextField
            label="Credits"
            inputMode="numeric"
            autoComplete="off"
            hint={`Used in this period: ${account.credits_used.toLocaleString("en-US")}`}
            value={credits}
            onChange={(event) => setCredits(event.target.value)}
          />
        )}
        <TextField
          label="Reason"
          autoComplete="off"
          hint="Kept in the list of actions. The owner’s data export has it too."
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {act.isError && (
          <Notice kind="error" live>
            {sentenceOf(act.error, "Nothing was changed. Please try again.")}
          </Notice>
        )}
      </div>
    </ConfirmDialog>
  );
}

/** Refund and ban. Each needs a reason. */
export function AccountActs({ account }: { account: AdminAccount["account"] }) {
  const [name, setName] = useState<ActName | null>(null);
  if (account.state === "deleted") return null;
  const isBanned = account.state === "banned";
  return (
    <Card title="Act" note="Each act needs a reason and is kept in the list of actions.">
      {isBanned && account.subscription && !account.subscription.ends && (
        <div className="mb-4">
          <Notice kind="warning">
            The subscription still renews. Cancel it in Stripe’s dashboard if the ban is final.
          </Notice>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setName("refund")} disabled={account.credits_used === 0}>
          Refund credits
        </Button>
        <Button look={isBanned ? "secondary" : "danger"} onClick={() => setName(isBanned ? "unban" : "ban")}>
          {isBanned ? "Unban" : "Ban"}
        </Button>
      </div>
      {name && <ActDialog account={account} name={name} onDone={() => setName(null)} />}
    </Card>
  );
}
