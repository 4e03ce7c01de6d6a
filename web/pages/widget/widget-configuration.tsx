/** Form for the configuration of a button, with a field for each attribute of the contract that applies. */
import { useState } from "react";
import { parseCssLength } from "#contract/job/css-length.ts";
import { BUTTON_ATTRIBUTES, type ButtonAttribute } from "#contract/widget/attributes.ts";
import { type ButtonConfig, defaultLabel } from "#contract/widget/snippet.ts";
import { Card } from "../../ui/card.tsx";
import { Choice } from "../../ui/choice.tsx";
import { CheckField, SelectField, TextField } from "../../ui/field.tsx";

interface WidgetConfigurationProps {
  config: ButtonConfig;
  onChange: (change: ButtonConfig) => void;
}

/** Labels of values. A choice whose values are all in here is shown as radio buttons, others as a list. */
const WORDS: Readonly<Record<string, string>> = {
  current: "Current page",
  custom: "Custom URL",
  pdf: "PDF",
  screenshot: "Screenshot",
  "": "Detect",
  wix: "Wix",
  desktop: "Desktop",
  mobile: "Mobile",
};

function lengthFault(text: string, maxPx: number): string | null {
  const px = parseCssLength(text);
  if (px === null) return "Enter a length, such as 50px or 2cm";
  return px > maxPx ? `Enter at most ${maxPx}px` : null;
}

/** What is wrong with an address for the button to convert, or null. */
export function addressFault(text: string): string | null {
  if (!text) return "Enter the address of the page";
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? "")) return null;
  return "Enter a full address, such as https://example.com/page";
}

interface FieldProps<Kind extends ButtonAttribute["kind"]> {
  attribute: Extract<ButtonAttribute, { kind: Kind }>;
  value: string;
  onChange: (value: string) => void;
}

/** Keeps invalid input in the field; the button uses the last valid value. */
function NumberField({ attribute, value, onChange }: FieldProps<"integer" | "pixels">) {
  const [typed, setTyped] = useState(value);
  const { label, max } = attribute;
  const min = attribute.kind === "integer" ? attribute.min : 1;
  const isValid = (text: string) => {
    const number = Number(text);
    return Number.isInteger(number) && number >= min && number <= max;
  };
  return (
    <TextField
      label={label}
      type="number"
      inputMode="numeric"
      min={min}
      max={max}
      value={typed}
      hint={attribute.meaning}
      fault={isValid(typed) ? null : `Enter a whole number from ${min} to ${max}`}
      onChange={({ target }) => {
        setTyped(target.value);
        if (isValid(target.value)) onChange(target.value);
      }}
    />
  );
}

function ChoiceField({ attribute, value, onChange }: FieldProps<"choice">) {
  const options = attribute.values.map((name) => ({ value: name, label: WORDS[name] ?? name }));
  const isShort = attribute.values.every((name) => name in WORDS);
  const Field = isShort ? Choice : SelectField;
  return <Field label={attribute.label} value={value} options={options} onChange={onChange} />;
}

function AttributeField({ attribute, value, onChange }: FieldProps<ButtonAttribute["kind"]>) {
  const { label } = attribute;
  switch (attribute.kind) {
    case "choice":
      return <ChoiceField attribute={attribute} value={value} onChange={onChange} />;
    case "flag":
      return (
        <CheckField
          label={label}
          hint={attribute.meaning}
          checked={value === "true"}
          onChange={(checked) => onChange(String(checked))}
        />
      );
    case "integer":
    case "pixels":
      return <NumberField attribute={attribute} value={value} onChange={onChange} />;
    case "length":
      return (
        <TextField
          label={label}
          value={value}
          autoComplete="off"
          spellCheck={false}
          fault={lengthFault(value, attribute.maxPx)}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    case "address":
      return (
        <TextField
          label={label}
          type="url"
          placeholder="https://example.com/page"
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          fault={value ? addressFault(value) : null}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    case "text":
      return (
        <TextField
          label={label}
          hint="Without a text of your own, the label is in the language of the page."
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    default:
      return attribute satisfies never;
  }
}

/** The public key has no field, because it is selected in the list above. */
function isShown({ name, only }: ButtonAttribute, config: ButtonConfig): boolean {
  if (name === "public-key") return false;
  if (name === "custom-url") return config["url-source"] === "custom";
  return only === null || only === (config["output-type"] ?? "pdf");
}

function defaultOf({ name, default: fallback }: ButtonAttribute, config: ButtonConfig): string {
  return name === "button-text" ? defaultLabel(config) : String(fallback ?? "");
}

export function WidgetConfiguration({ config, onChange }: WidgetConfigurationProps) {
  return (
    <Card title="Widget Configuration">
      <div className="grid grid-cols-2 gap-x-3 gap-y-4">
        {BUTTON_ATTRIBUTES.filter((attribute) => isShown(attribute, config)).map((attribute) => (
          <div key={attribute.name} className={attribute.kind === "length" ? "" : "col-span-2"}>
            <AttributeField
              attribute={attribute}
              value={config[attribute.name] ?? defaultOf(attribute, config)}
              onChange={(value) => onChange({ [attribute.name]: value })}
            />
          </div>
        ))}
      </div>
    </Card>
  );
}
