/** The number of rows per statement. Longer statements take too long to parse; shorter ones cause more round trips. */
const CHUNK = 1000;

/** Splits rows into batches, so that each batch fits into one statement. */
export const chunks = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, i) => rows.slice(i * CHUNK, (i + 1) * CHUNK));
