/**
 * How far a reader of the outbox has read: a PostgreSQL snapshot. The reader has read all rows of transactions with ids
 * below `next`, except those that were still running. So no row is skipped, whenever it commits, and no reader waits
 * for a running transaction.
 */
export interface Snapshot {
  /** The first transaction id that had not been assigned when the snapshot was taken. */
  readonly next: bigint;
  readonly running: readonly bigint[];
}

/** Parses a snapshot as PostgreSQL writes it: "xmin:xmax:running,running". */
export function parseSnapshot(text: string): Snapshot {
  const [, next = '0', running = ''] = text.split(':');
  return { next: BigInt(next), running: running === '' ? [] : running.split(',').map(BigInt) };
}

/** Whether the snapshot shows what the transaction with this id wrote. */
export const contains = ({ next, running }: Snapshot, tx: bigint): boolean => tx < next && !running.includes(tx);

/**
 * A position in the outbox: a snapshot that has been read completely and, optionally, one transaction outside it that
 * has been read up to one of its rows.
 */
export interface Position {
  readonly seen: Snapshot;
  readonly partly?: { readonly tx: bigint; readonly row: bigint } | undefined;
}

/** The maximum number of running transactions that a cursor lists, because clients send the cursor in a header. */
export const MAX_LISTED = 100;
const MAX_RUNNING = 99_999;

/**
 * Serializes a position as the string that clients store (`Last-Event-ID`): numbers joined by dashes. The first three
 * numbers, compared one after the other, only grow from one position to the next, so clients can tell which of two
 * cursors is newer. The other numbers are the snapshot: its next transaction id, and the distance of each running
 * transaction from that id. A transaction that has been read in part comes first.
 */
export function toCursor({ seen: { next, running }, partly }: Position): string {
  const order = [next, MAX_RUNNING - running.length, partly?.row ?? 0];
  if (running.length <= MAX_LISTED) {
    const listed = partly ? [partly.tx, ...running.filter((tx) => tx !== partly.tx)] : running;
    return [...order, next, ...listed.map((tx) => next - tx)].join('-');
  }
  // There are too many transactions to list, so everything from the oldest of them on counts as unread. A client may
  // get some events twice.
  const oldest = running.reduce((least, tx) => (tx < least ? tx : least));
  return [...order, oldest].join('-');
}

const FORM = new RegExp(`^\\d{1,20}-\\d{1,5}-\\d{1,20}-\\d{1,20}(-\\d{1,20}){0,${MAX_LISTED}}$`);
/**
 * Reads a cursor; undefined if the string is no cursor, or one of an earlier release. `latest` is the server's position
 * when it sent the cursor.
 */
export function parseCursor(cursor: string): (Position & { readonly latest: bigint }) | undefined {
  if (!FORM.test(cursor)) return undefined;
  const [latest = 0n, , row = 0n, next = 0n, ...offsets] = cursor.split('-').map(BigInt);
  const running = offsets.map((offset) => next - offset);
  const [tx] = running;
  return { latest, seen: { next, running }, partly: row > 0n && tx !== undefined ? { tx, row } : undefined };
}
