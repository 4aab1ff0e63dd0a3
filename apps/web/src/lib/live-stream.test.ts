import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installBrowserGlobals } from '../testing/browser-globals.ts';

installBrowserGlobals();
const { backoffMs, isNewer, openLiveStream } = await import('./live-stream.ts');
const { session } = await import('./session-store.ts');

const userId = '01930000-0000-7000-8000-000000000001';
const fetchMock = vi.fn<typeof fetch>();
const encoder = new TextEncoder();
const changed = (id: number, topic: string) => `id: ${id}\nevent: changed\ndata: {"topic":"${topic}","ids":[],"version":null}\n\n`;
const close: (() => void)[] = [];

/** A stream that says something and then breaks, or stays open. */
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
      onState: (state) => states.push(state),
      onGap: () => seen.push('gap'),
      onRefused,
    }),
  );
  return { seen, states };
}

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock);
  fetchMock.mockReset();
  session.start({ access_token: 'live', expires_in: 1800, refresh_token: '', refresh_expires_in: 1, scope: '', session_state: '', userId });
});
afterEach(() => {
  for (const stop of close.splice(0)) stop();
});

describe('the live stream', () => {
  it('opens again from the last id it saw, and shows nothing twice', async () => {
    fetchMock.mockResolvedValueOnce(line(changed(7, 'products'))).mockResolvedValueOnce(line(changed(7, 'products') + changed(10, 'costs'), true));
    const { seen, states } = open('a1');
    await vi.waitFor(() => expect(seen).toEqual(['products', 'costs']), 4000);
    expect(new Headers(fetchMock.mock.calls[1]?.[1]?.headers).get('last-event-id')).toBe('7');
    expect(states).toEqual(['open', 'reconnecting', 'open']);
  });
  it.each([401, 403, 404])('stops on %i', async (status) => {
    fetchMock.mockResolvedValueOnce(new Response(null, { status }));
    const { states } = open(`a2-${status}`);
    await vi.waitFor(() => expect(states).toEqual(['stopped']));
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });
  it('lets an ordinary call find out whether the session ended', async () => {
    fetchMock.mockResolvedValueOnce(new Response(null, { status: 498 }));
    const { states } = open('a4', async () => session.end('ended'));
    await vi.waitFor(() => expect(states).toEqual(['stopped']));
    expect(session.endReason()).toBe('ended');
  });
  it('says so when it was away for too long to be told what it missed', async () => {
    fetchMock.mockResolvedValueOnce(line('id: 900-7\nevent: ready\ndata: {}\n\nevent: reset\ndata: {}\n\n', true));
    const { seen } = open('a5');
    await vi.waitFor(() => expect(seen).toEqual(['gap']));
  });
  it('is read by one of two tabs, and both hear it', async () => {
    fetchMock.mockImplementation(async () => line('', true));
    let push: (text: string) => void = () => undefined;
    fetchMock.mockResolvedValueOnce(
      new Response(new ReadableStream({ start: (controller) => void (push = (text) => controller.enqueue(encoder.encode(text))) })),
    );
    const one = open('a3');
    const two = open('a3');
    await vi.waitFor(() => expect(one.states).toContain('open'));
    push(changed(1, 'invoices'));
    await vi.waitFor(() => expect([one.seen, two.seen]).toEqual([['invoices'], ['invoices']]));
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });
  it('waits longer each time, but never more than 40 s', () => {
    expect([1, 2, 3, 4].map((n) => backoffMs(n, 0))).toEqual([1000, 2000, 4000, 8000]);
    expect(backoffMs(9, 1)).toBe(40_000);
  });
  it('knows which id is newer', () => {
    expect(isNewer('1000-2', '999-15')).toBe(true);
    expect(isNewer('999-15', '1000-2')).toBe(false);
    expect(isNewer('1000-10', '1000-9')).toBe(true);
    expect(isNewer('1000-9', '1000-9')).toBe(false);
    expect(isNewer('1-1', undefined)).toBe(true);
  });
});
