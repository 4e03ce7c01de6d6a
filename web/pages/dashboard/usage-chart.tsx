/** Bar chart of the jobs of each day: PDFs at the bottom, then screenshots, then Markdown and HTML. */
import type { UsageRow } from "./usage-rows.ts";

const HEIGHT_PX = 168;
/** Above the highest bar, and below the bars for the dates. */
const TOP_PX = 10;
const DATES_PX = 28;
const PLOT_PX = HEIGHT_PX - TOP_PX - DATES_PX;
const MAX_LINES = 4;
const MAX_DATES = 5;
/** Few days have bars as wide as these, not as wide as the chart. */
const MIN_SLOTS = 14;
const BAR_SHARE = 0.72;
const DATE = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

const SERIES = [
  { name: "PDFs", fill: "fill-accent", swatch: "bg-accent", of: ({ pdf }: UsageRow) => pdf },
  { name: "Screenshots", fill: "fill-edge", swatch: "bg-edge", of: ({ screenshot }: UsageRow) => screenshot },
  {
    name: "Markdown, HTML",
    fill: "fill-muted",
    swatch: "bg-muted",
    of: ({ markdown, html }: UsageRow) => markdown + html,
  },
];

/** Of a digit of the numbers beside the lines. */
const DIGIT_PX = 7;
const MIN_NUMBERS_PX = 28;
const NUMBERS_GAP_PX = 8;

/** Distance of the lines: 1, 2 or 5 times a power of ten, so that there are few. */
function lineStep(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, highest / MAX_LINES)));
  return (
    [1, 2, 5, 10].map((factor) => factor * power).find((step) => highest / step <= MAX_LINES) ?? 10 * power
  );
}

interface UsageChartProps {
  days: readonly UsageRow[];
  /** Called with the index of the day under the pointer. */
  onPoint: (index: number | null) => void;
}

export function UsageChart({ days, onPoint }: UsageChartProps) {
  const total = days.reduce((sum, { jobs }) => sum + jobs, 0);
  const highest = Math.max(4, ...days.map(({ jobs }) => jobs));
  const step = lineStep(highest);
  const lines = Array.from({ length: Math.floor(highest / step) + 1 }, (_, index) => index * step);
  const numbersPx = Math.max(MIN_NUMBERS_PX, highest.toLocaleString("en-US").length * DIGIT_PX);
  const yOf = (jobs: number) => TOP_PX + PLOT_PX * (1 - jobs / highest);
  const slot = 100 / Math.max(MIN_SLOTS, days.length);
  const dateStep = Math.ceil(days.length / MAX_DATES);

  function bars(day: UsageRow, left: number) {
    let below = 0;
    return SERIES.map(({ name, fill, of }) => {
      const from = below;
      below += of(day);
      return (
        <rect
          key={name}
          className={fill}
          x={`${left + (slot * (1 - BAR_SHARE)) / 2}%`}
          width={`${slot * BAR_SHARE}%`}
          y={yOf(below)}
          height={yOf(from) - yOf(below)}
        />
      );
    });
  }

  return (
    <div
      role="img"
      aria-label={`Jobs per day, ${total} in total`}
      className="flex fill-muted text-[12px] tabular-nums forced-colors:fill-[CanvasText]"
    >
      <svg aria-hidden="true" width={numbersPx + NUMBERS_GAP_PX} height={HEIGHT_PX} className="shrink-0">
        {lines.map((jobs) => (
          <text key={jobs} x={numbersPx} y={yOf(jobs)} dy="0.32em" textAnchor="end">
            {jobs.toLocaleString("en-US")}
          </text>
        ))}
      </svg>
      <svg
        aria-hidden="true"
        height={HEIGHT_PX}
        className="min-w-0 flex-1 overflow-visible"
        onPointerLeave={() => onPoint(null)}
      >
        {lines.map((jobs) => (
          <line key={jobs} className="stroke-line" x2="100%" y1={yOf(jobs)} y2={yOf(jobs)} />
        ))}
        {days.map((day, index) => (
          <g key={day.id} onPointerEnter={() => onPoint(index)}>
            <rect
              className="fill-transparent hover:fill-wash"
              x={`${index * slot}%`}
              width={`${slot}%`}
              y={TOP_PX}
              height={PLOT_PX}
            />
            {bars(day, index * slot)}
            {index % dateStep === 0 && (
              <text x={`${(index + 0.5) * slot}%`} y={HEIGHT_PX - 8} textAnchor="middle">
                {DATE.format(new Date(day.id))}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}

export function UsageLegend() {
  return (
    <p className="flex gap-3 text-muted text-sm">
      {SERIES.map(({ name, swatch }) => (
        <span key={name} className="inline-flex items-center gap-1.5">
          <span
            aria-hidden="true"
            className={`inline-block size-2.5 forced-color-adjust-none rounded-[2px] [print-color-adjust:exact] ${swatch}`}
          />{" "}
          {name}
        </span>
      ))}
    </p>
  );
}
