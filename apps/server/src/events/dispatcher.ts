import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../db/pool.ts';
import { contains, MAX_LISTED, parseCursor, parseSnapshot, type Position, type Snapshot, toCursor } from './cursor.ts';
import { OUTBOX_CHANNEL, REPLAYED_DAYS } from './outbox.ts';

/** One committed row of the outbox. */
export interface OutboxEvent {
  /** The id of the transaction that wrote the row. */
  readonly tx: bigint;
  readonly accountId: string;
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /**
   * The cursor that a client sends to continue after this event. Absent if more transactions follow than a cursor can
   * list.
   */
  readonly cursor?: string;
}
/** The events that a client missed, and the snapshot in which they were read. */
export interface Replay {
  readonly events: readonly OutboxEvent[];
  readonly seen: Snapshot;
}
export interface Dispatcher {
  onEvent(listener: (event: OutboxEvent) => void): void;
  /**
   * Reads the events of this account after a cursor; undefined if the cursor is invalid or there are too many events.
   */
  since(accountId: string, cursor: string): Promise<Replay | undefined>;
  /** Returns the cursor for a stream that is opened now. */
  cursor(): string;
  /**
   * Returns the cursor of the position that this process had reached this many milliseconds ago; undefined if the
   * process did not run then, or if that was more than five minutes ago.
   */
  cursorBefore(msAgo: number): string | undefined;
  /** Reads new rows now instead of waiting for NOTIFY. Used by tests and on shutdown. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

interface Row {
  readonly id: string;
  readonly tx: string;
  readonly account_id: string;
  readonly type: string;
  readonly payload: Record<string, unknown>;
}
const PAGE = 1_000;
const MAX_REPLAYED = 1_000;
/** Earlier positions are remembered for this long, one per second. */
const REMEMBER_MS = 300_000;
const REMEMBER_EVERY_MS = 1_000;

interface Now {
  readonly text: string;
  readonly snapshot: Snapshot;
}
async function currentSnapshot(db: Database): Promise<Now> {
  const { rows } = await sql<{ text: string }>`select pg_current_snapshot()::text as text`.execute(db);
  const text = rows[0]?.text ?? '';
  return { text, snapshot: parseSnapshot(text) };
}

// ORDER BY must name the table (`outbox.id`): plain `id` would mean the column of this select list, which is a string.
const COLUMNS = sql`id::text as id, tx_id::text as tx, account_id, type, payload`;
const PAGE_IN_ORDER = sql`order by outbox.tx_id, outbox.id limit ${sql.lit(PAGE)}`;
const ofAccount = (accountId: string | null) => (accountId === null ? sql`` : sql`and account_id = ${accountId}`);

/**
 * Whether rows after this position may have been deleted. They may if the position does not include the newest row that
 * is older than the replay period.
 */
async function mayLackRows(db: Database, { seen }: Position): Promise<boolean> {
  const { rows } = await sql<{ tx: string }>`select tx_id::text as tx from outbox
    where created_at < now() - make_interval(days => ${REPLAYED_DAYS}) order by tx_id desc limit 1`.execute(db);
  return rows.some(({ tx }) => !contains(seen, BigInt(tx)));
}

/** Reads the rows of transactions that were running at the earlier position and have committed since. */
async function readLate(
  db: Database,
  { seen: { running }, partly }: Position,
  accountId: string | null,
): Promise<readonly Row[]> {
  if (running.length === 0) return [];
  const { rows } = await sql<Row>`select ${COLUMNS} from outbox
    where tx_id = any(${running.map(String)}::xid8[])
      ${partly ? sql`and not (tx_id = ${String(partly.tx)}::xid8 and id <= ${String(partly.row)}::bigint)` : sql``}
      ${ofAccount(accountId)}
    order by outbox.tx_id, outbox.id`.execute(db);
  return rows;
}

/**
 * Reads one page of rows: those of transactions that got their ids after the earlier snapshot and that the snapshot
 * `now` shows.
 */
async function readNewer(
  db: Database,
  after: { readonly tx: string; readonly id: string },
  now: string,
  accountId: string | null,
): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`select ${COLUMNS} from outbox
    where (tx_id, id) > (${after.tx}::xid8, ${after.id}::bigint) and pg_visible_in_snapshot(tx_id, ${now}::pg_snapshot)
      ${ofAccount(accountId)}
    ${PAGE_IN_ORDER}`.execute(db);
  return rows;
}

/**
 * Reads the current snapshot and the first page of rows after an earlier one. One statement does both, because each
 * write of the product wakes every process; it sees exactly the rows that its snapshot shows.
 */
async function readNow(
  db: Database,
  { next }: Snapshot,
): Promise<{ readonly now: Now; readonly first: readonly Row[] }> {
  const { rows } = await sql<{ now: string } & (Row | Record<keyof Row, null>)>`
    select pg_current_snapshot()::text as now, page.id, page.tx, page.account_id, page.type, page.payload
    from (select) as one
    left join (
      select ${COLUMNS}, outbox.tx_id as by_tx, outbox.id as by_id
      from outbox
      where (tx_id, id) > (${String(next)}::xid8, 0)
      ${PAGE_IN_ORDER}
    ) as page on true
    order by page.by_tx, page.by_id`.execute(db);
  const text = rows[0]?.now ?? '';
  return {
    now: { text, snapshot: parseSnapshot(text) },
    first: rows.flatMap((row) => (row.id === null ? [] : [row])),
  };
}

/**
 * Reads all rows between an earlier position and a snapshot, page by page. The rows of one transaction keep their
 * order. `known`: the first page of those after the earlier snapshot, if it was read before.
 */
async function* readBetween(
  db: Database,
  before: Position,
  now: Now,
  { accountId, known }: { readonly accountId: string | null; readonly known?: readonly Row[] },
): AsyncGenerator<readonly Row[]> {
  const late = await readLate(db, before, accountId);
  yield late.filter((row) => contains(now.snapshot, BigInt(row.tx)));
  const start = { tx: String(before.seen.next), id: '0' };
  for (let page = known ?? (await readNewer(db, start, now.text, accountId)); ; ) {
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    page = await readNewer(db, last, now.text, accountId);
  }
}

/**
 * Gives each event its cursor. A client that sends this cursor has seen, for its account, the whole snapshot except for
 * the events that follow in this list.
 */
function toEvents(rows: readonly Row[], now: Snapshot): OutboxEvent[] {
  const following = new Map<string, Set<bigint>>();
  return rows
    .toReversed()
    .map((row) => {
      const tx = BigInt(row.tx);
      const later = following.get(row.account_id) ?? new Set();
      following.set(row.account_id, later);
      const event = { tx, accountId: row.account_id, type: row.type, payload: row.payload };
      const partly = later.has(tx) ? { tx, row: BigInt(row.id) } : undefined;
      const seen = { next: now.next, running: [...now.running, ...later] };
      const isListed = later.size < MAX_LISTED;
      later.add(tx);
      return isListed ? { ...event, cursor: toCursor({ seen, partly }) } : event;
    })
    .toReversed();
}

/**
 * Delivers committed outbox rows to the listeners of this process. A NOTIFY on a separate connection wakes it; a slow
 * poll finds the rows while that connection is down. It reads a row as soon as the row is committed, or some
 * milliseconds after its last reading, and no running transaction, in this account or another, delays it
 * (docs/adr/0043).
 */
export async function startDispatcher(options: {
  db: Database;
  url: string;
  log: { warn(o: object, m: string): void };
  /** How often to poll. Tests set a long interval to see what NOTIFY alone does. */
  pollMs?: number;
  /** How long rows wait after a reading, so that those of writes that follow each other closely are read together. */
  pauseMs?: number;
}): Promise<Dispatcher> {
  const { db, url, log, pollMs = 1_000, pauseMs = 50 } = options;
  const listeners: ((event: OutboxEvent) => void)[] = [];
  let stopped = false;
  let seen = await currentSnapshot(db);
  let running: Promise<void> | undefined;
  let again = false;

  const passed = [{ at: performance.now(), snapshot: seen.snapshot }];
  const remember = ({ snapshot }: Now) => {
    const at = performance.now();
    if (at - (passed.at(-1)?.at ?? 0) < REMEMBER_EVERY_MS) return;
    passed.push({ at, snapshot });
    // Keep one position older than the limit: the position of any moment is the last one recorded before it.
    while ((passed[1]?.at ?? at) < at - REMEMBER_MS) passed.shift();
  };

  const deliver = (event: OutboxEvent) => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        // An error in one listener must not affect the others.
        log.warn({ err: error, type: event.type }, 'a listener of the outbox failed');
      }
    }
  };
  const readNew = async () => {
    const { now, first } = await readNow(db, seen.snapshot);
    if (now.text === seen.text) return;
    const rows: Row[] = [];
    const from = { accountId: null, known: first };
    for await (const page of readBetween(db, { seen: seen.snapshot }, now, from)) rows.push(...page);
    // Advance only after all rows were read, so that after an error the next reading starts at the same position.
    seen = now;
    remember(now);
    for (const event of toEvents(rows, now.snapshot)) deliver(event);
  };
  const drain = (): Promise<void> => {
    if (running) {
      again = true;
      return running;
    }
    running = (async () => {
      do {
        again = false;
        await readNew();
        if (!stopped) await sleep(pauseMs, undefined, { ref: false });
      } while (again && !stopped);
    })()
      .catch((error: unknown) => {
        if (!stopped) log.warn({ err: error }, 'the outbox could not be read; trying again');
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };

  const listening = startListening(url, drain);
  await listening.started;
  const poll = setInterval(() => void drain(), pollMs);
  poll.unref();

  return {
    onEvent: (listener) => {
      listeners.push(listener);
    },
    since: async (accountId, cursor) => {
      const from = parseCursor(cursor);
      if (!from) return undefined;
      const now = await currentSnapshot(db);
      // The cursor is ahead of the server's position: the database was restored from a backup.
      if (from.latest > now.snapshot.next) return undefined;
      if (await mayLackRows(db, from)) return undefined;
      const rows: Row[] = [];
      for await (const page of readBetween(db, from, now, { accountId })) {
        rows.push(...page);
        if (rows.length > MAX_REPLAYED) return undefined;
      }
      return { events: toEvents(rows, now.snapshot), seen: now.snapshot };
    },
    cursor: () => toCursor({ seen: seen.snapshot }),
    cursorBefore: (msAgo) => {
      const position = passed.findLast(({ at }) => at <= performance.now() - msAgo);
      return msAgo <= REMEMBER_MS && position ? toCursor({ seen: position.snapshot }) : undefined;
    },
    drain,
    stop: async () => {
      stopped = true;
      clearInterval(poll);
      await running;
      await listening.stop();
    },
  };
}

const RECONNECT_MS = 500;

/**
 * Runs LISTEN on a separate connection and reconnects whenever the connection is lost. `onNews` also runs after each
 * connect.
 */
function startListening(url: string, onNews: () => Promise<void>): { started: Promise<void>; stop(): Promise<void> } {
  let stopped = false;
  let client: pg.Client | undefined;
  let reconnect: NodeJS.Timeout | undefined;
  const listen = async () => {
    if (stopped) return;
    const next = new pg.Client({ connectionString: url, keepAlive: true });
    const lost = () => {
      if (stopped || client !== next) return;
      client = undefined;
      reconnect = setTimeout(() => void listen(), RECONNECT_MS);
    };
    next.on('error', lost);
    next.on('end', lost);
    client = next;
    try {
      await next.connect();
      next.on('notification', () => void onNews());
      await next.query(`listen ${OUTBOX_CHANNEL}`);
      await onNews();
    } catch {
      lost();
    }
  };
  return {
    started: listen(),
    stop: async () => {
      stopped = true;
      clearTimeout(reconnect);
      await client?.end().catch(() => undefined);
    },
  };
}
