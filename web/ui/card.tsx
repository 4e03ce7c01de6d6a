import { type ReactNode, useId } from "react";
import { classes } from "./classes.ts";

interface CardProps {
  title: string;
  /** One line below the title. */
  note?: ReactNode;
  /** Right of the title, for buttons or a badge. */
  aside?: ReactNode;
  tone?: "plain" | "danger";
  children?: ReactNode;
}

/** A box with a heading. It is a region, to which screen readers can jump. */
export function Card({ title, note, aside, tone = "plain", children }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={classes(
        "min-w-0 rounded-lg border bg-sheet p-4 sm:p-5",
        tone === "danger" ? "border-bad/60" : "border-line",
      )}
    >
      <div
        className={classes(
          "flex flex-wrap items-start justify-between gap-x-4 gap-y-2",
          Boolean(children) && "mb-4",
        )}
      >
        <div className="min-w-0 flex-1 basis-44">
          <h2 id={id} className={classes("text-[1.133rem]", tone === "danger" && "text-bad")}>
            {title}
          </h2>
          {note && <p className="mt-1 text-muted text-sm">{note}</p>}
        </div>
        {aside && (
          // On touch screens, buttons are taller than a title alone.
          <div
            className={classes(
              "flex flex-wrap items-center gap-2",
              !note && "pointer-coarse:has-[a,button]:-my-2.5",
            )}
          >
            {aside}
          </div>
        )}
      </div>
      {children}
    </section>
  );
}
