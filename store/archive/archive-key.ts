/** Keys of the archive's files in R2. */

/** A file is not changed once its jobs have left D1. */
export function archiveKey({ accountId, month, part }: { accountId: string; month: string; part: number }) {
  return `archive/${accountId}/${month}/${part}.ndjson.gz`;
}
