import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../client/call.ts";

const secondFactorQuery = queryOptions({
  queryKey: ["second-factor"],
  queryFn: ({ signal }) => call("GET /user/second-factor", { signal }),
});

/** The state of two-step sign-in. */
export function useSecondFactor() {
  return useQuery(secondFactorQuery);
}

/** A change of two-step sign-in, after which its state is loaded again. */
function useChange<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries(secondFactorQuery) });
}

export function useBeginTotp() {
  return useMutation({ mutationFn: () => call("POST /user/second-factor/totp") });
}

export function useConfirmTotp() {
  return useChange((code: string) => call("POST /user/second-factor/totp/confirm", { body: { code } }));
}

/** Asks the browser for a new passkey. The library is loaded by the first click. */
export function useAddPasskey() {
  return useChange(async (name: string) => {
    const { startRegistration } = await import("@simplewebauthn/browser");
    const optionsJSON = await call("POST /user/second-factor/passkey-options");
    const credential = await startRegistration({ optionsJSON });
    return call("POST /user/second-factor/passkeys", { body: { name, credential } });
  });
}

/** Removes the passkey with the id, or the authenticator app if the id is null. */
export function useRemoveFactor() {
  return useChange((id: string | null) =>
    id === null
      ? call("DELETE /user/second-factor/totp")
      : call("DELETE /user/second-factor/passkeys/{id}", { id }),
  );
}

export function useMakeRecoveryCodes() {
  return useChange((_: null) => call("POST /user/second-factor/recovery-codes"));
}
