import { ConfirmDialog } from "../../ui/dialog.tsx";

/** What the dialog asks: to remove a factor, or to make new recovery codes. */
export type FactorQuestion =
  /** `id` is a passkey's; null is the authenticator app. */
  { ask: "remove"; id: string | null; name: string } | { ask: "codes" };

interface FactorDialogProps {
  question: FactorQuestion | null;
  /** Whether one factor is left, so that its removal turns two-step sign-in off. */
  isLast: boolean;
  onConfirm: (question: FactorQuestion) => void;
  onCancel: () => void;
}

export function FactorDialog({ question, isLast, onConfirm, onCancel }: FactorDialogProps) {
  const isRemoval = question?.ask === "remove";
  return (
    <ConfirmDialog
      open={question !== null}
      title={isRemoval ? "Remove from two-step sign-in?" : "Make new recovery codes?"}
      confirmLabel={isRemoval ? "Remove" : "Make new codes"}
      danger={isRemoval}
      onConfirm={() => question && onConfirm(question)}
      onCancel={onCancel}
    >
      {isRemoval
        ? `${question.name} no longer signs you in.`
        : "Your old recovery codes stop working immediately."}
      {isRemoval && isLast && " It is your last second step, so this turns two-step sign-in off."}
    </ConfirmDialog>
  );
}
