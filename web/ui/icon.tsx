/** Our own line icons on a 16 px grid. */
const PATHS = {
  alert:
    "M8 5.2v3.6M8 11.2v.1M7.1 2.3 1.4 12.2a1 1 0 0 0 .9 1.5h11.4a1 1 0 0 0 .9-1.5L8.9 2.3a1 1 0 0 0-1.8 0Z",
  arrowLeft: "M13 8H3M7 4 3 8l4 4",
  arrowRight: "M3 8h10M9 4l4 4-4 4",
  check: "M3 8.5 6.5 12 13 4.5",
  chevronDown: "m4 6 4 4 4-4",
  close: "m4 4 8 8M12 4l-8 8",
  code: "m5 4.5L1.5 8 5 11.5M11 4.5 14.5 8 11 11.5",
  copy: "M5.5 5.5V3a1 1 0 0 1 1-1H13a1 1 0 0 1 1 1v6.5a1 1 0 0 1-1 1h-2.5M3 5.5h6.5a1 1 0 0 1 1 1V13a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V6.5a1 1 0 0 1 1-1Z",
  download: "M8 2v8.5M4.5 7 8 10.5 11.5 7M2.5 13.5h11",
  external: "M9 2.5h4.5V7M13.5 2.5 7.5 8.5M11.5 9.5v3a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1h3",
  eye: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
  eyeOff:
    "M2 2l12 12M6.5 3.7A7 7 0 0 1 8 3.5c4 0 6.5 4.5 6.5 4.5a12 12 0 0 1-1.8 2.3M4.2 4.7A12 12 0 0 0 1.5 8S4 12.5 8 12.5a6.5 6.5 0 0 0 3-.7M6.6 6.6a2 2 0 0 0 2.8 2.8",
  image: "M2.5 2.5h11v11h-11zM2.5 11l3-3 2.5 2.5 2-2 3.5 3.5M10.5 6v.1",
  key: "M5 14a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM7.2 8.8 13.5 2.5M11 5l2 2",
  mail: "M2 3.5h12v9H2zM2 4l6 5 6-5",
  monitor: "M1.5 2.5h13v8.5h-13zM8 11v2.5M5.5 13.5h5",
  moon: "M13.5 9.5A5.8 5.8 0 0 1 6.5 2.5a5.8 5.8 0 1 0 7 7Z",
  page: "M3.5 1.5h6l3 3v10h-9zM9.5 1.5v3h3",
  pencil: "m2.5 13.5.6-2.8 7.6-7.6a1 1 0 0 1 1.4 0l.8.8a1 1 0 0 1 0 1.4L5.3 12.9z",
  plus: "M8 3v10M3 8h10",
  refresh: "M13.5 3v3.5H10M2.5 13V9.5H6M3.2 6.5A5 5 0 0 1 12.5 5l1 1.5M12.8 9.5A5 5 0 0 1 3.5 11l-1-1.5",
  sun: "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7",
  trash: "M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.5 9h7l.5-9M6.5 7v4M9.5 7v4",
} as const;

export type IconName = keyof typeof PATHS;

/** Hidden from screen readers: the text beside it or the label of the control has the meaning. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="shrink-0"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
