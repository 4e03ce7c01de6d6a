import { sentenceOf } from "../../client/failure.ts";
import { useApiKey } from "../../queries/api-key.ts";
import { Docs } from "./docs.tsx";

/** The API documentation with the API key of the account filled in. */
export function SignedInDocs() {
  const { data, error, isPending } = useApiKey();
  return (
    <Docs
      ownKey={isPending ? null : data?.api_key.key}
      keyNote={error ? sentenceOf(error, "Failed to load API key") : undefined}
    />
  );
}
