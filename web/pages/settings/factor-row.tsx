import type { ReactNode } from "react";

interface FactorRowProps {
  title: string;
  children: ReactNode;
  action: ReactNode;
}

/** One line of the card of two-step sign-in: what it is, and a button. */
export function FactorRow({ title, children, action }: FactorRowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-44">
        <p className="font-medium [overflow-wrap:anywhere]">{title}</p>
        <p className="text-muted text-sm">{children}</p>
      </div>
      {action}
    </div>
  );
}
