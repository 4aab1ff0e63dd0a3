import type { TestApp, TestPerson } from './app.ts';

const WAIT_MS = 8_000;

/** Returns the origin of an application, which listens on a port of its own. */
export async function originOf({ app }: TestApp): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

/**
 * Reads server-sent events over a real socket until `enough` returns true or the time is up. Returns the text received
 * so far.
 */
export async function readStream(
  t: TestApp,
  who: TestPerson,
  options: {
    lastEventId?: string;
    readMsAgo?: number;
    enough: (text: string) => boolean;
    during?: () => Promise<unknown>;
  },
): Promise<string> {
  const stop = new AbortController();
  const query = options.readMsAgo === undefined ? '' : `?readMsAgo=${options.readMsAgo}`;
  const response = await fetch(`${await originOf(t)}/api/v2/notifications/${who.userId}/subscribe${query}`, {
    headers: {
      authorization: `Bearer ${who.token}`,
      ...(options.lastEventId !== undefined && { 'last-event-id': options.lastEventId }),
    },
    signal: stop.signal,
  });
  if (!response.headers.get('content-type')?.includes('text/event-stream'))
    throw new Error(`no stream: ${response.status}`);
  let text = '';
  const timer = setTimeout(() => stop.abort(), WAIT_MS);
  const during = options.during?.();
  try {
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (options.enough(text)) break;
    }
  } catch {
    /* The time limit was reached, so return what was received so far. */
  }
  clearTimeout(timer);
  stop.abort();
  await during;
  return text;
}
