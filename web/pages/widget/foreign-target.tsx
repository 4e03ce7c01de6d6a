import type { PublicKey } from "#contract/account/public-keys.ts";
import { hostMatches } from "#contract/widget/domain-match.ts";
import type { ButtonConfig } from "#contract/widget/snippet.ts";
import { sentenceOf } from "../../client/failure.ts";
import { show } from "../../feedback/feedback.ts";
import { useUpdatePublicKey } from "../../queries/public-keys.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";

/** Shown when the key does not allow the custom URL, with a button that allows it. */
export function ForeignTarget({ publicKey, config }: { publicKey: PublicKey; config: ButtonConfig }) {
  const update = useUpdatePublicKey();
  const { id, restrict_targets, authorized_domains } = publicKey;
  const target = config["url-source"] === "custom" ? URL.parse(config["custom-url"] ?? "") : null;
  if (!target || !restrict_targets || hostMatches(target, authorized_domains)) return null;
  return (
    <Notice
      kind="warning"
      live
      title="This key cannot convert this address"
      actions={
        <Button
          size="small"
          busy={update.isPending}
          onClick={() =>
            update.mutate(
              { id, restrict_targets: false },
              { onError: (error) => show("error", sentenceOf(error, "Failed to update domains")) },
            )
          }
        >
          Allow any page
        </Button>
      }
    >
      {target.host} is not one of the key's authorized domains, and the key converts only pages on those
      domains.
    </Notice>
  );
}
