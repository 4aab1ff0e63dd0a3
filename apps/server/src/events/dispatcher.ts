import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../db/pool.ts';
import { parseCursor, type Position, toCursor } from './cursor.ts';
import { OUTBOX_CHANNEL } from './outbox.ts';

/** One committed row of the outbox. */
export interface OutboxEvent {
  readonly position: Position;
  readonly accountId: string;
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
}
export interface Dispatcher {
  onEvent(listener: (event: OutboxEvent) => void): void;
  /** Rows after a cursor of this account, oldest first; undefined when the cursor is too old to be sure. */
  since(accountId: string, cursor: string): Promise<OutboxEvent[] | undefined>;
  /** Cursor of the newest event handed out, for a stream that starts now. */
  cursor(): string;
  /** Reads what is new now instead of waiting for the notification; tests and shutdown. */
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
const toEvent = (r: Row): OutboxEvent => ({ position: { tx: r.tx, id: r.id }, accountId: r.account_id, type: r.type, payload: r.payload });

/**
 * Committed rows after a position, oldest first, of one account or of all (null). Rows of running transactions are left for later
 * (`pg_snapshot_xmin`), so a late commit with a low id is never skipped.
 */
async function readAfter(db: Database, { tx, id }: Position, accountId: string | null, most: number): Promise<OutboxEvent[]> {
  const found = await sql<Row>`
    select id::text as id, tx_id::text as tx, account_id, type, payload from outbox
    where (tx_id, id) > (${tx}::xid8, ${id}::bigint) and tx_id < pg_snapshot_xmin(pg_current_snapshot())
      ${accountId === null ? sql`` : sql`and account_id = ${accountId}`}
    order by tx_id, id limit ${most}`.execute(db);
  return found.rows.map(toEvent);
}

/**
 * Feeds committed outbox rows to listeners of this process: woken by NOTIFY on its own connection, and by a slow
 * poll for the time that this connection is down.
 */
export async function startDispatcher(options: { db: Database; url: string; log: { warn(o: object, m: string): void } }): Promise<Dispatcher> {
  const { db, url, log } = options;
  const listeners: ((event: OutboxEvent) => void)[] = [];
  let stopped = false;
  let position: Position | undefined;
  let running: Promise<void> | undefined;
  let again = false;

  const readNew = async () => {
    if (!position) {
      const start = await sql<{ tx: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as tx`.execute(db);
      position = { tx: start.rows[0]?.tx ?? '0', id: '0' };
    }
    const events = await readAfter(db, position, null, 1000);
    for (const event of events) {
      position = event.position;
      for (const listener of listeners) listener(event);
    }
    if (events.length === 1000) again = true;
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
        if (!stopped) log.warn({ err: error }, 'outbox could not be read; trying again');
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };

  let client: pg.Client | undefined;
  let reconnect: NodeJS.Timeout | undefined;
  const listen = async () => {
    if (stopped) return;
    const next = new pg.Client({ connectionString: url, keepAlive: true });
    const lost = () => {
      if (stopped || client !== next) return;
      client = undefined;
      reconnect = setTimeout(() => void listen(), 500);
    };
    next.on('error', lost);
    next.on('end', lost);
    client = next;
    try {
      await next.connect();
      next.on('notification', () => void drain());
      await next.query(`listen ${OUTBOX_CHANNEL}`);
      await drain();
    } catch {
      lost();
    }
  };
  await listen();
  // A row can be committed while another transaction still hides it: the poll picks it up when that one ends.
  const poll = setInterval(() => void drain(), 1_000);
  poll.unref();

  return {
    onEvent: (listener) => {
      listeners.push(listener);
    },
    since: async (accountId, cursor) => {
      const from = parseCursor(cursor);
      if (!from) return undefined;
      const events = await readAfter(db, from, accountId, 1001);
      return events.length > 1000 ? undefined : events;
    },
    cursor: () => toCursor(position ?? { tx: '0', id: '0' }),
    drain,
    stop: async () => {
      stopped = true;
      clearInterval(poll);
      clearTimeout(reconnect);
      await running;
      await client?.end().catch(() => undefined);
    },
  };
}
