import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";

interface DocsLinkProps {
  href: string;
  className?: string;
  current?: boolean;
  onClick?: () => void;
  children: ReactNode;
}

/** A link inside of the documentation. On the same page it changes only the anchor, so that the query stays. */
export function DocsLink({ href, current, ...rest }: DocsLinkProps) {
  const [path] = useLocation();
  const [page = "", anchor] = href.split("#");
  const now = current ? "page" : undefined;
  if (page === path && anchor !== undefined) return <a {...rest} href={`#${anchor}`} aria-current={now} />;
  return <Link {...rest} href={href} aria-current={now} />;
}
