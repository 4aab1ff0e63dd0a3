import { authenticate, registerTrial } from '@quayside/contracts/accounts/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const password = 'quay-heron-41';
async function registered(email: string): Promise<TestPerson> {
  const { body } = await t.call(undefined, registerTrial, {
    body: { firstName: 'Ada', lastName: 'Moss', email, password },
  });
  const person = await t.deps.db
    .selectFrom('person')
    .select('default_account_id')
    .where('id', '=', body.userId)
    .executeTakeFirstOrThrow();
  return { userId: body.userId, accountId: person.default_account_id ?? '', token: body.access_token };
}
const signIn = (userName: string, word = password) =>
  t.call(undefined, authenticate, { body: { userName, password: word } });

describe('a person with the right password', () => {
  it('is told that they were deactivated, which a wrong password does not reveal', async () => {
    const who = await registered('off@example.test');
    await t.deps.db.updateTable('person').set({ is_active: false }).where('id', '=', who.userId).execute();
    expect(await signIn('off@example.test')).toMatchObject({
      status: 401,
      error: { code: 'not_activated', message: 'Your account has not been activated, please contact us' },
    });
    expect((await signIn('off@example.test', 'wrong')).error.message).toBe('Incorrect email address or password');
  });

  it.each(['REJECTED', 'REVOKED'] as const)('is told that their only invitation is %s', async (status) => {
    const email = `${status.toLowerCase()}@example.test`;
    const who = await registered(email);
    expect((await signIn(email)).status).toBe(200);
    await t.work(who, (w) =>
      w.tx
        .updateTable('account_member')
        .set({ invitation_status: status })
        .where('person_id', '=', who.userId)
        .execute(),
    );
    expect(await signIn(email)).toMatchObject({
      status: 401,
      error: { message: 'Your account invitation is rejected' },
    });
  });
});
