import type { ComponentProps, ReactNode } from "react";
import { useId } from "react";
import { classes } from "./classes.ts";

const CONTROL =
  "w-full min-w-0 rounded-md border bg-sheet text-ink placeholder:text-muted/80 disabled:opacity-60 aria-invalid:border-bad";
const INPUT = "h-9 border-edge px-2.5 pointer-coarse:h-touch";

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** Sentence that is shown below the control and read with it. */
  fault?: string | null;
  /** Marks the control as invalid without a sentence, when the form shows one. */
  invalid?: boolean;
  /** Only screen readers get the label. */
  bare?: boolean;
}

interface Tied {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

function Labelled({
  label,
  hint,
  fault,
  invalid,
  bare,
  children,
}: FieldProps & { children: (tied: Tied) => ReactNode }) {
  const id = useId();
  const hintId = `${id}-hint`;
  const faultId = `${id}-fault`;
  const describedBy = classes(Boolean(hint) && hintId, Boolean(fault) && faultId);
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={bare ? "sr-only" : "mb-1 block font-medium text-sm"}>
        {label}
      </label>
      {children({
        id,
        "aria-invalid": fault || invalid ? true : undefined,
        "aria-describedby": describedBy || undefined,
      })}
      {hint && (
        <p id={hintId} className="mt-1 text-muted text-sm">
          {hint}
        </p>
      )}
      {fault && (
        <p id={faultId} className="mt-1 text-bad text-sm">
          {fault}
        </p>
      )}
    </div>
  );
}

export function TextField({
  label,
  hint,
  fault,
  invalid,
  bare,
  className,
  ...rest
}: FieldProps & Omit<ComponentProps<"input">, "id">) {
  return (
    <Labelled label={label} hint={hint} fault={fault} invalid={invalid} bare={bare}>
      {(tied) => <input {...rest} {...tied} className={classes(CONTROL, INPUT, className)} />}
    </Labelled>
  );
}

export function TextAreaField({
  label,
  hint,
  fault,
  bare,
  ...rest
}: FieldProps & Omit<ComponentProps<"textarea">, "id" | "className">) {
  return (
    <Labelled label={label} hint={hint} fault={fault} bare={bare}>
      {(tied) => (
        <textarea
          rows={2}
          spellCheck={false}
          {...rest}
          {...tied}
          className={classes(CONTROL, "block border-edge px-2.5 py-1.5 font-mono text-sm")}
        />
      )}
    </Labelled>
  );
}

interface SelectFieldProps<Value extends string> extends FieldProps {
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  disabled?: boolean;
}

/** The browser's select element, which keyboards and screen readers of every platform support. */
export function SelectField<Value extends string>({
  label,
  hint,
  fault,
  bare,
  value,
  options,
  onChange,
  disabled,
}: SelectFieldProps<Value>) {
  return (
    <Labelled label={label} hint={hint} fault={fault} bare={bare}>
      {(tied) => (
        <select
          {...tied}
          value={value}
          disabled={disabled}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value);
            if (chosen) onChange(chosen.value);
          }}
          className={classes(CONTROL, INPUT, "text-ellipsis pr-1")}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

export function CheckField({
  label,
  hint,
  checked,
  onChange,
  disabled,
}: {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-[3px] size-4 shrink-0 accent-accent pointer-coarse:mt-[14px]"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="block font-medium text-sm leading-[22px] pointer-coarse:py-[11px]">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-muted text-sm">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
