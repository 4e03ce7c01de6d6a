import { useEffect, useState } from "react";
import { call } from "./call.ts";

export type Demo = { state: "loading" } | { state: "off" } | { state: "ready"; publicKey: string };

/** Public key of the demo, if the operator of this service has set one up. */
export function useDemo(): Demo {
  const [demo, setDemo] = useState<Demo>({ state: "loading" });
  useEffect(() => {
    const leave = new AbortController();
    call("GET /demo", { signal: leave.signal }).then(
      ({ public_key }) => setDemo(public_key ? { state: "ready", publicKey: public_key } : { state: "off" }),
      (error: unknown) => {
        if (leave.signal.aborted) return;
        console.error("The demo could not be loaded.", error);
        setDemo({ state: "off" });
      },
    );
    return () => leave.abort();
  }, []);
  return demo;
}
