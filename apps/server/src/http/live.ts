import type { FastifyReply } from 'fastify';
import { isAfter, parseCursor, type Position, toCursor } from '../events/cursor.ts';
import type { Dispatcher, OutboxEvent } from '../events/dispatcher.ts';
import type { Scope } from '../db/tx.ts';
import { AppError } from './errors.ts';

const HEARTBEAT_MS = 25_000;
const MAX_PER_PERSON = 20;

/** Open live streams of this process. */
export interface LiveStreams {
  open(scope: Scope, reply: FastifyReply, lastEventId: string | undefined): Promise<void>;
  /** Tells every client to come back soon and closes; on shutdown. */
  closeAll(): void;
  readonly count: number;
}

interface Stream {
  readonly scope: Scope;
  readonly write: (text: string) => void;
  /** The last event that the client has. A replay may have read more than the dispatcher has handed out: what it brings up to there is not told again. */
  replayedTo: Position | undefined;
  readonly close: () => void;
}

/** Whom a message is for stays here: everybody, or one person of the account. */
function frame(event: OutboxEvent): string {
  const { onlyFor: _onlyFor, ...payload } = event.payload;
  return `id: ${toCursor(event.position)}\nevent: ${event.type}\ndata: ${JSON.stringify(payload)}\n\n`;
}
const isFor = (event: OutboxEvent, personId: string): boolean => event.payload['onlyFor'] === undefined || event.payload['onlyFor'] === personId;

/** Fans committed events out to the streams of their account: ids only, replayed after a break by Last-Event-ID. */
export function createLiveStreams(
  dispatcher: Dispatcher,
  hooks: { onSessionsEnded(ids: readonly string[]): void; onAccountChanged(accountId: string): void },
): LiveStreams {
  const byAccount = new Map<string, Set<Stream>>();
  const all = () => [...byAccount.values()].flatMap((s) => [...s]);

  dispatcher.onEvent((event) => {
    if (event.type === 'sessions-ended') {
      const ended = new Set(event.payload['sessionIds'] as string[]);
      hooks.onSessionsEnded([...ended]);
      for (const stream of all()) if (stream.scope.sessionId !== null && ended.has(stream.scope.sessionId)) stream.close();
      return;
    }
    if (event.type === 'sessions-shut-out') {
      const shutOut = new Set(event.payload['sessionIds'] as string[]);
      hooks.onSessionsEnded([...shutOut]);
      for (const stream of byAccount.get(event.accountId) ?? []) if (stream.scope.sessionId !== null && shutOut.has(stream.scope.sessionId)) stream.close();
      return;
    }
    if (event.payload['topic'] === 'account') hooks.onAccountChanged(event.accountId);
    const text = frame(event);
    for (const stream of byAccount.get(event.accountId) ?? []) {
      if (stream.replayedTo !== undefined) {
        if (!isAfter(event.position, stream.replayedTo)) continue;
        stream.replayedTo = undefined;
      }
      if (isFor(event, stream.scope.userId)) stream.write(text);
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
    async open(scope, reply, lastEventId) {
      const mine = byAccount.get(scope.accountId) ?? new Set<Stream>();
      if ([...mine].filter((s) => s.scope.userId === scope.userId).length >= MAX_PER_PERSON) throw new AppError('too_many', { retryAfterSeconds: 10 });
      reply.hijack();
      const raw = reply.raw;
      raw.writeHead(200, {
        ...Object.fromEntries(Object.entries(reply.getHeaders()).filter((h): h is [string, string] => typeof h[1] === 'string')),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        // Nothing follows on this connection: kept alive after the end it would hold up a graceful stop.
        connection: 'close',
      });
      // What arrives while the replay is read waits, so that order holds.
      let waiting: string[] | undefined = [];
      const stream: Stream = {
        scope,
        replayedTo: lastEventId === undefined ? undefined : parseCursor(lastEventId),
        write: (text) => {
          if (waiting) waiting.push(text);
          else if (!raw.writableEnded) raw.write(text);
        },
        close: () => {
          raw.end();
        },
      };
      mine.add(stream);
      byAccount.set(scope.accountId, mine);
      raw.on('close', () => {
        mine.delete(stream);
        if (mine.size === 0) byAccount.delete(scope.accountId);
      });
      // A first id, so that a client that breaks off before any event can still ask for what it missed.
      raw.write(`retry: 1000\nid: ${lastEventId ?? dispatcher.cursor()}\nevent: ready\ndata: {}\n\n`);
      if (lastEventId !== undefined) {
        const missed = await dispatcher.since(scope.accountId, lastEventId).catch(() => undefined);
        // Too long ago to be sure: everything is said to have changed, and the client fetches what it shows.
        if (missed === undefined) raw.write('event: reset\ndata: {}\n\n');
        else {
          const seen = new Set(missed.filter((event) => isFor(event, scope.userId)).map(frame));
          for (const text of seen) if (!/^event: sessions-/m.test(text)) raw.write(text);
          waiting = waiting.filter((text) => !seen.has(text));
          stream.replayedTo = missed.at(-1)?.position ?? stream.replayedTo;
        }
      }
      const rest = waiting;
      waiting = undefined;
      for (const text of rest) stream.write(text);
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
