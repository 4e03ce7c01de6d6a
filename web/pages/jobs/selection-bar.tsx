import { Button, ButtonLink } from "../../ui/button.tsx";

interface SelectionBarProps {
  /** How many jobs are found, in words. */
  found: string;
  selectable: readonly string[];
  selected: readonly string[];
  onSelect: (ids: ReadonlySet<string>) => void;
  onDelete: () => void;
}

/** The number of jobs, and what can be done with those that are selected. It stays on the screen while the list scrolls. */
export function SelectionBar({ found, selectable, selected, onSelect, onDelete }: SelectionBarProps) {
  const all = selectable.length > 0 && selected.length === selectable.length;
  const [first, second] = selected;
  return (
    <div className="sticky top-0 z-10 -mx-4 flex min-h-13 flex-wrap rounded-t-lg items-center gap-x-3 gap-y-2 border-line border-b bg-sheet px-4 py-2 sm:-mx-5 sm:px-5">
      <label className="flex items-center gap-2 text-sm pointer-coarse:min-h-touch">
        <input
          type="checkbox"
          checked={all}
          disabled={selectable.length === 0}
          ref={(box) => {
            if (box) box.indeterminate = selected.length > 0 && !all;
          }}
          onChange={() => onSelect(new Set(all ? [] : selectable))}
          className="size-4 accent-accent"
        />
        Select all shown
      </label>
      <p role="status" className="text-muted text-sm">
        {selected.length > 0 ? `${selected.length} selected` : found}
      </p>
      {selected.length > 0 && (
        <div className="ml-auto flex gap-2">
          {selected.length === 2 && (
            <ButtonLink size="small" href={`/jobs/compare?a=${first}&b=${second}`}>
              Compare
            </ButtonLink>
          )}
          <Button size="small" look="danger" icon="trash" onClick={onDelete}>
            Delete
          </Button>
        </div>
      )}
    </div>
  );
}
