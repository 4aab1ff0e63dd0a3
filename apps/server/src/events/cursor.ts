/**
 * How far a reader of the outbox has read: a PostgreSQL snapshot. Everything written by transactions below `next` has
 * been read, except by those still running. So no row is skipped, whenever it commits, and no reader waits for a
 * running transaction.
 */
export interface Snapshot {
  /** The first transaction id that was not yet assigned. */
  readonly next: bigint;
  readonly running: readonly bigint[];
}

/** PostgreSQL writes a snapshot as "xmin:xmax:running,running". */
export function parseSnapshot(text: string): Snapshot {
  const [, next = '0', running = ''] = text.split(':');
  return { next: BigInt(next), running: running === '' ? [] : running.split(',').map(BigInt) };
}

/** Whether the snapshot shows what this transaction wrote. */
export const contains = ({ next, running }: Snapshot, tx: bigint): boolean => tx < next && !running.includes(tx);

/** A position in the outbox: a whole snapshot, plus the rows up to one id of one transaction that is not in it. */
export interface Position {
  readonly seen: Snapshot;
  readonly partly?: { readonly tx: bigint; readonly row: bigint } | undefined;
}

/** The most running transactions to list in a cursor, because it travels in a header. */
export const MAX_LISTED = 100;
const MAX_RUNNING = 99_999;

/**
 * A position as clients store it (`Last-Event-ID`): numbers joined by dashes. The first three only grow from one
 * position to the next, so clients can compare cursors. The rest is the snapshot; a partly read transaction comes
 * first.
 */
export function toCursor({ seen: { next, running }, partly }: Position): string {
  const order = [next, MAX_RUNNING - running.length, partly?.row ?? 0];
  if (running.length <= MAX_LISTED) {
    const listed = partly ? [partly.tx, ...running.filter((tx) => tx !== partly.tx)] : running;
    return [...order, next, ...listed.map((tx) => next - tx)].join('-');
  }
  // Everything from the oldest running transaction on counts as unread: a client may get some of it twice.
  const oldest = running.reduce((least, tx) => (tx < least ? tx : least));
  return [...order, oldest].join('-');
}

const FORM = new RegExp(`^\\d{1,20}-\\d{1,5}-\\d{1,20}-\\d{1,20}(-\\d{1,20}){0,${MAX_LISTED}}$`);
/**
 * Undefined if this is no cursor, or one of an earlier release. `latest` is the server's position when it sent the
 * cursor.
 */
export function parseCursor(cursor: string): (Position & { readonly latest: bigint }) | undefined {
  if (!FORM.test(cursor)) return undefined;
  const [latest = 0n, , row = 0n, next = 0n, ...offsets] = cursor.split('-').map(BigInt);
  const running = offsets.map((offset) => next - offset);
  const [tx] = running;
  return { latest, seen: { next, running }, partly: row > 0n && tx !== undefined ? { tx, row } : undefined };
}
