/** Marketing page of the widget: features, demo, setup guide, examples and attributes (spec §2). */
import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/button.tsx";
import { AttributeTable } from "./attribute-table.tsx";
import { CodeExamples } from "./code-examples.tsx";
import { Faq } from "./faq.tsx";
import { Hero } from "./hero.tsx";
import { LiveDemo } from "./live-demo.tsx";
import { Looks } from "./looks.tsx";
import { SecurityNotes } from "./security-notes.tsx";
import { SetupGuide } from "./setup-guide.tsx";

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-4 border-line border-t py-10">
      <h2 id={`${id}-title`} className="mb-5 text-xl sm:text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

const FEATURES = [
  [
    "Easy to integrate",
    "One script, one tag, no backend required. The widget isolates its style from your page, so only the button text is customizable.",
  ],
  [
    "Secure by design",
    "Public keys work only from your authorized domains. Your private key never leaves your server.",
  ],
  [
    "Works everywhere",
    "A standard custom element that works with any site platform or single-page app: plain HTML, WordPress, Wix, React, Vue or Angular.",
  ],
] as const;

export function Embed() {
  return (
    <div>
      <Hero />
      <ul className="grid gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-3">
        {FEATURES.map(([title, text]) => (
          <li key={title} className="bg-sheet p-5">
            <h2 className="text-[1.067rem]">{title}</h2>
            <p className="mt-1.5 text-muted">{text}</p>
          </li>
        ))}
      </ul>
      <div className="mt-10">
        <Section id="demo" title="Live demo">
          <LiveDemo />
        </Section>
        <Section id="setup" title="Setup guide">
          <SetupGuide />
        </Section>
        <Section id="examples" title="Code examples">
          <CodeExamples />
        </Section>
        <Section id="security" title="Security">
          <SecurityNotes />
        </Section>
        <Section id="attributes" title="Attributes">
          <AttributeTable />
        </Section>
        <Section id="looks" title="Styling">
          <Looks />
        </Section>
        <Section id="faq" title="Frequently asked questions">
          <Faq />
        </Section>
        <div className="flex flex-wrap items-center justify-between gap-4 rounded-lg border border-line bg-sheet p-6">
          <div>
            <h2 className="text-xl">Add the button to your site today</h2>
            <p className="mt-1 text-muted">The Free plan needs no credit card.</p>
          </div>
          <ButtonLink href="/auth?tab=register" look="primary" size="large">
            Get Started Free
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
