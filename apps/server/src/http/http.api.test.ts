import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { getAccountSettings, getMe, updateAccountSettings } from '@quayside/contracts/accounts/accounts';
import { createInvoice, listInvoiceHistory } from '@quayside/contracts/invoices/invoices';
import { createSupplier, deleteSupplier, getSupplier, listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';
import { readStream } from '../testing/live.ts';

let t: TestApp;
let a: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
  a = await t.admin();
});
afterAll(() => t.close());

const post = (contentType: string, body: string, headers = '') =>
  `POST /api/v2/gateway/authenticate HTTP/1.1\r\nhost: x\r\ncontent-type: ${contentType}\r\n${headers}` +
  `content-length: ${body.length}\r\n\r\n${body}`;

/** Sends a text over a connection and reads the answer, until its body is a whole JSON value. */
async function overSocket(request: string): Promise<string> {
  if (!t.app.server.listening) await t.app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((t.app.server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.on('error', () => undefined);
  socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
  socket.write(request);
  await expect.poll(() => text, { timeout: 5_000 }).toMatch(/\}$/);
  socket.destroy();
  return text;
}

describe('HTTP answers', () => {
  it('have the security headers, and on the API a policy that allows no script', async () => {
    const { headers } = await t.call(a, getMe);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
  });

  it.each([
    ['not JSON', '{"companyName":', 400, 'malformed'],
    ['a prototype', '{"__proto__":{"x":1},"companyName":"x"}', 400, 'malformed'],
    ['nothing', '', 422, 'bad_input'],
    ['a list', '[]', 422, 'bad_input'],
    ['more than a megabyte', JSON.stringify({ companyName: 'x'.repeat(1_100_000) }), 413, 'too_large'],
  ])('refuse a body that is %s', async (_, payload, status, code) => {
    const response = await t.app.inject({
      method: 'POST',
      url: `/api/v2/suppliers/${a.userId}`,
      headers: { authorization: `Bearer ${a.token}`, 'content-type': 'application/json' },
      payload,
    });
    expect([response.statusCode, JSON.parse(response.body).code]).toEqual([status, code]);
  });

  it('refuse another content type with 415 and an unknown call with 404, in the one error body', async () => {
    const wrong = await t.app.inject({
      method: 'POST',
      url: `/api/v2/suppliers/${a.userId}`,
      headers: { authorization: `Bearer ${a.token}`, 'content-type': 'text/plain' },
      payload: 'x',
    });
    expect(wrong.statusCode).toBe(415);
    const unknown = await t.app.inject('/api/v2/nothing/here');
    expect(JSON.parse(unknown.body)).toEqual({
      status: 404,
      code: 'not_found',
      message: 'The page you were looking for does not exist',
      requestId: expect.any(String),
    });
  });

  describe.each(['signed in', 'not signed in'])('to a compressed request, %s', (as) => {
    const compressed = (encoding: string, payload: Buffer) =>
      t.app.inject({
        method: 'POST',
        url: as === 'signed in' ? `/api/v2/suppliers/${a.userId}` : '/api/v2/gateway/authenticate',
        headers: {
          ...(as === 'signed in' && { authorization: `Bearer ${a.token}` }),
          'content-type': 'application/json',
          'content-encoding': encoding,
        },
        payload,
      });
    const body = (companyName: string) => Buffer.from(JSON.stringify({ companyName }));

    it.each(['x', 'compress', 'gzip, gzip', '*'])('name the encodings that are accepted, for %s', async (encoding) => {
      const answer = await compressed(encoding, body('A'));
      expect([answer.statusCode, answer.json()]).toMatchObject([
        415,
        { code: 'wrong_file', message: 'Send the body as it is or with Content-Encoding gzip, deflate, br or zstd' },
      ]);
    });
    it.each(['gzip', 'deflate', 'br', 'zstd'])('say that a body that is not %s could not be read', async (encoding) => {
      const whole = gzipSync(body('B'.repeat(5000)));
      for (const wrong of [body('A'), whole.subarray(0, 20)]) {
        const answer = await compressed(encoding, wrong);
        expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed']);
      }
    });
  });
  it('accept a compressed body, and refuse one that is larger than a megabyte when unpacked', async () => {
    const send = (encoding: string, payload: Buffer) =>
      t.app.inject({
        method: 'POST',
        url: `/api/v2/suppliers/${a.userId}`,
        headers: {
          authorization: `Bearer ${a.token}`,
          'content-type': 'application/json',
          'content-encoding': encoding,
        },
        payload,
      });
    const small = JSON.stringify({ companyName: 'Compressed' });
    expect((await send('gzip', gzipSync(small))).statusCode).toBe(201);
    expect((await send('identity', Buffer.from(small))).statusCode).toBe(201);
    const bomb = gzipSync(JSON.stringify({ companyName: 'x'.repeat(50_000_000) }));
    expect((await send('gzip', bomb)).statusCode).toBe(413);
  });

  it.each([
    ['malformed JSON', 400, post('application/json', '{')],
    ['another content type', 415, post('text/plain', 'x')],
    ['a body that is too large', 413, post('application/json', 'x'.repeat(1_100_000))],
    ['an address that cannot be decoded', 400, 'GET /api/v2/suppliers/%ff%fe HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['an expectation that nobody knows', 417, 'GET /api/v2/x HTTP/1.1\r\nhost: x\r\nexpect: nonsense\r\n\r\n'],
    [
      'an address with a part that is too long',
      400,
      `GET /api/v2/brands/${'a'.repeat(3_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
    ],
    ['headers that are too large', 431, `GET /api/v2/x HTTP/1.1\r\nhost: x\r\nx-much: ${'x'.repeat(40_000)}\r\n\r\n`],
    ['something that is not HTTP', 400, 'Hello?\r\n\r\n'],
  ])('have the security headers when the framework refuses %s', async (_, status, request) => {
    const text = await overSocket(request);
    const [head = '', body = ''] = text.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(body)).toMatchObject({ status, code: expect.any(String), requestId: expect.any(String) });
    for (const header of [
      'x-content-type-options: nosniff',
      'referrer-policy: no-referrer',
      'cross-origin-opener-policy: same-origin',
      'cross-origin-resource-policy: same-origin',
      'permissions-policy: camera=(self)',
      'x-frame-options: DENY',
      'cache-control: no-store',
      "content-security-policy: default-src 'none'; frame-ancestors 'none'",
      `x-request-id: ${JSON.parse(body).requestId}`,
    ])
      expect(head).toContain(header);
  });

  it.each([
    ['is too large', 413, post('application/json', 'x'.repeat(8_000_000))],
    ['is not gzip', 400, post('application/json', 'x'.repeat(1_000_000), 'content-encoding: gzip\r\n')],
    ['is not zstd', 400, post('application/json', 'x'.repeat(1_000_000), 'content-encoding: zstd\r\n')],
    ['expects something unknown', 417, post('application/json', 'x'.repeat(8_000_000), 'expect: -0\r\n')],
  ])('reach a client that reads only after it has sent a body that %s', async (_, status, request) => {
    if (!t.app.server.listening) await t.app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((t.app.server.address() as AddressInfo).port, '127.0.0.1').pause();
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.write(request, resolve));
    let text = '';
    socket.on('data', (bytes: Buffer) => (text += bytes.toString())).resume();
    await expect.poll(() => text, { timeout: 5_000 }).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    socket.destroy();
  });

  /** Sends the request on eight connections at once, because timing decides whether the rest of a body is read. */
  const eightConnections = async (request: string, answer: RegExp) => {
    if (!t.app.server.listening) await t.app.listen({ port: 0, host: '127.0.0.1' });
    const texts = Array.from({ length: 8 }, () => '');
    const sockets = texts.map((_, n) =>
      connect((t.app.server.address() as AddressInfo).port, '127.0.0.1')
        .on('error', () => undefined)
        .on('data', (bytes: Buffer) => (texts[n] += bytes.toString())),
    );
    for (const socket of sockets) socket.write(request);
    const all = (pattern: RegExp) => texts.every((text) => pattern.test(text));
    await expect.poll(() => all(answer) || texts, { timeout: 5_000 }).toBe(true);
    for (const socket of sockets) socket.write('GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n');
    await expect.poll(() => all(/\{"status":"ok"\}/) || texts, { timeout: 5_000 }).toBe(true);
    for (const socket of sockets) socket.destroy();
  };
  const encoded = (start: string, encoding: string) =>
    `${start} HTTP/1.1\r\nhost: x\r\ncontent-encoding: ${encoding}\r\n` +
    `content-length: 320000\r\n\r\n${'x'.repeat(320_000)}`;

  it.each(['zstd', 'gzip', 'br', 'deflate', 'identity'])(
    'leave nothing of an unread body that is declared as %s in front of the next request on the connection',
    (encoding) => eightConnections(encoded('GET /api/v2/user/me', encoding), /^HTTP\/1\.1 401 /),
  );
  it('refuse an upload that is compressed as a whole', async () => {
    const answer = await t.app.inject({
      method: 'POST',
      url: `/api/v2/documents/${a.userId}`,
      headers: {
        authorization: `Bearer ${a.token}`,
        'content-type': 'multipart/form-data; boundary=b',
        'content-encoding': 'gzip',
      },
      payload: gzipSync('--b--'),
    });
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'wrong_file']);
  });

  it('refuse a tab that shows another account', async () => {
    const answer = await t.call(a, getAccountSettings, {
      headers: { 'x-account-id': '01a1fd84-0000-7000-8000-000000000000' },
    });
    expect([answer.status, answer.error.code]).toEqual([409, 'conflict_account']);
  });

  it('say whether the process is alive and ready', async () => {
    expect((await t.app.inject('/health/live')).json()).toEqual({ status: 'ok' });
    expect((await t.app.inject('/health/ready')).statusCode).toBe(200);
    t.deps.health.draining = true;
    expect((await t.app.inject('/health/ready')).statusCode).toBe(503);
    t.deps.health.draining = false;
  });
});

describe('input that would have no effect', () => {
  const fieldsOf = (answer: { status: number; error: { errors?: readonly { field: string }[] } }) => [
    answer.status,
    answer.error.errors?.map((error) => error.field),
  ];

  it.each(['companyName,asc,zzz', 'companyName,desc,', 'companyName,asc,country'])(
    'is refused as a further part of the sort: %s',
    async (sort) => {
      expect(fieldsOf(await t.call(a, listSuppliers, { query: { sort } }))).toEqual([422, ['sort.0']]);
    },
  );

  it('is refused as a search of the history of an invoice', async () => {
    const { id } = await t.ok(a, createSupplier, { body: { companyName: 'Of the invoice' } });
    const invoice = await t.ok(a, createInvoice, { body: { supplierId: id, currency: 'GBP' } });
    const answer = await t.call(a, listInvoiceHistory, { params: { id: invoice.id }, query: { search: 'x' } as never });
    expect(fieldsOf(answer)).toEqual([422, ['search']]);
  });
});

describe('repeated requests', () => {
  const count = async () => (await t.ok(a, listSuppliers)).totalElements;
  const post = (key: string, companyName: string) =>
    t.call(a, createSupplier, { body: { companyName }, headers: { 'idempotency-key': key } });

  it('with the same key get the first answer and have one effect, even when concurrent', async () => {
    const before = await count();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('key-1', 'Once')));
    expect(new Set(answers.map((x) => x.status))).toEqual(new Set([201]));
    expect(new Set(answers.map((x) => x.body.id)).size).toBe(1);
    expect((await post('key-1', 'Once')).body.id).toBe(answers[0]?.body.id);
    expect(await count()).toBe(before + 1);
  });

  it('with the same key and another body are refused', async () => {
    await post('key-2', 'First');
    const other = await post('key-2', 'Second');
    expect([other.status, other.error.code]).toEqual([409, 'conflict_key']);
  });

  it('may reuse a key after a refusal, because nothing was changed', async () => {
    const refused = await t.call(a, createSupplier, {
      body: { companyName: 'x', country: 'XX' } as never,
      headers: { 'idempotency-key': 'key-3' },
    });
    expect(refused.status).toBe(422);
    expect((await post('key-3', 'Now right')).status).toBe(201);
  });

  it('keep the keys of accounts apart', async () => {
    const b = await t.admin();
    const mine = await post('key-4', 'Mine');
    const theirs = await t.call(b, createSupplier, {
      body: { companyName: 'Theirs' },
      headers: { 'idempotency-key': 'key-4' },
    });
    expect([mine.status, theirs.status]).toEqual([201, 201]);
  });
});

describe('record versions', () => {
  it('can be sent with DELETE in If-Match', async () => {
    const supplier = await t.ok(a, createSupplier, { body: { companyName: 'Going' } });
    const stale = await t.call(a, deleteSupplier, { params: { id: supplier.id }, headers: { 'if-match': '"7"' } });
    expect([stale.status, stale.error.code]).toEqual([409, 'conflict_version']);
    expect(
      (await t.call(a, deleteSupplier, { params: { id: supplier.id }, headers: { 'if-match': '"1"' } })).status,
    ).toBe(204);
    expect((await t.call(a, getSupplier, { params: { id: supplier.id } })).status).toBe(404);
  });
});

describe('the live stream', () => {
  const read = (who: TestPerson, options: Parameters<typeof readStream>[2]) => readStream(t, who, options);

  it('sends changes as ids only, to this account and no other', async () => {
    const b = await t.admin();
    let made = 'not made yet';
    const both = Promise.all([
      read(a, { enough: (x) => x.includes(made) }),
      read(b, { enough: (x) => x.includes('"account"') }),
    ]);
    await new Promise((r) => setTimeout(r, 300));
    const supplier = await t.ok(a, createSupplier, { body: { companyName: 'Secret name' } });
    made = supplier.id;
    await t.ok(b, updateAccountSettings, { body: { accountName: 'B', currency: 'GBP', timeZone: 'UTC' } });
    const [ofA, ofB] = await both;
    expect(ofA).toContain(`{"ids":["${supplier.id}"],"topic":"suppliers","version":1}`);
    expect(ofA).not.toContain('Secret name');
    expect(ofB).not.toContain(supplier.id);
  });

  it('replays what was missed after Last-Event-ID', async () => {
    const first = await read(a, { enough: (x) => x.includes('ready') });
    const last = /id: (\S+)/.exec(first)?.[1] ?? '';
    const made = [
      await t.ok(a, createSupplier, { body: { companyName: 'Missed 1' } }),
      await t.ok(a, createSupplier, { body: { companyName: 'Missed 2' } }),
    ];
    const replay = await read(a, { lastEventId: last, enough: (x) => x.includes(made[1]?.id ?? '-') });
    expect(replay.indexOf(made[0]?.id ?? '-')).toBeGreaterThan(0);
    expect(replay.indexOf(made[1]?.id ?? '-')).toBeGreaterThan(replay.indexOf(made[0]?.id ?? '-'));
  });

  it('sends "reset" for a cursor that it cannot parse', async () => {
    expect(await read(a, { lastEventId: 'nonsense', enough: (x) => x.includes('reset') })).toContain('event: reset');
  });
});
