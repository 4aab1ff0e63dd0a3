import { authenticate, getMe, registerTrial } from '@quayside/contracts/accounts/accounts';
import {
  changeEmail,
  forgottenPassword,
  proveNewAddressByClick,
  verifyUserByClick,
} from '@quayside/contracts/accounts/auth';
import {
  addAccountUser,
  answerInvitation,
  listAccountUsers,
  readInvitation,
  revokeInvitation,
} from '@quayside/contracts/accounts/people';
import { actOnInvitation, listAccounts } from '@quayside/contracts/accounts/users';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailPlace, type MailParts } from '../../../mail/queue-mail.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';

const PASSWORD = 'quay-heron-41';
let t: TestApp;
let admin: TestPerson;
let email: string;
let addresses = 0;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setTime('2026-11-20T10:00:00Z');
  await t.deps.db.deleteFrom('rate_limit').execute();
  admin = await t.admin();
  await t.verify(admin);
  email = `asked${(addresses += 1)}@example.test`;
});

const invite = (by: TestPerson, address: string) =>
  t.ok(by, addAccountUser, {
    body: { email: address, firstName: 'Vera', lastName: 'Lund', roles: ['sv-account-viewer'] },
  });
const register = (address: string, password = PASSWORD) =>
  t.call(undefined, registerTrial, {
    body: { firstName: 'Astrid', lastName: 'Lindqvist', email: address, password, company: 'Lindqvist AB' },
  });
async function registered(address: string): Promise<TestPerson> {
  const { body } = await register(address);
  const { currentAccountId } = await t.ok({ userId: body.userId, accountId: '', token: body.access_token }, getMe);
  return { userId: body.userId, accountId: currentAccountId, token: body.access_token };
}
/** The kind of each mail that was sent to an address, and the URL of its link. */
async function linksTo(address: string): Promise<{ kind: string; url: string }[]> {
  const rows = await t.deps.db
    .selectFrom('mail_message')
    .selectAll()
    .where('recipient', '=', address)
    .orderBy('id')
    .execute();
  return rows.map(({ id, kind, sealed_parts }) => ({
    kind,
    url: (JSON.parse(t.deps.secrets.open(sealed_parts ?? '', mailPlace(id))) as MailParts).action?.url ?? '',
  }));
}
async function tokenOf(address: string, kind: string): Promise<string> {
  const url = (await linksTo(address)).findLast((mail) => mail.kind === kind)?.url ?? '';
  return /(qs_[\w-]{43})/.exec(url)?.[1] ?? '';
}
const verify = async (who: TestPerson, address: string) =>
  t.ok(who, verifyUserByClick, { params: { verificationToken: await tokenOf(address, 'verify-address') } });
const statuses = async (who: TestPerson) =>
  (await t.ok(who, listAccounts)).map((a) => [a.id, a.currentAccountUser.invitationStatus]);
const peopleOf = async (by: TestPerson) => (await t.ok(by, listAccountUsers)).content.filter((user) => !user.isYou);
const forget = (address: string) => t.call(undefined, forgottenPassword, { body: { email: address } });

describe('an address with an unanswered invitation', () => {
  it('can be registered like any other, and shows the invitation once it is verified', async () => {
    await invite(admin, email);
    const [invited, unknown] = [await register(email.toUpperCase()), await register(`other-${email}`)];
    expect([invited.status, Object.keys(invited.body)]).toEqual([201, Object.keys(unknown.body)]);
    const signedIn = await t.call(undefined, authenticate, { body: { userName: email, password: PASSWORD } });
    const who = { userId: signedIn.body.userId, accountId: '', token: signedIn.body.access_token };
    const me = await t.ok(who, getMe);
    expect(me).toMatchObject({
      firstName: 'Astrid',
      email: email.toUpperCase(),
      isVerified: false,
      accountRoles: [{ name: 'sv-account-admin' }],
    });
    // Registering an address does not reveal who has invited it.
    expect(await statuses(who)).toEqual([[me.currentAccountId, 'ACCEPTED']]);
    expect(await peopleOf(admin)).toMatchObject([{ email, firstName: 'Vera', invitationStatus: 'INVITED' }]);
    await verify(who, email.toUpperCase());
    expect(await statuses(who)).toContainEqual([admin.accountId, 'INVITED']);
    expect(
      await t.ok(who, actOnInvitation, { params: { accountId: admin.accountId, invitationAction: 'ACCEPT' } }),
    ).toEqual({
      isActive: true,
      isVerified: true,
    });
    expect(await peopleOf(admin)).toMatchObject([{ firstName: 'Astrid', invitationStatus: 'ACCEPTED' }]);
  });

  it("leads from the invitation's link to sign-in once it is registered", async () => {
    await invite(admin, email);
    const verificationToken = await tokenOf(email, 'invitation');
    const who = await registered(email);
    const link = { accountId: admin.accountId, verificationToken };
    expect((await t.ok(who, readInvitation, { params: link })).needsSignIn).toBe(true);
    const body = { invitationAction: 'ACCEPT' as const, verificationToken, password: 'stolen-heron-43' };
    expect((await t.call(who, answerInvitation, { params: { accountId: admin.accountId }, body })).error.code).toBe(
      'people.sign_in_first',
    );
    expect((await t.call(undefined, authenticate, { body: { userName: email, password: PASSWORD } })).status).toBe(200);
  });

  it('is registered once, even concurrently: the same form signs in, another password is refused', async () => {
    await invite(admin, email);
    const both = await Promise.all([register(email), register(email, 'second-heron-44')]);
    expect(both.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([201, 409]);
    const [mine, other] = both[0].status === 201 ? [PASSWORD, 'second-heron-44'] : ['second-heron-44', PASSWORD];
    expect((await register(email, mine)).status).toBe(201);
    expect((await register(email, other)).error).toMatchObject({
      message: 'Existing User account.',
      errors: [{ field: 'email' }],
    });
  });

  it('counts as registered once the invitation is accepted, with or without a password', async () => {
    await invite(admin, email);
    const { id } = (await peopleOf(admin))[0] ?? { id: '' };
    const body = {
      invitationAction: 'ACCEPT' as const,
      verificationToken: await tokenOf(email, 'invitation'),
      password: PASSWORD,
    };
    await t.ok({ ...admin, userId: id }, answerInvitation, { params: { accountId: admin.accountId }, body });
    expect((await register(email)).status).toBe(201);
    expect((await register(email, 'other-heron-42')).status).toBe(409);
    // This is the state after an invitation was accepted by the documented GET call: a verified address and no password
    // yet.
    await t.deps.db.updateTable('person').set({ password_hash: null }).where('id', '=', id).execute();
    expect((await register(email)).status).toBe(409);
  });

  it('goes to the person who proves it, with its invitations, and its placeholder person is removed', async () => {
    const [second, third] = [await t.admin(), await t.admin()];
    for (const who of [second, third]) await t.verify(who);
    const who = await registered(`before-${email}`);
    for (const by of [admin, second, third]) await invite(by, email);
    // The person is already a member of the third account.
    await t.work(third, (w) =>
      w.tx
        .insertInto('account_member')
        .values({ account_id: third.accountId, person_id: who.userId, roles: ['sv-account-admin'], created_at: w.now })
        .execute(),
    );
    const { id: invitedId } = (await peopleOf(admin))[0] ?? { id: '' };
    expect((await t.call(who, changeEmail, { body: { email, password: PASSWORD } })).status).toBe(200);
    expect(await statuses(who)).toHaveLength(2);
    await t.ok(who, proveNewAddressByClick, { params: { verificationToken: await tokenOf(email, 'new-address') } });
    expect(Object.fromEntries(await statuses(who))).toEqual({
      [who.accountId]: 'ACCEPTED',
      [admin.accountId]: 'INVITED',
      [second.accountId]: 'INVITED',
      [third.accountId]: 'ACCEPTED',
    });
    expect(await peopleOf(admin)).toMatchObject([{ email, firstName: 'Vera', invitationStatus: 'INVITED' }]);
    expect(await peopleOf(third)).toMatchObject([
      { email, firstName: 'Astrid', invitationStatus: 'ACCEPTED', roles: ['sv-account-admin'] },
    ]);
    expect(await t.deps.db.selectFrom('person').select('id').where('id', '=', invitedId).execute()).toEqual([]);
    expect(
      (await t.call(who, actOnInvitation, { params: { accountId: admin.accountId, invitationAction: 'ACCEPT' } })).body
        .isActive,
    ).toBe(true);
  });

  it('gets the invitation again at "forgot password", because its link sets the first password', async () => {
    await invite(admin, email);
    const first = await tokenOf(email, 'invitation');
    t.setTime('2026-11-29T10:00:00Z');
    const [invited, nobody] = [await forget(email), await forget(`nobody-${email}`)];
    expect([invited.status, invited.text, Object.keys(invited.headers).sort()]).toEqual([
      204,
      nobody.text,
      Object.keys(nobody.headers).sort(),
    ]);
    expect((await linksTo(email)).map((mail) => mail.kind)).toEqual(['invitation', 'invitation']);
    const again = await tokenOf(email, 'invitation');
    expect(again).not.toBe(first);
    const [, userId = ''] = /invite\/([^/]+)\//.exec((await linksTo(email)).at(-1)?.url ?? '') ?? [];
    const answer = {
      params: { accountId: admin.accountId },
      body: { invitationAction: 'ACCEPT' as const, verificationToken: again, password: PASSWORD },
    };
    await t.ok({ ...admin, userId }, answerInvitation, answer);
    expect((await t.call(undefined, authenticate, { body: { userName: email, password: PASSWORD } })).status).toBe(200);
  });

  it('gets no mail at "forgot password" after the invitation was revoked', async () => {
    const { id } = await invite(admin, email);
    await t.ok(admin, revokeInvitation, { params: { updateUserId: id } });
    expect((await forget(email)).status).toBe(204);
    expect((await linksTo(email)).map((mail) => mail.kind)).toEqual(['invitation']);
  });
});
