const STEPS = [
  [
    "Sign up and create a public key",
    "Register, open the Widget tab and create a public key with the authorized domains of your site.",
  ],
  [
    "Configure",
    "Choose PDF or screenshot, the paper format, the margins and the button text. The preview shows the real button.",
  ],
  ["Copy the embed code", "Paste it where the button should appear, on any page of your authorized domains."],
  [
    "Done",
    "Visitors click the button and download the file. Each request uses 1 credit, the same as an API request.",
  ],
] as const;

export function SetupGuide() {
  return (
    <ol className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
      {STEPS.map(([title, text], index) => (
        <li key={title} className="border-ink border-t-2 pt-3">
          <p className="text-muted text-sm tabular-nums">Step {index + 1}</p>
          <h3 className="mt-0.5 text-[1.067rem]">{title}</h3>
          <p className="mt-1 text-muted">{text}</p>
        </li>
      ))}
    </ol>
  );
}
