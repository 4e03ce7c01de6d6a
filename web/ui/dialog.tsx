import { type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import { Button } from "./button.tsx";

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  busy?: boolean;
  confirmDisabled?: boolean;
  /** Gets the focus after the dialog if the button that opened it has disappeared. */
  returnTo?: RefObject<HTMLElement | null>;
  onConfirm: () => void;
  onCancel: () => void;
}

/**
 * The browser's modal dialog: it traps the focus, makes the page inert, closes on Escape and restores the focus.
 * Dialog libraries insert a style element, which our Content-Security-Policy blocks.
 */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  cancelLabel = "Cancel",
  danger = false,
  busy = false,
  confirmDisabled = false,
  returnTo,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);

  return (
    <dialog
      ref={ref}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        if (!busy) onCancel();
      }}
      onClose={() => {
        if (open) onCancel();
        if (document.activeElement === document.body) returnTo?.current?.focus({ preventScroll: true });
      }}
      className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded-lg border border-line bg-sheet p-0 text-ink open:animate-rise"
    >
      {open && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onConfirm();
          }}
          className="p-5"
        >
          <h2 id={`${id}-title`} className="text-[1.133rem]">
            {title}
          </h2>
          <div id={`${id}-text`} className="mt-2 text-muted">
            {children}
          </div>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Button onClick={onCancel} disabled={busy}>
              {cancelLabel}
            </Button>
            <Button type="submit" look={danger ? "danger" : "primary"} busy={busy} disabled={confirmDisabled}>
              {confirmLabel}
            </Button>
          </div>
        </form>
      )}
    </dialog>
  );
}
