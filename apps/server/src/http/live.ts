import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { contains, type Snapshot } from '../events/cursor.ts';
import type { Dispatcher, OutboxEvent, Replay } from '../events/dispatcher.ts';
import type { Scope } from '../db/tx.ts';
import { AppError } from './errors.ts';

const HEARTBEAT_MS = 25_000;
const MAX_PER_PERSON = 20;
/** A client with more unread bytes than this is cut off: it reconnects by itself and continues at its last event. */
const MAX_UNREAD_BYTES = 512 * 1024;
/** The most events to buffer while a replay is read. */
const MAX_WAITING = 1_000;
/** How long a replay waits for a client that does not read. */
const REPLAY_STALL_MS = 30_000;

/** Open live streams of this process. */
export interface LiveStreams {
  open(scope: Scope, reply: FastifyReply, lastEventId: string | undefined): Promise<void>;
  /** Asks every client to reconnect soon and closes its stream; on shutdown. */
  closeAll(): void;
  readonly count: number;
  /** Bytes buffered for clients that have not read them yet. */
  readonly unreadBytes: number;
}

interface Stream {
  readonly scope: Scope;
  readonly send: (event: OutboxEvent) => void;
  readonly write: (text: string) => void;
  readonly close: () => void;
  readonly unreadBytes: () => number;
}

/** `onlyFor` (one person of the account, or everybody) stays on the server. */
function frame({ cursor, type, payload: { onlyFor: _onlyFor, ...payload } }: OutboxEvent): string {
  return `${cursor === undefined ? '' : `id: ${cursor}\n`}event: ${type}\ndata: ${JSON.stringify(payload)}\n\n`;
}
const isFor = (event: OutboxEvent, personId: string): boolean =>
  event.payload['onlyFor'] === undefined || event.payload['onlyFor'] === personId;
const isInternal = (event: OutboxEvent): boolean => event.type.startsWith('sessions-');

/**
 * Sends one client its events. Unread events are not buffered without limit: the client is cut off and replays the
 * outbox later.
 */
function createStream(scope: Scope, raw: ServerResponse) {
  // Events that arrive during the replay are buffered, so that the order holds.
  let waiting: OutboxEvent[] | undefined = [];
  let replayed: Snapshot | undefined;
  const write = (text: string) => {
    if (raw.writableEnded || raw.destroyed) return;
    raw.write(text);
    if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy();
  };
  const send = (event: OutboxEvent) => {
    if (!isFor(event, scope.userId)) return;
    if (waiting) {
      waiting.push(event);
      if (waiting.length > MAX_WAITING) raw.destroy();
      // The dispatcher may hand out an event that the replay has already sent.
    } else if (!replayed || !contains(replayed, event.tx)) write(frame(event));
  };
  return {
    scope,
    send,
    write,
    close: () => {
      raw.end();
    },
    unreadBytes: () => raw.writableLength,
    /** Sends the missed events as fast as the client reads, then those that arrived meanwhile. */
    async start(replay?: Replay) {
      replayed = replay?.seen;
      for (const event of replay?.events ?? []) {
        if (raw.destroyed) return;
        if (!isFor(event, scope.userId) || isInternal(event) || raw.write(frame(event))) continue;
        await once(raw, 'drain', { signal: AbortSignal.timeout(REPLAY_STALL_MS) }).catch(() => raw.destroy());
      }
      const rest = waiting ?? [];
      waiting = undefined;
      for (const event of rest) send(event);
    },
  };
}

/**
 * Fans committed events out to the streams of their account: ids only, replayed by Last-Event-ID after a disconnect.
 */
export function createLiveStreams(
  dispatcher: Dispatcher,
  hooks: { onSessionsEnded(ids: readonly string[]): void; onAccountChanged(accountId: string): void },
): LiveStreams {
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

  const heartbeat = setInterval(() => {
    for (const stream of all()) stream.write(': still here\n\n');
  }, HEARTBEAT_MS);
  heartbeat.unref();

  return {
    get count() {
      return all().length;
    },
    get unreadBytes() {
      return all().reduce((sum, stream) => sum + stream.unreadBytes(), 0);
    },
    async open(scope, reply, lastEventId) {
      const mine = byAccount.get(scope.accountId) ?? new Set<Stream>();
      if ([...mine].filter((s) => s.scope.userId === scope.userId).length >= MAX_PER_PERSON)
        throw new AppError('too_many', { retryAfterSeconds: 10 });
      reply.hijack();
      const raw = reply.raw;
      raw.writeHead(200, {
        ...Object.fromEntries(
          Object.entries(reply.getHeaders()).filter((h): h is [string, string] => typeof h[1] === 'string'),
        ),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        // Do not keep the connection alive: an idle one would delay a graceful shutdown.
        connection: 'close',
      });
      const stream = createStream(scope, raw);
      mine.add(stream);
      byAccount.set(scope.accountId, mine);
      raw.on('close', () => {
        mine.delete(stream);
        if (mine.size === 0) byAccount.delete(scope.accountId);
      });
      const start = dispatcher.cursor();
      const isKnown = lastEventId !== undefined;
      const replay = isKnown ? await dispatcher.since(scope.accountId, lastEventId).catch(() => undefined) : undefined;
      // We cannot tell what the client missed: it must fetch everything and continue from here.
      if (isKnown && !replay)
        raw.write(`retry: 1000\nevent: ready\ndata: {}\n\nid: ${start}\nevent: reset\ndata: {}\n\n`);
      // Send an id before any event, so that a client that disconnects early can still ask for what it missed.
      else raw.write(`retry: 1000\nid: ${lastEventId ?? start}\nevent: ready\ndata: {}\n\n`);
      await stream.start(replay);
    },
    closeAll() {
      clearInterval(heartbeat);
      for (const stream of all()) {
        stream.write('retry: 500\n\n');
        stream.close();
      }
    },
  };
}
