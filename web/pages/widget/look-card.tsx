import { type ButtonLook, contrast, DEFAULT_LOOK } from "#contract/widget/look.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Choice } from "../../ui/choice.tsx";
import { CheckField } from "../../ui/field.tsx";

/** WCAG AA for text. */
const MIN_CONTRAST = 4.5;

const SHAPE_CHOICES = [
  { value: "rounded", label: "Rounded" },
  { value: "square", label: "Square" },
  { value: "pill", label: "Pill" },
] as const;
const SIZE_CHOICES = [
  { value: "small", label: "Small" },
  { value: "normal", label: "Normal" },
  { value: "large", label: "Large" },
] as const;

interface ColorFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function ColorField({ label, value, onChange }: ColorFieldProps) {
  return (
    <label className="block min-w-0">
      <span className="mb-1 block font-medium text-sm">{label}</span>
      <span className="flex h-9 items-center gap-2.5 pointer-coarse:h-touch rounded-md border border-edge bg-sheet px-2">
        <input
          type="color"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className="h-6 w-9 cursor-pointer border-0 bg-transparent p-0"
        />
        <code className="font-mono text-sm">{value}</code>
      </span>
    </label>
  );
}

interface LookCardProps {
  look: ButtonLook;
  onChange: (change: Partial<ButtonLook>) => void;
}

/** Colours, shape, size and icon of the button. */
export function LookCard({ look, onChange }: LookCardProps) {
  const ratio = contrast(look.background, look.color);
  return (
    <Card
      title="Look"
      aside={
        <Button size="small" look="quiet" onClick={() => onChange(DEFAULT_LOOK)}>
          Reset
        </Button>
      }
    >
      <div className="space-y-4">
        <div className="grid grid-cols-2 gap-3">
          <ColorField
            label="Background"
            value={look.background}
            onChange={(background) => onChange({ background })}
          />
          <ColorField label="Label" value={look.color} onChange={(color) => onChange({ color })} />
        </div>
        {ratio < MIN_CONTRAST && (
          <p role="status" className="text-bad text-sm">
            The label is hard to read: its contrast is {ratio.toFixed(1)}, and readable text has at least{" "}
            {MIN_CONTRAST}.
          </p>
        )}
        <Choice
          label="Shape"
          value={look.shape}
          options={SHAPE_CHOICES}
          onChange={(shape) => onChange({ shape })}
        />
        <Choice
          label="Size"
          value={look.size}
          options={SIZE_CHOICES}
          onChange={(size) => onChange({ size })}
        />
        <CheckField label="Icon" checked={look.icon} onChange={(icon) => onChange({ icon })} />
      </div>
    </Card>
  );
}
