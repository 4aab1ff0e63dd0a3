/**
 * Work on one transaction at the same time: its statements still run one after another, but what comes next is written out here while the
 * database has the one before. When this ends all of it is over, also where a part fails, so that no statement is left to run after the
 * transaction.
 */
export async function inRow<T extends readonly unknown[]>(parts: T): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(parts);
  // The first that failed: those after it only say that the transaction is broken.
  return Promise.all(parts);
}
