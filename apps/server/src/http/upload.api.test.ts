import { once } from 'node:events';
import { existsSync, readdirSync, renameSync, symlinkSync, unlinkSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { uploadDocument } from '@quayside/contracts/documents/documents';
import {
  dismissNotifications,
  listNotifications,
  readNotifications,
} from '@quayside/contracts/notifications/notifications';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';
import { PDF } from '../testing/documents.ts';
import { StoreFull, StoreReadOnly } from '../ports/file-store.ts';
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

/** Lists the names of all files in the store, including those that are still being written. */
const filesOnDisk = () =>
  !existsSync(t.deps.config.filesDir)
    ? []
    : readdirSync(t.deps.config.filesDir, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('/'));

/**
 * Sends up to `bytes` bytes as one file over a real connection. With `stopAfter`, the connection breaks after that many
 * bytes.
 */
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
    `POST ${urlOf(uploadDocument, { userId: who.userId })} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n` +
      `authorization: Bearer ${who.token}\r\n` +
      'content-type: multipart/form-data; boundary=b\r\ntransfer-encoding: chunked\r\n\r\n',
  );
  await write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4\n');
  let sent = 0;
  while (sent < Math.min(bytes, stopAfter) && !socket.destroyed) {
    sent += CHUNK.length;
    await write(CHUNK);
  }
  if (sent >= stopAfter) {
    // The connection breaks only when the server has begun to write the file.
    await expect.poll(filesOnDisk).not.toEqual([]);
    socket.destroy();
  } else if (!socket.destroyed) {
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

  it.each([
    [507, 'storage_full', new StoreFull()],
    [503, 'storage_read_only', new StoreReadOnly()],
  ])('is answered %i with an explanation when the store cannot take the file', async (status, code, error) => {
    const put = vi.spyOn(t.deps.fileStore, 'put').mockRejectedValue(error);
    const answer = await t.call(who, uploadDocument, { file: { name: 'a.pdf', content: PDF } });
    put.mockRestore();
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ code, message: expect.stringContaining('was not stored') });
  });

  it('is reported to the admins once until a file is stored again, and by /health/ready as long as files are refused', async () => {
    const [admin, other] = [await t.admin(), await t.admin()];
    const viewer = await t.member(admin);
    const file = { name: 'a.pdf', content: PDF };
    const refuse = (error: Error) =>
      (['put', 'requireWritable'] as const).map((name) => vi.spyOn(t.deps.fileStore, name).mockRejectedValue(error));
    const seenBy = async (person: TestPerson) => {
      const { content, unread } = await t.ok(person, listNotifications);
      expect(unread).toBe(content.length);
      return content.map(({ summary }) => summary);
    };
    const full = 'There is no space left for files';
    for (const error of [new StoreFull(), new StoreReadOnly()]) {
      const mocks = refuse(error);
      for (const person of [admin, admin, other]) await t.call(person, uploadDocument, { file });
      for (const mock of mocks) mock.mockRestore();
    }
    // The two refusals have different causes, but are one incident, because no file was stored between them.
    expect([await seenBy(admin), await seenBy(other), await seenBy(viewer)]).toEqual([[full], [full], []]);
    const [notice] = (await t.ok(admin, listNotifications)).content;
    const ids = [notice?.id ?? ''];
    expect((await t.call(viewer, readNotifications, { body: { notificationIds: ids } })).status).toBe(404);
    expect(await t.ok(viewer, dismissNotifications, { body: { notificationIds: [] } })).toEqual({ dismissed: 0 });

    await t.ok(other, uploadDocument, { file });
    const mocks = refuse(new StoreFull());
    await t.call(admin, uploadDocument, { file });
    expect([await seenBy(admin), await seenBy(other)]).toEqual([[full, full], [full]]);
    expect((await t.app.inject('/health/ready')).json()).toEqual({ status: 'degraded', reason: 'storage_full' });
    for (const mock of mocks) mock.mockRestore();
    expect((await t.app.inject('/health/ready')).json()).toEqual({ status: 'ok' });
  });

  it('is refused in words, and the admins are notified, when the disk of the files is gone while the server runs', async () => {
    const [admin, place] = [await t.admin(), t.deps.config.filesDir];
    await t.ok(admin, uploadDocument, { file: { name: 'a.pdf', content: PDF } });
    renameSync(place, `${place}-unplugged`);
    symlinkSync(`${place}-elsewhere`, place);
    const answer = await t.call(admin, uploadDocument, { file: { name: 'b.pdf', content: PDF } });
    const ready = await t.app.inject('/health/ready');
    unlinkSync(place);
    renameSync(`${place}-unplugged`, place);
    expect([answer.status, answer.error.code]).toEqual([503, 'storage_read_only']);
    expect(answer.error.message).toContain('This file was not stored');
    expect(ready.json()).toEqual({ status: 'degraded', reason: 'storage_read_only' });
    const { content } = await t.ok(admin, listNotifications);
    expect(content.map(({ summary }) => summary)).toEqual(['Files cannot be stored at the moment']);
    await t.ok(admin, uploadDocument, { file: { name: 'b.pdf', content: PDF } });
  });

  it('stores an ordinary file, before and after such failures', async () => {
    const before = filesOnDisk().length;
    await t.ok(who, uploadDocument, { file: { name: 'a.pdf', content: PDF } });
    expect((await send(MB)).status).toBe(201);
    expect(filesOnDisk()).toHaveLength(before + 2);
  });
});

type Part = readonly [name: string, content: string, fileName?: string];
const partOf = ([name, content, fileName]: Part) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"` +
  `${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n\r\n${content}\r\n`;
const SMALL = '%PDF-1.4\n%%EOF';
const LARGE = `%PDF-1.4\n${'x'.repeat(3 * MB)}`;

/** Sends a form over a keep-alive connection, then a second request. Returns both answers, and the time they took. */
async function sendThenAsk(form: string, { token = who.token, query = '' } = {}) {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  let isOver = false;
  socket.on('data', (bytes: Buffer) => (text += bytes.toString('latin1')));
  socket.on('error', () => undefined);
  socket.once('close', () => (isOver = true));
  const started = performance.now();
  socket.write(
    `POST ${urlOf(uploadDocument, { userId: who.userId })}${query} HTTP/1.1\r\nhost: x\r\n` +
      `authorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=b\r\n` +
      `content-length: ${Buffer.byteLength(form)}\r\n\r\n${form}`,
  );
  await expect.poll(() => text, { timeout: 10_000 }).toMatch(/\r\n\r\n\{.*\}$/s);
  const closes = /^connection: close/im.test(text);
  if (!closes) {
    socket.write('GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n');
    await expect.poll(() => text, { timeout: 10_000 }).toContain('{"status":"ok"}');
  } else await expect.poll(() => isOver, { timeout: 10_000 }).toBe(true);
  socket.destroy();
  const [status = '', body = ''] = [text.split(' ')[1], /\r\n\r\n(\{.*?\})(?:HTTP|$)/s.exec(text)?.[1]];
  return { status: Number(status), body: JSON.parse(body), milliseconds: performance.now() - started };
}

describe('a refused upload on a connection that is kept open', () => {
  const file: Part = ['file', SMALL, 'a.pdf'];
  const end = '--b--\r\n';
  const form = (...parts: Part[]) => parts.map(partOf).join('') + end;

  it.each<[string, number, string, { token?: string; query?: string }?]>([
    ['an unknown field', 422, form(['surprise', '1'], file)],
    ['an unknown field before a large file', 422, form(['surprise', '1'], ['file', LARGE, 'a.pdf'])],
    ['an unknown query parameter and a large file', 422, form(['file', LARGE, 'a.pdf']), { query: '?surprise=1' }],
    ['an unknown token and a large file', 401, form(['file', LARGE, 'a.pdf']), { token: 'nobody' }],
    ['another name for a small file', 422, form(['other', SMALL, 'a.pdf'])],
    ['another name for a large file', 422, form(['other', LARGE, 'a.pdf'])],
    ['no file', 422, form(['entityType', 'NONE'])],
    ['an empty form', 422, end],
    ['two files', 422, form(file, ['file', LARGE, 'b.pdf'])],
    ['a field after a small file', 422, form(file, ['entityType', 'NONE'])],
    ['a form that ends in the middle of its file', 400, partOf(['file', LARGE, 'a.pdf'])],
    ['a form that ends in the middle of its small file', 400, partOf(file)],
    ['a form that ends in an empty file', 400, partOf(['file', '', 'a.pdf'])],
    ['no form at all', 400, 'nothing of the kind'],
  ])('with %s does not delay the next request', async (_, status, content, options) => {
    const before = filesOnDisk().length;
    const answer = await sendThenAsk(content, options);
    expect([answer.status, answer.body.status]).toEqual([status, status]);
    expect(answer.milliseconds).toBeLessThan(3_000);
    await expect.poll(() => filesOnDisk().length).toBe(before);
  });

  it('names the field of the file when the form has two', async () => {
    const { body } = await sendThenAsk(form(file, ['file', SMALL, 'b.pdf']));
    expect(body.errors).toEqual([{ field: 'file', message: 'Send one file only', code: 'http.one_file' }]);
  });

  it('names a field that follows the file, which would have no effect', async () => {
    const { body } = await sendThenAsk(form(file, ['entityType', 'NONE']));
    expect(body.errors).toEqual([
      { field: 'entityType', message: 'Send this field before the file', code: 'http.field_after_file' },
    ]);
  });
});
