import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { contains, type Snapshot } from '../events/cursor.ts';
import type { Dispatcher, OutboxEvent, Replay } from '../events/dispatcher.ts';
import { mayReceive } from '../events/outbox.ts';
import type { Database } from '../db/pool.ts';
import type { Scope, TxDeps } from '../db/tx.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from 'pino';
import { AppError, isReadOnly } from './errors.ts';
import { endStreamLease, extendStreamLeases, takeStreamLease } from './stream-leases.queries.ts';

/** Twice in the time of a lease, so that a heartbeat that comes late, or fails once, ends no lease. */
const HEARTBEAT_MS = 25_000;
/** In all processes and accounts together. */
const MAX_PER_PERSON = 20;
/**
 * A client with more unread bytes than this is disconnected. It reconnects by itself and continues after its last
 * event.
 */
const MAX_UNREAD_BYTES = 512 * 1024;
/** The maximum number of events that are buffered while missed events are replayed. */
const MAX_WAITING = 1_000;
/** How long the replay of missed events waits for a client that has stopped reading. */
const REPLAY_STALL_MS = 30_000;

/** Added to `readMsAgo`, because the request takes time to arrive, especially at a busy server. */
const TRANSIT_MS = 5_000;

/** Where a stream begins: after a given event, a given number of milliseconds ago, or, if neither is given, now. */
interface StreamStart {
  readonly lastEventId?: string | undefined;
  readonly readMsAgo?: number | undefined;
}

/** The live streams that are open in this process. */
export interface LiveStreams {
  open(scope: Scope, reply: FastifyReply, from: StreamStart): Promise<void>;
  /** Asks every client to reconnect soon and closes the streams. Called on shutdown. */
  closeAll(): void;
  /** Shows each client that its stream is alive, and extends the leases of all streams. Runs every 25 seconds. */
  beat(): Promise<void>;
  readonly count: number;
  /** How many bytes are buffered for clients that have not read them yet. */
  readonly unreadBytes: number;
}

interface Stream {
  /** The id of its lease. While the database is read-only, a stream has none. */
  readonly lease: string | undefined;
  readonly scope: Scope;
  readonly send: (event: OutboxEvent) => void;
  readonly write: (text: string) => void;
  readonly close: () => void;
  readonly unreadBytes: () => number;
}

/**
 * Formats the text of an event as the client receives it. `onlyFor` names the person who may receive the event, and
 * stays on the server.
 */
function frame({ cursor, type, payload: { onlyFor: _onlyFor, ...payload } }: OutboxEvent): string {
  return `${cursor === undefined ? '' : `id: ${cursor}\n`}event: ${type}\ndata: ${JSON.stringify(payload)}\n\n`;
}
const isInternal = (event: OutboxEvent): boolean => event.type.startsWith('sessions-');

/**
 * Sends events to one client. Does not buffer unread events without limit: a slow client is disconnected, and gets the
 * events from the outbox when it reconnects.
 */
function createStream(scope: Scope, raw: ServerResponse, lease: string | undefined) {
  // Buffer events that arrive during the replay, to keep the order.
  let waiting: OutboxEvent[] | undefined = [];
  let replayed: Snapshot | undefined;
  const write = (text: string) => {
    if (raw.writableEnded || raw.destroyed) return;
    raw.write(text);
    if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy();
  };
  const send = (event: OutboxEvent) => {
    if (!mayReceive(event.payload['onlyFor'], scope)) return;
    if (waiting) {
      waiting.push(event);
      if (waiting.length > MAX_WAITING) raw.destroy();
      // Skips the event if the replay has already sent it.
    } else if (!replayed || !contains(replayed, event.tx)) write(frame(event));
  };
  return {
    lease,
    scope,
    send,
    write,
    close: () => {
      raw.end();
    },
    unreadBytes: () => raw.writableLength,
    /** Sends the missed events as fast as the client reads, then those that arrived in the meantime. */
    async start(replay?: Replay) {
      replayed = replay?.seen;
      for (const event of replay?.events ?? []) {
        if (raw.destroyed) return;
        if (!mayReceive(event.payload['onlyFor'], scope) || isInternal(event) || raw.write(frame(event))) continue;
        await once(raw, 'drain', { signal: AbortSignal.timeout(REPLAY_STALL_MS) }).catch(() => raw.destroy());
      }
      const rest = waiting ?? [];
      waiting = undefined;
      for (const event of rest) send(event);
    },
  };
}

/**
 * Sends committed events to all streams of their account. An event contains ids only. A client that reconnects gets the
 * events after its Last-Event-ID.
 */
export function createLiveStreams(
  deps: TxDeps & {
    readonly db: Database;
    readonly clock: Clock;
    readonly dispatcher: Dispatcher;
    readonly log: Logger;
  },
  hooks: { onSessionsEnded(ids: readonly string[]): void; onAccountChanged(accountId: string): void },
): LiveStreams {
  const { dispatcher } = deps;
  const byAccount = new Map<string, Set<Stream>>();
  const all = () => [...byAccount.values()].flatMap((s) => [...s]);
  const closeSessions = (streams: Iterable<Stream>, event: OutboxEvent) => {
    const ended = new Set(event.payload['sessionIds'] as string[]);
    hooks.onSessionsEnded([...ended]);
    for (const stream of streams)
      if (stream.scope.sessionId !== null && ended.has(stream.scope.sessionId)) stream.close();
  };

  dispatcher.onEvent((event) => {
    const ofAccount = byAccount.get(event.accountId) ?? new Set();
    if (event.type === 'sessions-ended') closeSessions(all(), event);
    else if (event.type === 'sessions-shut-out') closeSessions(ofAccount, event);
    else {
      if (event.payload['topic'] === 'account') hooks.onAccountChanged(event.accountId);
      for (const stream of ofAccount) stream.send(event);
    }
  });

  const beat = async (): Promise<void> => {
    for (const stream of all()) stream.write(': still here\n\n');
    const leases = all().flatMap(({ lease, scope }) =>
      lease === undefined ? [] : [{ id: lease, personId: scope.userId }],
    );
    await extendStreamLeases(deps, leases).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'the leases of live streams were not extended'),
    );
  };
  const heartbeat = setInterval(() => void beat(), HEARTBEAT_MS);
  heartbeat.unref();

  /** Takes one of the places of a person. Returns its lease; undefined while the database is read-only. */
  const takePlace = async ({ userId }: Scope): Promise<string | undefined> => {
    const full = () => new AppError('too_many', { retryAfterSeconds: 10 });
    try {
      const lease = await takeStreamLease(deps, userId, MAX_PER_PERSON);
      if (lease === undefined) throw full();
      return lease;
    } catch (error) {
      if (!isReadOnly(error)) throw error;
      // Streams go on while the database is read-only. Each process then counts alone.
      if (all().filter(({ scope }) => scope.userId === userId).length >= MAX_PER_PERSON) throw full();
      return undefined;
    }
  };
  let isClosed = false;
  const giveBack = (lease: string | undefined) => {
    if (lease === undefined) return;
    // If this fails, the lease runs out by itself.
    void endStreamLease(deps, lease).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'the lease of a live stream was not ended'),
    );
  };

  return {
    beat,
    get count() {
      return all().length;
    },
    get unreadBytes() {
      return all().reduce((sum, stream) => sum + stream.unreadBytes(), 0);
    },
    async open(scope, reply, { lastEventId, readMsAgo }) {
      const lease = await takePlace(scope);
      if (isClosed) {
        giveBack(lease);
        throw new AppError('unavailable', { retryAfterSeconds: 1 });
      }
      reply.hijack();
      const raw = reply.raw;
      // The client may have gone away meanwhile; no event would then say that its stream is closed.
      if (raw.destroyed || raw.closed) {
        giveBack(lease);
        return;
      }
      const mine = byAccount.get(scope.accountId) ?? new Set<Stream>();
      raw.writeHead(200, {
        ...Object.fromEntries(
          Object.entries(reply.getHeaders()).filter((h): h is [string, string] => typeof h[1] === 'string'),
        ),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        // Closes the connection after the stream, because an idle connection would delay a graceful shutdown.
        connection: 'close',
      });
      const stream = createStream(scope, raw, lease);
      mine.add(stream);
      byAccount.set(scope.accountId, mine);
      raw.on('close', () => {
        mine.delete(stream);
        giveBack(lease);
        if (mine.size === 0) byAccount.delete(scope.accountId);
      });
      const start = dispatcher.cursor();
      const from = lastEventId ?? (readMsAgo === undefined ? start : dispatcher.cursorBefore(readMsAgo + TRANSIT_MS));
      const isLate = lastEventId !== undefined || readMsAgo !== undefined;
      const replay =
        isLate && from !== undefined ? await dispatcher.since(scope.accountId, from).catch(() => undefined) : undefined;
      // The server cannot tell what the client missed, so the client must refetch everything and continue from this
      // position.
      if (isLate && !replay)
        raw.write(`retry: 1000\nevent: ready\ndata: {}\n\nid: ${start}\nevent: reset\ndata: {}\n\n`);
      // Sends an id before any event, so that a client can ask for missed events even if it is disconnected early.
      else raw.write(`retry: 1000\nid: ${from ?? start}\nevent: ready\ndata: {}\n\n`);
      await stream.start(replay);
    },
    closeAll() {
      // A stream that waits for its place now is not opened any more: nobody would close it.
      isClosed = true;
      clearInterval(heartbeat);
      for (const stream of all()) {
        stream.write('retry: 500\n\n');
        stream.close();
      }
    },
  };
}
