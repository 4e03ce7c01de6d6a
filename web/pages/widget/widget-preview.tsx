import type { PublicKey } from "#contract/account.ts";
import type { ButtonConfig } from "#contract/widget/snippet.ts";
import { Card } from "../../ui/card.tsx";
import { EmbeddedWidget } from "../../widget-host/embedded-widget.tsx";

export function WidgetPreview({ publicKey, config }: { publicKey: PublicKey; config: ButtonConfig }) {
  return (
    <Card
      title="Live Preview"
      note={
        <>
          This is the real button: each click uses 1 credit. It works here if{" "}
          <code className="font-mono">{window.location.host}</code> is one of the key's authorized domains.
        </>
      }
    >
      <div className="grid min-h-32 place-items-center rounded-md border border-line border-dashed bg-paper p-4">
        <EmbeddedWidget publicKey={publicKey.key} config={config} />
      </div>
    </Card>
  );
}
