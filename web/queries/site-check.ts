import { useMutation } from "@tanstack/react-query";
import { call } from "../client/call.ts";

/** Checks the button on a page. The response can take up to a minute. */
export function useSiteCheck() {
  return useMutation({ mutationFn: (url: string) => call("POST /site-check", { body: { url } }) });
}
