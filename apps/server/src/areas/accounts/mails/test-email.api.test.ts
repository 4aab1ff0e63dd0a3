import { postTestEmail } from '@quayside/contracts/mailbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';

let t: TestApp;
let who: TestPerson;
let own: string;
beforeAll(async () => {
  t = await startTestApp({ PUBLIC_URL: 'https://quayside.example' });
  who = await t.admin();
  own = (await t.deps.db.selectFrom('person').select('email').where('id', '=', who.userId).executeTakeFirstOrThrow())
    .email;
});
afterAll(() => t.close());

describe('the test mail', () => {
  it("is sent to the caller's own address after the commit, with the configured links", async () => {
    const answer = await t.ok(who, postTestEmail, {
      body: { email: own.toUpperCase() },
      headers: { host: 'evil.example' },
    });
    expect(answer).toEqual({ email: own });
    await t.sendMails();
    expect(t.mails()).toMatchObject([{ to: own, subject: 'Mails from Quayside reach you' }]);
    expect(t.mails()[0]?.text).toContain('https://quayside.example/');
    expect(t.mails()[0]?.html).not.toContain('evil.example');
  });

  it('is refused for any other address', async () => {
    const before = await t.deps.db.selectFrom('mail_message').select('id').execute();
    const answer = await t.call(who, postTestEmail, { body: { email: 'someone@example.test' } });
    expect([answer.status, answer.error.errors?.[0]?.field]).toEqual([422, 'email']);
    expect(await t.deps.db.selectFrom('mail_message').select('id').execute()).toEqual(before);
  });

  it('is sent once when the request is repeated with the same idempotency key', async () => {
    const person = await t.admin();
    const headers = { 'idempotency-key': 'once' };
    const answers = [
      await t.ok(person, postTestEmail, { body: {}, headers }),
      await t.ok(person, postTestEmail, { body: {}, headers }),
    ];
    // Repeats do not count against the limit of five mails an hour.
    for (let i = 0; i < 5; i += 1) answers.push(await t.ok(person, postTestEmail, { body: {}, headers }));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(
      await t.deps.db.selectFrom('mail_message').select('id').where('person_id', '=', person.userId).execute(),
    ).toHaveLength(1);
  });

  it('can be requested five times an hour', async () => {
    const viewer = await t.member(who);
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await t.call(viewer, postTestEmail, { body: {} })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await t.call(viewer, postTestEmail, { body: {} })).headers['retry-after']).toBe('3600');
  });
});
