/**
 * Runs parts concurrently on one transaction. PostgreSQL still executes one statement at a time, but the server
 * prepares the next statement while the database works. The function waits for every part, even if one fails, so that
 * no statement runs after the transaction has ended.
 */
export async function settleAll<T extends readonly unknown[]>(
  parts: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(parts);
  // Throw the first error: later ones only say that the transaction is aborted.
  return Promise.all(parts);
}
