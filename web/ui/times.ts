/** How long each notice is shown (spec §9). */
export const NOTICE_MS = {
  copied: 2_000,
  brief: 3_000,
  publicKeys: 5_000,
  /** Time in which a deletion can be undone. */
  undo: 10_000,
  checkoutSuccess: 10_000,
  checkoutCanceled: 15_000,
} as const;

/** Delays before a retry, a change of tab and a reload (spec §9). */
export const DELAY_MS = {
  userDataRetry: 2_000,
  loginAfterRegister: 2_000,
  reloadAfterPlanChange: 1_500,
} as const;
