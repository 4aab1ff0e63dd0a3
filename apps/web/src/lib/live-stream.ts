import { type ChangedEvent, changedEvent } from '@quayside/contracts/live';
import { subscribe as subscribeEndpoint } from '@quayside/contracts/notifications';
import { NOTIFICATION_TYPES, type NotificationType } from '@quayside/domain/lists';
import { z } from 'zod';
import { createMessageParser, type LiveMessage } from './live-message.ts';
import { session } from './session-store.ts';

/** Waits before each further try: doubling from 1 s, at most 30 s, with up to a third more so that browsers do not come together. */
export const backoffMs = (failures: number, random: number): number => Math.min(30_000, 1000 * 2 ** (failures - 1)) * (1 + random / 3);
/** So often it is tried again before it rests until somebody looks. */
const MAX_RETRIES = 10;
/** The server speaks every 25 s; a line that is silent for longer is dead. */
const SILENT_MS = 70_000;
/** Refusals after which nothing is tried again. */
const STOP_STATUSES = [401, 403, 404];
/** Refusals that say something about the session: ended, or (409) in another account by now. */
const SESSION_STATUSES = [401, 409, 498];

const noticeEvent = z.object({ id: z.string() });

export type LiveState = 'connecting' | 'open' | 'reconnecting' | 'stopped';
interface Handlers {
  readonly onChanged: (change: ChangedEvent) => void;
  /** There is a new notification. */
  readonly onNotice?: (type: NotificationType, id: string) => void;
  readonly onState: (state: LiveState) => void;
  /** The stream was away for too long to replay: everything may have changed. */
  readonly onGap: () => void;
  /** The session may have ended: an ordinary call finds out, and ends it with the proper words. */
  readonly onRefused: () => Promise<unknown>;
}
type Broadcast = { kind: 'message'; message: LiveMessage } | { kind: 'state'; state: LiveState } | { kind: 'ask' } | { kind: 'look' };

/** Ids are numbers joined by a dash, `transaction-row`, each of them growing; a tab drops what it has seen. */
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
 * One stream per person and browser: the tab that holds the lock reads it and tells the others.
 * When that tab goes, the next one takes over from the last id that it saw itself.
 */
export function openLiveStream(userId: string, accountId: string, handlers: Handlers): () => void {
  const name = `quayside.live.${userId}.${accountId}`;
  const abort = new AbortController();
  const channel = new BroadcastChannel(name);
  let lastId: string | undefined;
  let state: LiveState = 'connecting';
  let isLeader = false;
  // Somebody looks at this tab or at another: the one that reads the stream tries again if it gave up.
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
    if (message.id !== undefined) {
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
  void ('locks' in navigator ? navigator.locks.request(name, { signal: abort.signal }, lead) : lead()).catch(() => undefined);
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

/** Reads the stream, again and again, until it is aborted, refused, or has failed ten times more in a row; then it rests until somebody looks. */
async function readUntilAborted(signal: AbortSignal, wake: EventTarget, lastId: () => string | undefined, events: StreamEvents): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const from = lastId();
    const status = await readOnce(signal, from, {
      ...events,
      onState: (state) => {
        // It failed before it ever opened: nothing says what came meanwhile, so everything may have.
        if (state === 'open' && from === undefined && failures > 0) events.onMessage({ id: undefined, event: 'reset', data: '' });
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
    // Logged and tried again: nobody is told of a line that breaks.
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

/** One connection. Answers the status of a refusal, undefined when the line broke. */
async function readOnce(signal: AbortSignal, lastId: string | undefined, events: StreamEvents): Promise<number | undefined> {
  const line = new AbortController();
  const stop = () => line.abort();
  signal.addEventListener('abort', stop, { once: true });
  let watchdog = setTimeout(stop, SILENT_MS);
  try {
    const isLive = await session.revive();
    const held = session.get();
    if (!held) return 401;
    if (!isLive) return undefined;
    // The stream's own fetch: call() reads whole answers, this one never ends.
    const response = await fetch(`/api/v2${subscribeEndpoint.path.replace('{userId}', encodeURIComponent(held.userId))}`, {
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

/** Waits for a time, or shorter: until there is a line again, or until it is over. */
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
