import { useState } from "react";
import { parseCssLength } from "#contract/job/css-length.ts";
import { FORM_FACTORS, OUTPUT_TYPES, SCREENSHOT_TYPES } from "#contract/job/values.ts";
import { LIMITS } from "#contract/limits.ts";
import {
  URL_SOURCES,
  WIDGET_DEFAULTS,
  WIDGET_PDF_FORMATS,
  type WidgetConfig,
} from "#contract/widget/embed.ts";
import { Card } from "../../ui/card.tsx";
import { Choice } from "../../ui/choice.tsx";
import { CheckField, SelectField, TextField } from "../../ui/field.tsx";

interface WidgetConfigurationProps {
  config: WidgetConfig;
  onChange: (change: Partial<WidgetConfig>) => void;
}

const LABELS = {
  current: "Current page",
  custom: "Custom URL",
  pdf: "PDF",
  screenshot: "Screenshot",
  desktop: "Desktop",
  mobile: "Mobile",
} as const;

const MARGINS = [
  { field: "pdfMarginTop", label: "Top margin" },
  { field: "pdfMarginRight", label: "Right margin" },
  { field: "pdfMarginBottom", label: "Bottom margin" },
  { field: "pdfMarginLeft", label: "Left margin" },
] as const;

/** Spec §9: 1 to 100 in the widget. */
const QUALITY = { min: 1, max: 100 } as const;

function labelled<Value extends keyof typeof LABELS>(values: readonly Value[]) {
  return values.map((value) => ({ value, label: LABELS[value] }));
}

function same<Value extends string>(values: readonly Value[]) {
  return values.map((value) => ({ value, label: value }));
}

function marginFault(text: string): string | null {
  const px = parseCssLength(text);
  if (px === null) return "A length, such as 50px or 2cm";
  return px > LIMITS.marginPx ? `At most ${LIMITS.marginPx}px` : null;
}

function PdfFields({ config, onChange }: WidgetConfigurationProps) {
  return (
    <>
      <SelectField
        label="PDF format"
        value={config.pdfFormat}
        options={same(WIDGET_PDF_FORMATS)}
        onChange={(pdfFormat) => onChange({ pdfFormat })}
      />
      <div className="grid grid-cols-2 gap-3">
        {MARGINS.map(({ field, label }) => (
          <TextField
            key={field}
            label={label}
            value={config[field]}
            autoComplete="off"
            spellCheck={false}
            fault={marginFault(config[field])}
            onChange={(event) => onChange({ [field]: event.target.value })}
          />
        ))}
      </div>
    </>
  );
}

function isQuality(number: number): boolean {
  return Number.isInteger(number) && number >= QUALITY.min && number <= QUALITY.max;
}

/** What is typed stays, however wrong; the button takes the last value that is right. */
function QualityField({ quality, onChange }: { quality: number; onChange: (quality: number) => void }) {
  const [typed, setTyped] = useState(String(quality));
  return (
    <TextField
      label="Quality"
      type="number"
      inputMode="numeric"
      min={QUALITY.min}
      max={QUALITY.max}
      value={typed}
      hint={`${QUALITY.min}-${QUALITY.max}, JPEG and WebP`}
      fault={isQuality(Number(typed)) ? null : `A whole number from ${QUALITY.min} to ${QUALITY.max}`}
      onChange={(event) => {
        setTyped(event.target.value);
        const number = Number(event.target.value);
        if (isQuality(number)) onChange(number);
      }}
    />
  );
}

/** An address that a browser opens; none at all is no fault while it is being typed. */
function addressFault(text: string): string | null {
  if (!text || /^https?:$/.test(URL.parse(text)?.protocol ?? "")) return null;
  return "A whole address, such as https://example.com/page";
}

function ScreenshotFields({ config, onChange }: WidgetConfigurationProps) {
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label="Image type"
          value={config.screenshotType}
          options={same(SCREENSHOT_TYPES)}
          onChange={(screenshotType) => onChange({ screenshotType })}
        />
        <QualityField
          quality={config.screenshotQuality}
          onChange={(screenshotQuality) => onChange({ screenshotQuality })}
        />
      </div>
      <CheckField
        label="Full page"
        hint="The whole page, not only its first screen."
        checked={config.screenshotFullPage}
        onChange={(screenshotFullPage) => onChange({ screenshotFullPage })}
      />
    </>
  );
}

export function WidgetConfiguration({ config, onChange }: WidgetConfigurationProps) {
  return (
    <Card title="Widget Configuration">
      <div className="space-y-4">
        <Choice
          label="Page to convert"
          value={config.urlSource}
          options={labelled(URL_SOURCES)}
          onChange={(urlSource) => onChange({ urlSource })}
        />
        {config.urlSource === "custom" && (
          <TextField
            label="Custom URL"
            type="url"
            placeholder="https://example.com/page"
            autoCapitalize="none"
            spellCheck={false}
            value={config.customUrl}
            fault={addressFault(config.customUrl)}
            onChange={(event) => onChange({ customUrl: event.target.value })}
          />
        )}
        <Choice
          label="Output"
          value={config.outputType}
          options={labelled(OUTPUT_TYPES)}
          onChange={(outputType) => onChange({ outputType })}
        />
        <Choice
          label="Device"
          value={config.formFactor}
          options={labelled(FORM_FACTORS)}
          onChange={(formFactor) => onChange({ formFactor })}
        />
        {config.outputType === "pdf" ? (
          <PdfFields config={config} onChange={onChange} />
        ) : (
          <ScreenshotFields config={config} onChange={onChange} />
        )}
        <TextField
          label="Button text"
          placeholder={WIDGET_DEFAULTS.buttonText}
          autoComplete="off"
          value={config.buttonText}
          onChange={(event) => onChange({ buttonText: event.target.value })}
        />
      </div>
    </Card>
  );
}
