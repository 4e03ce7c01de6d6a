import type { PublicKey } from "#contract/account/public-keys.ts";
import { hostMatches } from "#contract/widget/domain-match.ts";
import type { ButtonLook } from "#contract/widget/look.ts";
import type { ButtonConfig } from "#contract/widget/snippet.ts";
import { Card } from "../../ui/card.tsx";
import { classes } from "../../ui/classes.ts";
import { EmbeddedWidget } from "../../widget-host/embedded-widget.tsx";

/** The home page of the key's first domain: the preview has no page of the site around it. */
function homeOf({ authorized_domains: [domain = ""] }: PublicKey): string {
  const host = domain.replace(/^\*\./, "").replace(/:\*$/, "");
  return `${/^(localhost|127\.0\.0\.1)\b/.test(host) ? "http" : "https"}://${host}/`;
}

interface WidgetPreviewProps {
  publicKey: PublicKey;
  config: ButtonConfig;
  look: ButtonLook;
}

/** The real button, on a light and on a dark page. The service accepts it on this page also if the key does not authorize our domain. */
export function WidgetPreview({ publicKey, config, look }: WidgetPreviewProps) {
  const { authorized_domains: domains, restrict_targets } = publicKey;
  const mayConvertThis = !restrict_targets || hostMatches(new URL(window.location.href), domains);
  const isKept = config["url-source"] === "custom" || mayConvertThis;
  const home = homeOf(publicKey);
  const shown = isKept ? config : { ...config, "url-source": "custom", "custom-url": home };
  return (
    <Card
      title="Live Preview"
      note={
        <>
          This is the real button: each click uses 1 credit.
          {!isKept && (
            <>
              {" "}
              Here it converts <code className="font-mono break-all">{home}</code> instead of the page around
              it.
            </>
          )}
        </>
      }
    >
      <div className="grid overflow-hidden rounded-md border border-line">
        {["bg-[#fff]", "bg-[#111]"].map((page) => (
          <div key={page} className={classes("grid min-h-28 min-w-0 place-items-center p-4", page)}>
            <EmbeddedWidget publicKey={publicKey.key} config={shown} look={look} />
          </div>
        ))}
      </div>
    </Card>
  );
}
