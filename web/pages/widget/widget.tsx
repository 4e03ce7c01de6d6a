/** The Widget tab: public keys, configuration, preview and embed code of the button. */

import { useState } from "react";
import { DEFAULT_LOOK } from "#contract/widget/look.ts";
import type { ButtonConfig } from "#contract/widget/snippet.ts";
import { VerifyEmailNotice } from "../../account/verify-email-notice.tsx";
import { useProfile } from "../../queries/profile.ts";
import { usePublicKeys } from "../../queries/public-keys.ts";
import { DomainUseCard } from "./domain-use-card.tsx";
import { EmbedCodeCard } from "./embed-code-card.tsx";
import { ForeignTarget } from "./foreign-target.tsx";
import { KeysCard } from "./keys-card.tsx";
import { LookCard } from "./look-card.tsx";
import { SiteCheckCard } from "./site-check-card.tsx";
import { WidgetConfiguration } from "./widget-configuration.tsx";
import { WidgetPreview } from "./widget-preview.tsx";

export function Widget() {
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [config, setConfig] = useState<ButtonConfig>({});
  const [look, setLook] = useState(DEFAULT_LOOK);
  const { data: profile } = useProfile();
  const { data: keys } = usePublicKeys();
  const selected = keys?.length === 1 ? keys[0] : keys?.find((key) => key.id === selectedId);

  return (
    <div className="space-y-5">
      <h1 className="text-2xl">Widget</h1>
      {profile?.email_confirmed_at === null && (
        <VerifyEmailNotice>Your buttons work after that.</VerifyEmailNotice>
      )}
      <KeysCard selectedId={selected?.id ?? null} onSelect={setSelectedId} />
      {selected && (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <div className="grid min-w-0 gap-5">
            <WidgetConfiguration
              config={config}
              onChange={(change) => setConfig((before) => ({ ...before, ...change }))}
            />
            <LookCard look={look} onChange={(change) => setLook((before) => ({ ...before, ...change }))} />
          </div>
          <div className="grid min-w-0 gap-5 lg:sticky lg:top-5">
            <ForeignTarget publicKey={selected} config={config} />
            <WidgetPreview publicKey={selected} config={config} look={look} />
            <EmbedCodeCard publicKey={selected.key} config={config} look={look} />
          </div>
        </div>
      )}
      {keys && <SiteCheckCard />}
      {selected && <DomainUseCard publicKey={selected} />}
    </div>
  );
}
