/**
 * Waits for queries that run concurrently on one transaction. PostgreSQL still executes one statement at a time, but
 * the server prepares the next one while the database works. The function waits for every query, even if one fails, so
 * that no statement runs after the transaction has ended.
 */
export async function settleAll<T extends readonly unknown[]>(
  parts: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(parts);
  // Throws the first error. Later errors only say that the transaction is aborted.
  return Promise.all(parts);
}
