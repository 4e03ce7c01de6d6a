import type { ReactNode } from "react";

interface SupportLinkProps {
  className?: string;
  /** The address itself by default. */
  children?: ReactNode;
}

/** Writes to the operator. The address is in wrangler.toml. */
export function SupportLink({
  className = "text-accent underline underline-offset-2",
  children,
}: SupportLinkProps) {
  const email = String(import.meta.env.VITE_SUPPORT_EMAIL ?? "");
  return (
    <a className={className} href={`mailto:${email}`}>
      {children ?? email}
    </a>
  );
}
