import { type RefObject, useRef, useState } from "react";

interface Fault<Field extends string> {
  message: string;
  fields: readonly Field[];
}

interface Form<Values extends Record<string, string>> {
  ref: RefObject<HTMLFormElement | null>;
  values: Values;
  set: (field: keyof Values, value: string) => void;
  /** The fault to show. Null before the first `check`; afterwards it follows the input. */
  fault: Fault<keyof Values & string> | null;
  isWrong: (field: keyof Values & string) => boolean;
  focus: (field: keyof Values & string) => void;
  /** Returns whether the values are valid. If not, shows the fault and focuses its first field. */
  check: (rule?: (values: Values) => Fault<keyof Values & string> | null) => boolean;
}

/** State of a form of text fields with one validation rule. Controls are found by their `name`. */
export function useForm<Values extends Record<string, string>>(
  initial: Values,
  rule: (values: Values) => Fault<keyof Values & string> | null,
): Form<Values> {
  const ref = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initial);
  const [shownRule, setShownRule] = useState<{ rule: typeof rule } | null>(null);
  const fault = shownRule ? shownRule.rule(values) : null;

  function focus(field: string | undefined) {
    const control = field ? ref.current?.elements.namedItem(field) : null;
    if (control instanceof HTMLElement) control.focus();
  }

  return {
    ref,
    values,
    fault,
    set: (field, value) => setValues((before) => ({ ...before, [field]: value })),
    isWrong: (field) => fault?.fields.includes(field) ?? false,
    focus,
    check: (chosen = rule) => {
      const found = chosen(values);
      setShownRule(found ? { rule: chosen } : null);
      focus(found?.fields[0]);
      return found === null;
    },
  };
}
