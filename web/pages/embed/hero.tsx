import { Button, ButtonLink } from "../../ui/button.tsx";

function showSetupGuide() {
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  document.getElementById("setup")?.scrollIntoView({ behavior: still ? "auto" : "smooth" });
}

export function Hero() {
  return (
    <div className="max-w-2xl pb-10">
      <h1 className="text-3xl sm:text-5xl sm:leading-[1.08]">A “Save as PDF” button for your site</h1>
      <p className="mt-4 text-lg text-muted">
        Paste one snippet into your page. Visitors click the button and download the page they are reading as
        a PDF or a screenshot.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink href="/auth?tab=register" look="primary" size="large">
          Get Started Free
        </ButtonLink>
        <Button size="large" onClick={showSetupGuide}>
          View Setup Guide
        </Button>
      </div>
    </div>
  );
}
