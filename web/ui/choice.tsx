import { useId } from "react";
import { classes } from "./classes.ts";

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  bare?: boolean;
}

/** Radio buttons side by side, for a few short options. */
export function Choice<Value extends string>({ label, value, options, onChange, bare }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className={bare ? "sr-only" : "mb-1 font-medium text-sm"}>{label}</legend>
      <div className="inline-flex max-w-full rounded-md border border-edge bg-sheet p-[3px] pointer-coarse:p-0">
        {options.map((option) => (
          <label
            key={option.value}
            className={classes(
              "relative flex h-7 pointer-coarse:h-touch items-center rounded-sm px-2 text-sm min-[420px]:px-3 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-accent",
              option.value === value
                ? "bg-ink font-medium text-sheet forced-colors:bg-[SelectedItem] forced-colors:text-[SelectedItemText] forced-colors:forced-color-adjust-none"
                : "text-muted hover:text-ink",
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-sm"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
