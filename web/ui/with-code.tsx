/** Text whose parts in backticks are code. */
export function WithCode({ text }: { text: string }) {
  let at = 0;
  return text.split("`").map((part, index) => {
    const key = at;
    at += part.length + 1;
    return index % 2 === 1 ? (
      <code key={key} className="font-mono text-[0.9em]">
        {part}
      </code>
    ) : (
      <span key={key}>{part}</span>
    );
  });
}
