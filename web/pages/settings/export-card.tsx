import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { callFile } from "../../client/call.ts";
import { hasCode, sentenceOf } from "../../client/failure.ts";
import { show } from "../../feedback/feedback.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ProveItIsYou } from "./prove-it-is-you.tsx";

const FILE_NAME = "platen-account.json";
/** The browser reads the file soon after the click. */
const KEEP_FILE_MS = 60_000;

function save(file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = FILE_NAME;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_FILE_MS);
}

/** Downloads all data of the account as a file. */
export function ExportCard() {
  const [proving, setProving] = useState(false);
  const load = useMutation({
    mutationFn: () => callFile("GET /user/export"),
    onSuccess: save,
    onError: (error) => {
      if (hasCode(error, "reauthentication_required")) setProving(true);
      else show("error", sentenceOf(error, "Your data could not be exported"));
    },
  });

  return (
    <>
      <Card
        title="Your Data"
        note="Everything that we store about your account, as a JSON file. It has no passwords and no private keys. Download the files of your jobs from the jobs page."
        aside={
          <Button size="small" icon="download" busy={load.isPending} onClick={() => load.mutate()}>
            Export data
          </Button>
        }
      />
      <ProveItIsYou
        open={proving}
        purpose="export your data"
        confirmLabel="Export data"
        onProved={() => load.mutate()}
        onClose={() => setProving(false)}
      />
    </>
  );
}
