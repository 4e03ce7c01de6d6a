const MAX_AT_ONCE = 8;

/** Handles the items, several at a time. After an error it starts no further ones, and rejects. */
export async function inParallel<Item>(
  items: Iterable<Item>,
  handle: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  let isFailed = false;
  const work = async () => {
    for (let next = iterator.next(); !next.done && !isFailed; next = iterator.next())
      await handle(next.value);
  };
  const workers = Array.from({ length: MAX_AT_ONCE }, () =>
    work().catch((error) => {
      isFailed = true;
      throw error;
    }),
  );
  const failed = (await Promise.allSettled(workers)).find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
}
