import { getAccountSettings, getMe, updateAccountSettings } from '@quayside/contracts/accounts';
import { createSupplier, deleteSupplier, getSupplier, listSuppliers } from '@quayside/contracts/suppliers';
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
