import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changed, emit } from '../events/outbox.ts';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';
import { readStream } from '../testing/live.ts';

let t: TestApp;
let maya: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
  maya = await t.admin();
  await t.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => t.close());

/** Opens a stream, reads its first message and then stops reading, like a phone in standby. */
async function openAndSleep(): Promise<{ socket: Socket; lastEventId: string }> {
  const address = t.app.server.address();
  const socket = connect({ port: typeof address === 'object' && address ? address.port : 0, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  socket.write(
    `GET /api/v2/notifications/${maya.userId}/subscribe HTTP/1.1\r\nHost: 127.0.0.1\r\n` +
      `Authorization: Bearer ${maya.token}\r\n\r\n`,
  );
  let text = '';
  const lastEventId = await new Promise<string>((resolve) => {
    socket.on('data', (chunk) => {
      text += chunk.toString();
      const id = /id: (\S+)\nevent: ready\n/.exec(text)?.[1];
      if (id === undefined) return;
      socket.pause();
      resolve(id);
    });
  });
  return { socket, lastEventId };
}

const MANY_IDS = Array.from({ length: 100 }, (_, i) => `01930000-0000-7000-8000-${String(i).padStart(12, '0')}`);
/** Emits about 400 KB of live messages in one transaction, of different versions, because the same ones are merged. */
const tellMuch = () =>
  t.work(maya, (w) => emit(w, ...Array.from({ length: 100 }, (_, i) => changed('products', MANY_IDS, i + 1))));

describe('a live stream whose client does not read', () => {
  it('is cut off, and continues at its last event when it reconnects', { timeout: 60_000 }, async () => {
    const { socket, lastEventId } = await openAndSleep();
    expect(t.deps.live.count).toBe(1);
    let mostHeld = 0;
    // The kernel buffers a few megabytes for the client before the server has to buffer anything.
    for (let round = 0; round < 60 && t.deps.live.count > 0; round += 1) {
      await tellMuch();
      await t.deps.dispatcher.drain();
      mostHeld = Math.max(mostHeld, t.deps.live.unreadBytes);
    }
    expect(t.deps.live.count).toBe(0);
    expect(mostHeld).toBeLessThan(1024 * 1024);
    socket.destroy();

    const asleep = await openAndSleep();
    asleep.socket.destroy();
    await t.work(maya, (w) => emit(w, changed('suppliers', ['after the sleep'])));
    // The first client missed too much and must refetch everything. The second client missed a single change.
    expect(await readStream(t, maya, { lastEventId, enough: (text) => text.includes('event: reset') })).toMatch(
      /id: \S+\nevent: reset/,
    );
    expect(
      await readStream(t, maya, {
        lastEventId: asleep.lastEventId,
        enough: (text) => text.includes('after the sleep'),
      }),
    ).toContain('after the sleep');
  });

  it('gets a long replay as fast as it reads, without being cut off', async () => {
    const { socket, lastEventId } = await openAndSleep();
    socket.destroy();
    for (let i = 0; i < 5; i += 1) await tellMuch();
    await t.work(maya, (w) => emit(w, changed('suppliers', ['the last one'])));
    const text = await readStream(t, maya, { lastEventId, enough: (read) => read.includes('the last one') });
    expect(text.match(/event: changed/g)).toHaveLength(501);
  });
});

describe('a HEAD request for the live stream', () => {
  const head = async (token: string) => {
    const address = t.app.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const answer = await fetch(`http://127.0.0.1:${port}/api/v2/notifications/${maya.userId}/subscribe`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(3_000),
    });
    return [answer.status, answer.headers.get('content-type')];
  };

  it('is answered with the headers alone and opens no stream', async () => {
    await expect.poll(() => t.deps.live.count).toBe(0);
    for (let i = 0; i < 25; i += 1) expect(await head(maya.token)).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(t.deps.live.count).toBe(0);
  });

  it('needs a sign-in', async () => {
    expect((await head('nobody'))[0]).toBe(401);
  });
});

describe('a live stream that continues with a cursor of an earlier release', () => {
  it('is reset, and gets a cursor that its client considers newer', async () => {
    const text = await readStream(t, maya, { lastEventId: '1-1', enough: (read) => read.includes('reset') });
    expect(text).toMatch(/event: ready\ndata: \{\}\n\nid: \d+(-\d+)+\nevent: reset/);
    expect(text).not.toMatch(/id: \S+\nevent: ready/);
  });
});

describe('a live stream whose client has already read data', () => {
  it('begins with the changes since then', async () => {
    const zoe = await t.admin();
    // Wait until the server has run for longer than the period that the client asks for, because the server does not
    // know about changes before its start.
    await sleep(5_500);
    await t.work(zoe, (w) => emit(w, changed('suppliers', ['before the stream'])));
    await t.deps.dispatcher.drain();
    const text = await readStream(t, zoe, { readMsAgo: 10, enough: (read) => read.includes('before the stream') });
    expect(text).toMatch(/^retry: 1000\nid: \S+\nevent: ready\n/);
    expect(text).toContain('before the stream');
  });

  it('is reset if the server cannot tell what changed since then', async () => {
    const text = await readStream(t, maya, { readMsAgo: 3_600_000, enough: (read) => read.includes('reset') });
    expect(text).toMatch(/event: reset/);
  });
});
