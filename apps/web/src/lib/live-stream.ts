import { type ChangedEvent, changedEvent } from '@quayside/contracts/live';
import { subscribe as subscribeEndpoint } from '@quayside/contracts/notifications';
import { NOTIFICATION_TYPES, type NotificationType } from '@quayside/domain/lists';
import { z } from 'zod';
import { createMessageParser, type LiveMessage } from './live-message.ts';
import { session } from './session-store.ts';

/**
 * Back-off before a retry: doubles from 1 s up to 30 s, plus up to a third of jitter so that browsers do not reconnect
 * together.
 */
export const backoffMs = (failures: number, random: number): number =>
  Math.min(30_000, 1000 * 2 ** (failures - 1)) * (1 + random / 3);
/** Number of retries before the stream pauses until a tab becomes visible. */
const MAX_RETRIES = 10;
/** The server sends a keep-alive every 25 s; a connection that is silent for longer is dead. */
const SILENT_MS = 70_000;
/** Statuses that end the stream without a retry. */
const STOP_STATUSES = [401, 403, 404];
/** Statuses that concern the session: it ended, or (409) it moved to another account. */
const SESSION_STATUSES = [401, 409, 498];

const noticeEvent = z.object({ id: z.string() });

export type LiveState = 'connecting' | 'open' | 'reconnecting' | 'stopped';
interface Handlers {
  readonly onChanged: (change: ChangedEvent) => void;
  /** A new notification was created. */
  readonly onNotice?: (type: NotificationType, id: string) => void;
  readonly onState: (state: LiveState) => void;
  /** The cursor was too old to replay: any data may have changed. */
  readonly onGap: () => void;
  /** The session may have ended. An ordinary call checks that and ends it with the right message. */
  readonly onRefused: () => Promise<unknown>;
}
type Broadcast =
  | { kind: 'message'; message: LiveMessage }
  | { kind: 'state'; state: LiveState }
  | { kind: 'ask' }
  | { kind: 'look' };

/** Ids are numbers joined by dashes and compare part by part; a tab drops messages that it has already seen. */
export function isNewer(id: string, last: string | undefined): boolean {
  if (last === undefined) return true;
  const before = last.split('-');
  for (const [index, part] of id.split('-').entries()) {
    const [now, then] = [part, before[index] ?? ''].map((digits) => digits.replace(/^0+/, '')) as [string, string];
    if (now !== then) return now.length === then.length ? now > then : now.length > then.length;
  }
  return false;
}

/**
 * One stream per person and browser: the tab that holds the lock reads the stream and broadcasts to the others. When
 * that tab closes, another one continues from the last id that it saw itself.
 */
export function openLiveStream(userId: string, accountId: string, handlers: Handlers): () => void {
  const name = `quayside.live.${userId}.${accountId}`;
  const abort = new AbortController();
  const channel = new BroadcastChannel(name);
  let lastId: string | undefined;
  let state: LiveState = 'connecting';
  let isLeader = false;
  // A tab became visible: the tab that holds the lock reconnects if it had paused.
  const wake = new EventTarget();
  const look = () => {
    wake.dispatchEvent(new Event('look'));
    channel.postMessage({ kind: 'look' } satisfies Broadcast);
  };
  window.addEventListener('focus', look);

  const setState = (next: LiveState) => {
    state = next;
    handlers.onState(next);
  };
  const take = (message: LiveMessage) => {
    // After a reset the server may count from a lower id, because its database was restored from a backup. Accept lower
    // ids.
    if (message.event === 'reset') lastId = message.id;
    else if (message.id !== undefined) {
      if (!isNewer(message.id, lastId)) return;
      lastId = message.id;
    }
    if (message.event === 'reset') handlers.onGap();
    const type = NOTIFICATION_TYPES.find((name) => name === message.event);
    const notice = type && noticeEvent.safeParse(parseJson(message.data));
    if (type && notice?.success) handlers.onNotice?.(type, notice.data.id);
    if (message.event !== 'changed') return;
    const change = changedEvent.safeParse(parseJson(message.data));
    if (change.success) handlers.onChanged(change.data);
  };
  channel.onmessage = ({ data }: MessageEvent<Broadcast>) => {
    if (data.kind === 'message') take(data.message);
    else if (data.kind === 'state' && !isLeader) setState(data.state);
    else if (data.kind === 'look') wake.dispatchEvent(new Event('look'));
    else if (data.kind === 'ask' && isLeader) channel.postMessage({ kind: 'state', state } satisfies Broadcast);
  };
  channel.postMessage({ kind: 'ask' } satisfies Broadcast);

  const lead = async () => {
    isLeader = true;
    await readUntilAborted(abort.signal, wake, () => lastId, {
      onMessage: (message) => {
        take(message);
        channel.postMessage({ kind: 'message', message } satisfies Broadcast);
      },
      onState: (next) => {
        setState(next);
        channel.postMessage({ kind: 'state', state: next } satisfies Broadcast);
      },
      onRefused: handlers.onRefused,
    });
  };
  void ('locks' in navigator ? navigator.locks.request(name, { signal: abort.signal }, lead) : lead()).catch(
    () => undefined,
  );
  return () => {
    abort.abort();
    window.removeEventListener('focus', look);
    channel.close();
  };
}

interface StreamEvents {
  readonly onMessage: (message: LiveMessage) => void;
  readonly onState: (state: LiveState) => void;
  readonly onRefused: () => Promise<unknown>;
}

/**
 * Reads the stream in a loop until it is aborted or refused. After ten failed retries in a row it pauses until a tab
 * becomes visible.
 */
async function readUntilAborted(
  signal: AbortSignal,
  wake: EventTarget,
  lastId: () => string | undefined,
  events: StreamEvents,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const from = lastId();
    const status = await readOnce(signal, from, {
      ...events,
      onState: (state) => {
        // The first connection failed, so there is no cursor to replay from: any data may have changed.
        if (state === 'open' && from === undefined && failures > 0)
          events.onMessage({ id: undefined, event: 'reset', data: '' });
        if (state === 'open') failures = 0;
        events.onState(state);
      },
    });
    if (signal.aborted) return;
    if (status !== undefined && SESSION_STATUSES.includes(status)) await events.onRefused().catch(() => undefined);
    if (status !== undefined && (STOP_STATUSES.includes(status) || !session.get())) {
      events.onState('stopped');
      return;
    }
    failures += 1;
    // Log and retry. A broken connection is not an error for the user.
    console.debug('live stream', status ?? 'broken', failures);
    if (failures > MAX_RETRIES) {
      events.onState('stopped');
      await nextLook(wake, signal);
      failures = 0;
    } else {
      events.onState('reconnecting');
      await pause(backoffMs(failures, Math.random()), signal);
    }
  }
}

/** One connection. Returns the status of a refusal, or undefined when the connection broke. */
async function readOnce(
  signal: AbortSignal,
  lastId: string | undefined,
  events: StreamEvents,
): Promise<number | undefined> {
  const line = new AbortController();
  const stop = () => line.abort();
  signal.addEventListener('abort', stop, { once: true });
  let watchdog = setTimeout(stop, SILENT_MS);
  try {
    const isLive = await session.revive();
    const held = session.get();
    if (!held) return 401;
    if (!isLive) return undefined;
    // The stream has its own fetch, because call() reads whole answers and a stream never ends.
    const response = await fetch(
      `/api/v2${subscribeEndpoint.path.replace('{userId}', encodeURIComponent(held.userId))}`,
      {
        headers: {
          Accept: 'text/event-stream',
          Authorization: `Bearer ${held.accessToken}`,
          'X-Client': 'web',
          ...(held.accountId ? { 'X-Account-Id': held.accountId } : {}),
          ...(lastId ? { 'Last-Event-ID': lastId } : {}),
        },
        cache: 'no-store',
        credentials: 'same-origin',
        signal: line.signal,
      },
    );
    if (!response.ok || !response.body) return response.status;
    events.onState('open');
    const feed = createMessageParser((message) => message && events.onMessage(message));
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return undefined;
      clearTimeout(watchdog);
      watchdog = setTimeout(stop, SILENT_MS);
      feed(value);
    }
  } catch {
    return undefined;
  } finally {
    clearTimeout(watchdog);
    signal.removeEventListener('abort', stop);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Waits for a time, or until the browser is online again, or until the signal aborts. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const over = new AbortController();
    const end = () => (clearTimeout(timer), over.abort(), resolve());
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { signal: over.signal });
    window.addEventListener('online', end, { signal: over.signal });
  });

const nextLook = (wake: EventTarget, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    wake.addEventListener('look', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
