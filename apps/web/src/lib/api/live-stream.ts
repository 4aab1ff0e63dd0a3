import { type ChangedEvent, changedEvent } from '@quayside/contracts/live';
import { subscribe as subscribeEndpoint } from '@quayside/contracts/notifications/notifications';
import { NOTIFICATION_TYPES, type NotificationType } from '@quayside/domain/lists';
import { z } from 'zod';
import { createMessageParser, type LiveMessage } from './live-message.ts';
import { session } from '../session/session-store.ts';

/**
 * The delay before a retry. It doubles from 1 s up to 30 s. Up to a third of it is added at random, so that browsers do
 * not all reconnect at the same moment.
 */
export const backoffMs = (failures: number, random: number): number =>
  Math.min(30_000, 1000 * 2 ** (failures - 1)) * (1 + random / 3);
/** The number of retries before the stream pauses until the window gets the focus. */
const MAX_RETRIES = 10;
/** After this time without data, the connection is considered dead. The server sends a keep-alive every 25 s. */
const SILENT_MS = 70_000;
/** Statuses that end the stream without a retry. */
const STOP_STATUSES = [401, 403, 404];
/** Statuses that concern the session. The session has ended, or (409) it has moved to another account. */
const SESSION_STATUSES = [401, 409, 498];

const noticeEvent = z.object({ id: z.string() });

export type LiveState = 'connecting' | 'open' | 'reconnecting' | 'stopped';
interface Handlers {
  readonly onChanged: (change: ChangedEvent) => void;
  /** Called when a new notification was created. */
  readonly onNotice?: (type: NotificationType, id: string) => void;
  readonly onState: (state: LiveState) => void;
  /**
   * Called when messages may have been missed because the server can no longer replay them. Any data may have changed
   * then.
   */
  readonly onGap: () => void;
  /**
   * Called when the session may have ended. This handler makes an ordinary call, which ends the session with the right
   * message if the server refuses it.
   */
  readonly onRefused: () => Promise<unknown>;
}
type Broadcast =
  | { kind: 'message'; message: LiveMessage }
  | { kind: 'state'; state: LiveState }
  | { kind: 'ask' }
  | { kind: 'look' };

/**
 * Whether an id is newer than the last one. A tab drops messages that are not newer, because it has already received
 * them. Ids are numbers joined by dashes, and are compared part by part.
 */
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
 * Opens the live stream, one per person and browser. The tab that holds the lock reads the stream and broadcasts to the
 * others. When that tab is closed, another one continues from the last id that it received.
 */
export function openLiveStream(userId: string, accountId: string, handlers: Handlers): () => void {
  const name = `quayside.live.${userId}.${accountId}`;
  const abort = new AbortController();
  const channel = new BroadcastChannel(name);
  const openedAt = performance.now();
  let lastId: string | undefined;
  let state: LiveState = 'connecting';
  let isLeader = false;
  // Notified when a tab gets the focus. If the stream has paused, the tab that holds the lock then reconnects.
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
    // After a reset, accept ids that are lower than before. The database was restored from a backup and may count from
    // a lower number.
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
    const start = (): StreamStart => ({ lastId, readMsAgo: Math.round(performance.now() - openedAt) });
    await readUntilAborted(abort.signal, wake, start, {
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

/**
 * Where the stream begins: after the message `lastId`. If there is none yet, the stream begins with the changes since
 * the page read its data, which was `readMsAgo` milliseconds ago.
 */
interface StreamStart {
  readonly lastId: string | undefined;
  readonly readMsAgo: number;
}
interface StreamEvents {
  readonly onMessage: (message: LiveMessage) => void;
  readonly onState: (state: LiveState) => void;
  readonly onRefused: () => Promise<unknown>;
}

/**
 * Reads the stream in a loop until it is aborted or refused. After ten failed retries in a row, the loop pauses until
 * the window gets the focus.
 */
async function readUntilAborted(
  signal: AbortSignal,
  wake: EventTarget,
  start: () => StreamStart,
  events: StreamEvents,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const status = await readOnce(signal, start, {
      ...events,
      onState: (state) => {
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
    // Log the failure and retry. A broken connection is not an error that the user needs to see.
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

/** Opens one connection. Returns the status if the server refuses it, or undefined when the connection broke. */
async function readOnce(
  signal: AbortSignal,
  start: () => StreamStart,
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
    const { lastId, readMsAgo } = start();
    const path = subscribeEndpoint.path.replace('{userId}', encodeURIComponent(held.userId));
    // The stream uses fetch directly, because call() reads whole responses and this response never ends.
    const response = await fetch(`/api/v2${path}${lastId === undefined ? `?readMsAgo=${readMsAgo}` : ''}`, {
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
    });
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

/** Waits for the given time. Ends early when the browser comes back online or the signal aborts. */
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
