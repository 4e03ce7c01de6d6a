import { memo } from "react";
import { isFinal } from "#contract/job/state.ts";
import type { JobView } from "#contract/job/view.ts";
import { JobRow } from "../../job-list/job-row.tsx";
import { spokenName } from "../../job-result/job-name.ts";
import { classes } from "../../ui/classes.ts";

interface SelectableRowProps {
  job: JobView;
  age: string;
  isSelected: boolean;
  onToggle: (id: string, isRange: boolean) => void;
}

/** A job that is being rendered cannot be deleted, so it cannot be selected either. */
export function isSelectable({ status }: JobView): boolean {
  return isFinal(status) || status === "pending";
}

/** A row with a checkbox. */
export const SelectableRow = memo(function SelectableRow({
  job,
  age,
  isSelected,
  onToggle,
}: SelectableRowProps) {
  return (
    <li
      className={classes(
        // What changes in a row changes nothing outside of it. content-visibility would also skip the rows outside of the
        // window, but hides them from screen readers.
        "-mx-4 flex gap-2 px-4 contain-content sm:-mx-5 sm:px-5",
        isSelected && "bg-accent-wash",
      )}
    >
      <label className="-ml-2 grid w-8 pointer-coarse:w-touch shrink-0 place-items-center self-stretch">
        <input
          type="checkbox"
          aria-label={`Select ${spokenName(job)}`}
          checked={isSelected}
          disabled={!isSelectable(job)}
          onChange={(event) => {
            const { nativeEvent } = event;
            onToggle(job.jobId, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
          }}
          className="size-4 accent-accent"
        />
      </label>
      <div className="min-w-0 flex-1">
        <JobRow job={job} age={age} />
      </div>
    </li>
  );
});
