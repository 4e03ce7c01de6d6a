/** Private API keys: what a key may do, and the calls that accept one. */

export const KEY_SCOPES = ["read", "render", "admin"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** `test`: its jobs cost no credits, and their files are marked. */
export const KEY_MODES = ["live", "test"] as const;
export type KeyMode = (typeof KEY_MODES)[number];

/** Word in the files of test jobs. */
export const TEST_MARK = "TEST";

/** Name of the key that each account has from the start. */
export const DEFAULT_KEY_NAME = "Default";

/** What each scope allows. */
export const SCOPE_MEANINGS = {
  read: "List and read jobs, and download their files.",
  render: "Create jobs. A request that waits gets the finished job or its file.",
  admin: "Cancel and delete jobs.",
} as const satisfies Record<KeyScope, string>;

/** Beside the scopes of a form, where none is chosen. */
export const SCOPE_MISSING = "Please choose at least one scope";

/** Every call that accepts an API key, with the scope that the key needs. */
export const KEY_CALLS = {
  "GET /jobs": "read",
  "GET /jobs/{id}": "read",
  "GET /files/{id}": "read",
  "GET /files/{id}/thumbnail": "read",
  "POST /jobs": "render",
  "DELETE /jobs/{id}": "admin",
  "POST /jobs/delete": "admin",
} as const satisfies Record<string, KeyScope>;
export type KeyCall = keyof typeof KEY_CALLS;

export function isKeyCall(call: string): call is KeyCall {
  return call in KEY_CALLS;
}
