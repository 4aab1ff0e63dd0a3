import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../db/pool.ts';
import { contains, MAX_LISTED, parseCursor, parseSnapshot, type Position, type Snapshot, toCursor } from './cursor.ts';
import { OUTBOX_CHANNEL } from './outbox.ts';

/** One committed row of the outbox. */
export interface OutboxEvent {
  /** The transaction that wrote it. */
  readonly tx: bigint;
  readonly accountId: string;
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The cursor that a client sends to continue after this event; absent while very many more follow. */
  readonly cursor?: string;
}
/** The events that a client missed, and the snapshot in which they were read. */
export interface Replay {
  readonly events: readonly OutboxEvent[];
  readonly seen: Snapshot;
}
export interface Dispatcher {
  onEvent(listener: (event: OutboxEvent) => void): void;
  /** The events after a cursor of this account; undefined if the cursor is invalid or there are too many. */
  since(accountId: string, cursor: string): Promise<Replay | undefined>;
  /** The cursor for a stream that opens now. */
  cursor(): string;
  /** Reads new rows now instead of waiting for NOTIFY; for tests and shutdown. */
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

interface Now {
  readonly text: string;
  readonly snapshot: Snapshot;
}
async function currentSnapshot(db: Database): Promise<Now> {
  const { rows } = await sql<{ text: string }>`select pg_current_snapshot()::text as text`.execute(db);
  const text = rows[0]?.text ?? '';
  return { text, snapshot: parseSnapshot(text) };
}

// ORDER BY must use the table's columns: plain `id` would mean the text in this select list.
const COLUMNS = sql`id::text as id, tx_id::text as tx, account_id, type, payload`;
const ofAccount = (accountId: string | null) => (accountId === null ? sql`` : sql`and account_id = ${accountId}`);

/** Rows of transactions that were running at the earlier position and have committed since. */
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

/** One page of the rows of transactions that began after the snapshot `before` and committed by the snapshot `now`. */
async function readNewer(
  db: Database,
  after: { readonly tx: string; readonly id: string },
  now: string,
  accountId: string | null,
): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`select ${COLUMNS} from outbox
    where (tx_id, id) > (${after.tx}::xid8, ${after.id}::bigint) and pg_visible_in_snapshot(tx_id, ${now}::pg_snapshot)
      ${ofAccount(accountId)}
    order by outbox.tx_id, outbox.id limit ${PAGE}`.execute(db);
  return rows;
}

/** All rows between an earlier position and a snapshot, page by page; the rows of one transaction in their order. */
async function* readBetween(
  db: Database,
  before: Position,
  now: Now,
  accountId: string | null,
): AsyncGenerator<readonly Row[]> {
  const late = await readLate(db, before, accountId);
  yield late.filter((row) => contains(now.snapshot, BigInt(row.tx)));
  for (let after = { tx: String(before.seen.next), id: '0' }; ; ) {
    const page = await readNewer(db, after, now.text, accountId);
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last;
  }
}

/**
 * Gives each event its cursor: for its account, the whole snapshot has been read except the events that follow here.
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
 * Hands committed outbox rows to the listeners of this process. NOTIFY on a connection of its own wakes it, and a slow
 * poll covers times when that connection is down. It reads a row as soon as it is committed; running transactions, in
 * this account or elsewhere, delay nothing (docs/adr/0043).
 */
export async function startDispatcher(options: {
  db: Database;
  url: string;
  log: { warn(o: object, m: string): void };
  /** Tests set a long interval to see what NOTIFY alone does. */
  pollMs?: number;
}): Promise<Dispatcher> {
  const { db, url, log, pollMs = 1_000 } = options;
  const listeners: ((event: OutboxEvent) => void)[] = [];
  let stopped = false;
  let seen = await currentSnapshot(db);
  let running: Promise<void> | undefined;
  let again = false;

  const deliver = (event: OutboxEvent) => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        // A listener that fails must not affect the others.
        log.warn({ err: error, type: event.type }, 'a listener of the outbox failed');
      }
    }
  };
  const readNew = async () => {
    const now = await currentSnapshot(db);
    if (now.text === seen.text) return;
    const rows: Row[] = [];
    for await (const page of readBetween(db, { seen: seen.snapshot }, now, null)) rows.push(...page);
    // Advance only after everything was read: after an error, reading restarts at the same position.
    seen = now;
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
      // The cursor is from the future: the database was restored from a backup.
      if (from.latest > now.snapshot.next) return undefined;
      const rows: Row[] = [];
      for await (const page of readBetween(db, from, now, accountId)) {
        rows.push(...page);
        if (rows.length > MAX_REPLAYED) return undefined;
      }
      return { events: toEvents(rows, now.snapshot), seen: now.snapshot };
    },
    cursor: () => toCursor({ seen: seen.snapshot }),
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

/** Runs LISTEN on a connection of its own and reconnects whenever it is lost; `onNews` also runs after each connect. */
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
