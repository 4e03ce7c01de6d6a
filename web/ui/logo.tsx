/** A printer's registration mark with its vertical line moved to the left, so that it reads as a P. */
function LogoMark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true" className="shrink-0">
      <g stroke="currentColor" strokeWidth="2">
        <circle cx="13.5" cy="9.5" r="6.5" />
        <path d="M7 1v22M3 9.5h5.5M18.5 9.5H23" />
      </g>
      <circle cx="13.5" cy="9.5" r="2.25" className="fill-accent" />
    </svg>
  );
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2">
      <LogoMark />
      <span className="font-semibold text-[1.2rem] leading-none tracking-[-0.03em]">Platen</span>
    </span>
  );
}
