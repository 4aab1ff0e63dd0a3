import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installBrowserGlobals } from '../../testing/browser-globals.ts';
import { aToken } from '../../testing/a-token.ts';

installBrowserGlobals();
const { backoffMs, isNewer, openLiveStream } = await import('./live-stream.ts');
const { session } = await import('../session/session-store.ts');

const userId = '01930000-0000-7000-8000-000000000001';
const fetchMock = vi.fn<typeof fetch>();
const encoder = new TextEncoder();
const changed = (id: number, topic: string) =>
  `id: ${id}\nevent: changed\ndata: {"topic":"${topic}","ids":[],"version":null}\n\n`;
const close: (() => void)[] = [];

/** A response that sends a text, and then either breaks or stays open. */
function line(text: string, staysOpen = false): Response {
  return new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(encoder.encode(text));
        if (!staysOpen) controller.close();
      },
    }),
  );
}
function open(account: string, onRefused: () => Promise<unknown> = async () => undefined) {
  const seen: string[] = [];
  const states: string[] = [];
  close.push(
    openLiveStream(userId, account, {
      onChanged: ({ topic }) => seen.push(topic),
      onNotice: (type, id) => seen.push(`${type} ${id}`),
      onState: (state) => states.push(state),
      onGap: () => seen.push('gap'),
      onRefused,
    }),
  );
  return { seen, states };
}

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock);
  vi.spyOn(console, 'debug').mockReturnValue();
  fetchMock.mockReset();
  session.start(aToken({ access_token: 'live' }));
});
afterEach(() => {
  for (const stop of close.splice(0)) stop();
  vi.useRealTimers();
});

describe('the live stream', () => {
  it('reconnects from the last id and delivers no message twice', async () => {
    fetchMock
      .mockResolvedValueOnce(line(changed(7, 'products')))
      .mockResolvedValueOnce(line(changed(7, 'products') + changed(10, 'costs'), true));
    const { seen, states } = open('a1');
    await vi.waitFor(() => expect(seen).toEqual(['products', 'costs']), 4000);
    expect(new Headers(fetchMock.mock.calls[1]?.[1]?.headers).get('last-event-id')).toBe('7');
    expect(states).toEqual(['open', 'reconnecting', 'open']);
  });
  it.each([401, 403, 404])('stops without a retry on %i', async (status) => {
    fetchMock.mockResolvedValueOnce(new Response(null, { status }));
    const { states } = open(`a2-${status}`);
    await vi.waitFor(() => expect(states).toEqual(['stopped']));
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });
  it('passes on new notifications by their type', async () => {
    const raised = ['INFO', 'ACTION_NEEDED', 'ERROR', 'OTHER']
      .map((type, i) => `id: 1-${i + 1}\nevent: ${type}\ndata: {"id":"n${i}"}\n\n`)
      .join('');
    fetchMock.mockResolvedValueOnce(
      line(`${raised}id: 1-9\nevent: INFO\ndata: nonsense\n\n${changed(2, 'costs')}`, true),
    );
    const { seen } = open('a6');
    await vi.waitFor(() => expect(seen).toEqual(['INFO n0', 'ACTION_NEEDED n1', 'ERROR n2', 'costs']));
  });
  it('retries ten times after an error, then pauses until a tab becomes visible', async () => {
    vi.useFakeTimers();
    fetchMock.mockImplementation(async () => new Response(null, { status: 500 }));
    const { states } = open('a7');
    const other = open('a7');
    await vi.advanceTimersByTimeAsync(10 * 40_000);
    expect(fetchMock).toHaveBeenCalledTimes(11);
    expect([states.at(-1), states.filter((state) => state === 'reconnecting').length]).toEqual(['stopped', 10]);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(fetchMock).toHaveBeenCalledTimes(11);
    fetchMock.mockImplementation(async () => line('', true));
    window.dispatchEvent(new Event('focus'));
    vi.useRealTimers();
    await vi.waitFor(() => expect([states.at(-1), other.states.at(-1)]).toEqual(['open', 'open']));
    expect(fetchMock).toHaveBeenCalledTimes(12);
  });
  it('misses and repeats nothing over fifty cuts; a successful connection resets the retry count', async () => {
    vi.useFakeTimers();
    let opened = 0;
    const topicOf = (n: number) => ['products', 'invoices', 'costs'][n % 3] ?? '';
    // Each response repeats the last message of the previous one, as the server may do after a reconnect.
    fetchMock.mockImplementation(async () => {
      opened += 1;
      return line(
        (opened > 1 ? changed(opened - 1, topicOf(opened - 1)) : '') + changed(opened, topicOf(opened)),
        opened > 50,
      );
    });
    const { seen, states } = open('a8');
    await vi.advanceTimersByTimeAsync(60 * 1400);
    vi.useRealTimers();
    await vi.waitFor(() => expect(seen).toHaveLength(51));
    expect(seen).toEqual(Array.from({ length: 51 }, (_, i) => topicOf(i + 1)));
    expect([states.filter((state) => state === 'open').length, states.at(-1)]).toEqual([51, 'open']);
  });
  it('lets an ordinary call check whether the session ended', async () => {
    fetchMock.mockResolvedValueOnce(new Response(null, { status: 498 }));
    const { states } = open('a4', async () => session.end('ended'));
    await vi.waitFor(() => expect(states).toEqual(['stopped']));
    expect(session.endReason()).toBe('ended');
  });
  it('reports a reset when the cursor is too old to replay', async () => {
    fetchMock.mockResolvedValueOnce(line('id: 900-7\nevent: ready\ndata: {}\n\nevent: reset\ndata: {}\n\n', true));
    const { seen } = open('a5');
    await vi.waitFor(() => expect(seen).toEqual(['gap']));
  });
  it('begins with the changes since the page read its data, however often the first connections fail', async () => {
    fetchMock
      .mockResolvedValueOnce(new Response(null, { status: 500 }))
      .mockResolvedValueOnce(line(changed(3, 'costs')))
      .mockResolvedValueOnce(line('', true));
    const { seen } = open('a9');
    await vi.waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(3), 6000);
    expect(seen).toEqual(['costs']);
    const asked = fetchMock.mock.calls.map(([url]) => new URL(String(url), 'http://localhost').searchParams);
    const ages = asked.map((query) => query.get('readMsAgo'));
    expect(Number(ages[0])).toBeLessThan(500);
    expect(Number(ages[1])).toBeGreaterThanOrEqual(1000);
    expect(ages[2]).toBeNull();
  });
  it('is read by one of two tabs and delivered to both', async () => {
    fetchMock.mockImplementation(async () => line('', true));
    let push: (text: string) => void = () => undefined;
    fetchMock.mockResolvedValueOnce(
      new Response(
        new ReadableStream({ start: (controller) => void (push = (text) => controller.enqueue(encoder.encode(text))) }),
      ),
    );
    const one = open('a3');
    const two = open('a3');
    await vi.waitFor(() => expect(one.states).toContain('open'));
    push(changed(1, 'invoices'));
    await vi.waitFor(() => expect([one.seen, two.seen]).toEqual([['invoices'], ['invoices']]));
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });
  it('backs off exponentially, up to 40 s', () => {
    expect([1, 2, 3, 4].map((n) => backoffMs(n, 0))).toEqual([1000, 2000, 4000, 8000]);
    expect(backoffMs(9, 1)).toBe(40_000);
  });
  it('compares ids by age', () => {
    expect(isNewer('1000-2', '999-15')).toBe(true);
    expect(isNewer('999-15', '1000-2')).toBe(false);
    expect(isNewer('1000-10', '1000-9')).toBe(true);
    expect(isNewer('1000-9', '1000-9')).toBe(false);
    expect(isNewer('1-1', undefined)).toBe(true);
  });
});
