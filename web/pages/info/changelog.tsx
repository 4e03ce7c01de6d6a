import source from "../../../CHANGELOG.md?raw";
import { WithCode } from "../../ui/with-code.tsx";
import { releasesOf } from "./changes.ts";

const RELEASES = releasesOf(source);

export function Changelog() {
  return (
    <article className="max-w-2xl">
      <h1 className="text-3xl">Changelog</h1>
      <p className="mt-2 text-muted">What changes for users of Platen, newest first.</p>
      {RELEASES.map(({ title, changes }) => (
        <section key={title} className="mt-8">
          <h2 className="text-xl">{title}</h2>
          <ul className="mt-3 list-disc space-y-2 pl-5">
            {changes.map((change) => (
              <li key={change}>
                <WithCode text={change} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </article>
  );
}
