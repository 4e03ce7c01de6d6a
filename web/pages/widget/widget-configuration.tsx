import { parseCssLength } from "#contract/css-length.ts";
import { URL_SOURCES, WIDGET_DEFAULTS, WIDGET_PDF_FORMATS, type WidgetConfig } from "#contract/embed.ts";
import { FORM_FACTORS, OUTPUT_TYPES, SCREENSHOT_TYPES } from "#contract/option-values.ts";
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
            fault={parseCssLength(config[field]) === null ? "A length, such as 50px or 2cm" : null}
            onChange={(event) => onChange({ [field]: event.target.value })}
          />
        ))}
      </div>
    </>
  );
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
        <TextField
          label="Quality"
          type="number"
          inputMode="numeric"
          min={QUALITY.min}
          max={QUALITY.max}
          value={config.screenshotQuality}
          hint={`${QUALITY.min}-${QUALITY.max}, JPEG and WebP`}
          onChange={(event) => {
            const quality = event.target.valueAsNumber;
            if (!Number.isInteger(quality)) return;
            onChange({ screenshotQuality: Math.min(QUALITY.max, Math.max(QUALITY.min, quality)) });
          }}
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
