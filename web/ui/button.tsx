import type { ComponentProps, ReactNode } from "react";
import { Link } from "wouter";
import { classes } from "./classes.ts";
import { Icon, type IconName } from "./icon.tsx";

const LOOKS = {
  // The transparent border is seen in forced colours, which take the background away.
  primary: "border border-transparent bg-ink text-sheet hover:bg-ink/85 disabled:bg-ink/40",
  secondary: "border border-edge bg-sheet text-ink hover:bg-wash disabled:opacity-50",
  quiet: "text-ink hover:bg-wash disabled:opacity-50",
  danger: "border border-bad text-bad bg-sheet hover:bg-bad-wash disabled:opacity-50",
} as const;

const SIZES = {
  small: "h-8 px-2.5 text-[0.867rem] pointer-coarse:min-h-touch",
  medium: "h-9 px-3.5 pointer-coarse:min-h-touch",
  large: "h-11 pointer-coarse:h-touch px-5 text-[1.067rem]",
} as const;

interface Look {
  look?: keyof typeof LOOKS;
  size?: keyof typeof SIZES;
  icon?: IconName;
}

function buttonClass({ look = "secondary", size = "medium" }: Look, extra?: string): string {
  return classes(
    "inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium",
    "transition-colors disabled:cursor-not-allowed aria-disabled:cursor-not-allowed aria-disabled:opacity-60",
    LOOKS[look],
    SIZES[size],
    extra,
  );
}

interface ButtonProps extends ComponentProps<"button">, Look {
  /** Ignores clicks, and keeps the focus, which a disabled button would lose. */
  busy?: boolean;
}

export function Button({
  look,
  size,
  icon,
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      className={buttonClass({ look, size }, className)}
    >
      {icon && <Icon name={icon} />}
      <span className={classes(busy && "animate-pulse")}>{children}</span>
    </button>
  );
}

/** A square button with only an icon; `label` is its accessible name and its tooltip. */
export function IconButton({
  icon,
  label,
  className,
  ...rest
}: Omit<ComponentProps<"button">, "children"> & { icon: IconName; label: string }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={classes(
        "inline-grid size-8 shrink-0 place-items-center pointer-coarse:size-touch rounded-md text-muted transition-colors",
        "hover:bg-wash hover:text-ink disabled:cursor-not-allowed disabled:opacity-50",
        className,
      )}
    >
      <Icon name={icon} />
    </button>
  );
}

/** A link to another screen of the app that looks like a button. */
export function ButtonLink({
  look,
  size,
  icon,
  href,
  children,
}: Look & { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={buttonClass({ look, size })}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}

/** A link to another site or to a download that looks like a button. */
export function ButtonAnchor({ look, size, icon, className, children, ...rest }: Look & ComponentProps<"a">) {
  return (
    <a {...rest} className={buttonClass({ look, size }, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}
