import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { uploadDocument } from '@quayside/contracts/documents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';
import { PDF } from '../testing/documents.ts';
import { urlOf } from './local-client.ts';

let t: TestApp;
let who: TestPerson;
let port: number;
beforeAll(async () => {
  t = await startTestApp();
  who = await t.admin();
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  port = (t.app.server.address() as AddressInfo).port;
});
afterAll(() => t.close());

const MB = 1024 * 1024;
const CHUNK = Buffer.alloc(256 * 1024, 'x');

/** Files in the store, including those that are still being written. */
const filesOnDisk = () =>
  readdirSync(t.deps.config.filesDir, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('/'));

/** Sends up to `size` bytes as one file over a real connection; `stopAfter` breaks off like a lost line. */
async function send(
  bytes: number,
  stopAfter = Number.POSITIVE_INFINITY,
): Promise<{ sent: number; status: number | undefined }> {
  const socket = connect(port, '127.0.0.1');
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  let answer = '';
  socket.on('data', (bytesOfAnswer: Buffer) => (answer += bytesOfAnswer.toString('latin1')));
  socket.on('error', () => undefined);
  const write = async (part: Buffer | string) => {
    socket.write(`${Buffer.byteLength(part).toString(16)}\r\n`);
    socket.write(part);
    if (!socket.write('\r\n') && !socket.destroyed)
      await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
  };
  socket.write(
    `POST ${urlOf(uploadDocument, { userId: who.userId })} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${who.token}\r\n` +
      'content-type: multipart/form-data; boundary=b\r\ntransfer-encoding: chunked\r\n\r\n',
  );
  await write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4\n');
  let sent = 0;
  while (sent < Math.min(bytes, stopAfter) && !socket.destroyed) {
    sent += CHUNK.length;
    await write(CHUNK);
  }
  if (sent >= stopAfter) socket.destroy();
  else if (!socket.destroyed) {
    await write('\r\n%%EOF\r\n--b--\r\n');
    socket.write('0\r\n\r\n');
  }
  await closed;
  return { sent, status: answer === '' ? undefined : Number(answer.split(' ')[1]) };
}

describe('an upload over a real connection', () => {
  it('is cut off at 2 GiB and leaves no bytes behind', async () => {
    const memory = process.memoryUsage().rss;
    const { sent, status } = await send(2048 * MB);
    expect(sent).toBeLessThan(64 * MB);
    expect([undefined, 413]).toContain(status);
    await expect.poll(filesOnDisk).toEqual([]);
    expect(process.memoryUsage().rss - memory).toBeLessThan(128 * MB);
  });

  it('gets its refusal when it is only slightly too large', async () => {
    expect(await send(25 * MB)).toEqual({ sent: 25 * MB, status: 413 });
    expect(filesOnDisk()).toEqual([]);
  });

  it('leaves nothing behind when it breaks off', async () => {
    await send(20 * MB, 2 * MB);
    await expect.poll(filesOnDisk).toEqual([]);
  });

  it('stores an ordinary file, before and after such failures', async () => {
    await t.ok(who, uploadDocument, { file: { name: 'a.pdf', content: PDF } });
    expect((await send(MB)).status).toBe(201);
    expect(filesOnDisk()).toHaveLength(2);
  });
});
