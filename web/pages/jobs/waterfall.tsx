import type { JobView } from "#contract/job/view.ts";
import { duration, phasesOf } from "./phases.ts";

const WIDTH = 1_000;
const MIN_BAR = 3;

/** The phases of a job as a table with bars. */
export function Waterfall({ job }: { job: JobView }) {
  const phases = phasesOf(job);
  if (phases.length === 0) return <p className="text-muted">The job has not begun.</p>;
  const total = phases.reduce((sum, { ms }) => sum + ms, 0);
  return (
    <table aria-label="Phases of the job" className="w-full text-sm">
      <thead className="sr-only">
        <tr>
          <th scope="col">Phase</th>
          <th scope="col">Duration</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {phases.map(({ name, ms, start, share }) => (
          <tr key={name}>
            <th scope="row" className="py-1 pr-3 text-left font-normal sm:whitespace-nowrap">
              {name}
            </th>
            <td className="whitespace-nowrap py-1 pr-3 text-right text-muted tabular-nums">{duration(ms)}</td>
            <td className="w-1/2 py-1">
              <svg
                viewBox={`0 0 ${WIDTH} 10`}
                preserveAspectRatio="none"
                aria-hidden="true"
                className="block h-2.5 w-full rounded-sm bg-wash text-accent"
              >
                <rect
                  x={Math.min(start * WIDTH, WIDTH - MIN_BAR)}
                  width={Math.max(MIN_BAR, share * WIDTH)}
                  height="10"
                  fill="currentColor"
                />
              </svg>
            </td>
          </tr>
        ))}
        <tr className="border-line border-t font-medium">
          <th scope="row" className="py-1 pr-3 text-left font-medium">
            Total
          </th>
          <td className="whitespace-nowrap py-1 pr-3 text-right tabular-nums">{duration(total)}</td>
          <td />
        </tr>
      </tbody>
    </table>
  );
}
