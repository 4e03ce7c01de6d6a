/** Bar chart of the jobs of each day: PDFs at the bottom, then screenshots, then Markdown and HTML. */
import "uplot/dist/uPlot.min.css";
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import { useTheme } from "../../ui/theme.ts";
import type { UsageRow } from "./usage-rows.ts";

const HEIGHT_PX = 168;
const DATE = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

interface Inks {
  pdf: string;
  screenshot: string;
  muted: string;
  line: string;
}

/** Current colours of the theme. A canvas cannot use CSS variables, so hidden swatches resolve them. */
function inksOf(swatches: HTMLElement): Inks {
  const colourOf = (name: keyof Inks) => {
    const swatch = swatches.querySelector(`[data-ink="${name}"]`);
    return swatch ? getComputedStyle(swatch).color : "";
  };
  return {
    pdf: colourOf("pdf"),
    screenshot: colourOf("screenshot"),
    muted: colourOf("muted"),
    line: colourOf("line"),
  };
}

function optionsFor(
  days: readonly UsageRow[],
  inks: Inks,
  width: number,
  onPoint: (index: number | null) => void,
): uPlot.Options {
  const font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const bars = uPlot.paths.bars?.({ size: [0.72, 28], gap: 1, radius: 0.08 });
  const label = (index: number) => {
    const date = days[index]?.id;
    return date && Number.isInteger(index) ? DATE.format(new Date(date)) : "";
  };
  return {
    width,
    height: HEIGHT_PX,
    padding: [8, 14, 0, 0],
    legend: { show: false },
    cursor: { x: true, y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: [-0.5, days.length - 0.5] },
      y: { range: (_plot, _min, max) => [0, Math.max(4, Math.ceil(max * 1.1))] },
    },
    axes: [
      {
        stroke: inks.muted,
        font,
        grid: { show: false },
        ticks: { show: false },
        size: 28,
        gap: 9,
        space: 64,
        incrs: [1, 2, 5, 7, 10, 15],
        values: (_plot, splits) => splits.map(label),
      },
      {
        stroke: inks.muted,
        font,
        grid: { stroke: inks.line, width: 1 },
        ticks: { show: false },
        size: 32,
        space: 36,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
      },
    ],
    series: [
      {},
      { label: "Markdown, HTML", fill: inks.muted, width: 0, paths: bars, points: { show: false } },
      { label: "Screenshots", fill: inks.screenshot, width: 0, paths: bars, points: { show: false } },
      { label: "PDFs", fill: inks.pdf, width: 0, paths: bars, points: { show: false } },
    ],
    hooks: { setCursor: [(plot) => onPoint(plot.cursor.idx ?? null)] },
  };
}

/** uPlot draws later, where React cannot catch a failure. */
function requireCanvas(): void {
  if (!document.createElement("canvas").getContext("2d")) throw new Error("The browser has no 2D canvas.");
}

interface UsageChartProps {
  days: readonly UsageRow[];
  label: string;
  /** Called with the index of the day under the pointer. */
  onPoint: (index: number | null) => void;
}

export function UsageChart({ days, label, onPoint }: UsageChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLDivElement>(null);
  const theme = useTheme();

  useEffect(() => {
    const box = host.current;
    const swatches = probe.current;
    // `theme` is a dependency of this effect, because the chart must be redrawn in the colours of a new theme.
    if (!box || !swatches || !theme) return;
    requireCanvas();

    let plot: uPlot | null = null;
    function draw() {
      if (!box || !swatches) return;
      plot?.destroy();
      const xs = days.map((_, index) => index);
      const data: uPlot.AlignedData = [
        xs,
        days.map(({ pdf, screenshot, markdown, html }) => pdf + screenshot + markdown + html),
        days.map(({ pdf, screenshot }) => pdf + screenshot),
        days.map(({ pdf }) => pdf),
      ];
      plot = new uPlot(optionsFor(days, inksOf(swatches), box.clientWidth, onPoint), data, box);
    }
    draw();
    const resized = new ResizeObserver(() => plot?.setSize({ width: box.clientWidth, height: HEIGHT_PX }));
    resized.observe(box);
    const system = window.matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", draw);
    return () => {
      resized.disconnect();
      system.removeEventListener("change", draw);
      plot?.destroy();
    };
  }, [days, theme, onPoint]);

  return (
    <>
      <div ref={probe} hidden>
        <span data-ink="pdf" className="text-accent" />
        <span data-ink="screenshot" className="text-edge" />
        <span data-ink="muted" className="text-muted" />
        <span data-ink="line" className="text-line" />
      </div>
      <div ref={host} role="img" aria-label={label} className="min-h-[168px] min-w-0 overflow-hidden" />
    </>
  );
}
