import { authenticate, getMe, renewToken } from '@quayside/contracts/accounts/accounts';
import { listNotifications } from '@quayside/contracts/notifications/notifications';
import { createSupplier, listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { actOnInvitation, getAccount, getUser, listAccounts, patchUser } from '@quayside/contracts/accounts/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem, enterAccount } from '../../../db/tx.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { readStream } from '../../../testing/live.ts';
import { addMember } from '../sign-in/registration.service.ts';
import { startSession } from '../sign-in/sessions.service.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

type Status = 'INVITED' | 'ACCEPTED' | 'REJECTED' | 'REVOKED';
/** Gives a person a membership in another account, with the given invitation status. */
async function join(who: TestPerson, account: TestPerson, status: Status = 'ACCEPTED'): Promise<void> {
  await asSystem(t.deps, async (tx) => {
    await enterAccount(tx, account.accountId, who.userId);
    await addMember(tx, t.deps, account.accountId, who.userId, ['sv-account-viewer']);
    await tx
      .updateTable('account_member')
      .set({ invitation_status: status })
      .where('account_id', '=', account.accountId)
      .where('person_id', '=', who.userId)
      .execute();
  });
}
const verify = (who: TestPerson) =>
  asSystem(t.deps, (tx) => tx.updateTable('person').set({ is_verified: true }).where('id', '=', who.userId).execute());
const statusOf = (who: TestPerson, account: TestPerson) =>
  asSystem(t.deps, async (tx) => {
    await enterAccount(tx, account.accountId, who.userId);
    return tx
      .selectFrom('account_member')
      .select(['invitation_status', 'answered_at', 'version'])
      .where('account_id', '=', account.accountId)
      .where('person_id', '=', who.userId)
      .executeTakeFirst();
  });
const auditOf = (account: TestPerson) =>
  t.work(account, async (w) =>
    (
      await w.tx.selectFrom('audit_log').select(['action', 'person_id']).orderBy('recorded_at').orderBy('id').execute()
    ).map((r) => r),
  );
async function secondSession(who: TestPerson): Promise<TestPerson> {
  const issued = await asSystem(t.deps, (tx) =>
    startSession(tx, t.deps, who.userId, who.accountId, { ip: '127.0.0.1', userAgent: 'other' }),
  );
  return { ...who, token: issued.token.access_token };
}
const switchTo = (who: TestPerson, accountId: string, headers: Record<string, string> = {}) =>
  t.call(who, patchUser, { body: { currentAccountId: accountId }, headers });
const open = async (who: TestPerson) => (await t.ok(who, getMe)).currentAccountId;

describe('the accounts of a person', () => {
  it('are accepted and invited ones, sorted by name, and equal in both calls that list them', async () => {
    const who = await t.admin();
    await verify(who);
    const [accepted, invited, rejected, revoked] = [await t.admin(), await t.admin(), await t.admin(), await t.admin()];
    await join(who, accepted);
    await join(who, invited, 'INVITED');
    await join(who, rejected, 'REJECTED');
    await join(who, revoked, 'REVOKED');
    const list = await t.ok(who, listAccounts);
    expect(list.map((a) => [a.id, a.isCurrent, a.currentAccountUser.invitationStatus])).toEqual([
      [who.accountId, true, 'ACCEPTED'],
      [accepted.accountId, false, 'ACCEPTED'],
      [invited.accountId, false, 'INVITED'],
    ]);
    expect(Object.keys(list[0] ?? {})).toEqual([
      'id',
      'name',
      'isCurrent',
      'accountTier',
      'tierExpiryDate',
      'currentAccountUser',
    ]);
    expect((await t.ok(who, getMe)).accounts).toEqual(list);
    expect(await t.ok(who, getAccount)).toEqual(list[0]);
  });
});

describe('switching the account', () => {
  it('changes the current session and the default account, but no other session', async () => {
    const who = await t.admin();
    const other = await t.admin();
    await join(who, other);
    await t.setPassword(who, 'quay-heron-41');
    const elsewhere = await secondSession(who);
    const supplier = await t.ok(other, createSupplier, { body: { companyName: 'Only over there' } });
    const answer = await switchTo(who, other.accountId);
    expect(answer.body).toMatchObject({
      id: who.userId,
      currentAccountId: other.accountId,
      accountRoles: [{ name: 'sv-account-viewer' }],
    });
    expect(await open(who)).toBe(other.accountId);
    expect((await t.ok(who, listSuppliers)).content.map((s) => s.id)).toEqual([supplier.id]);
    expect(await open(elsewhere)).toBe(who.accountId);
    expect((await t.ok(elsewhere, listSuppliers)).content).toEqual([]);
    const email = (await t.ok(who, getMe)).email;
    const again = await t.call(undefined, authenticate, { body: { userName: email, password: 'quay-heron-41' } });
    expect(await open({ ...who, token: again.body.access_token })).toBe(other.accountId);
    expect(await auditOf(other)).toContainEqual({ action: 'session.account-opened', person_id: who.userId });
  });

  it('lasts when the session is renewed', async () => {
    const who = await t.admin();
    const other = await t.admin();
    await join(who, other);
    await switchTo(who, other.accountId);
    const { refresh } = await asSystem(t.deps, (tx) =>
      startSession(tx, t.deps, who.userId, other.accountId, { ip: '127.0.0.1', userAgent: 'test' }),
    );
    const renewed = await t.ok({ ...who, token: refresh }, renewToken);
    expect(await open({ ...who, token: renewed.access_token })).toBe(other.accountId);
  });

  it.each<Status>(['INVITED', 'REVOKED', 'REJECTED'])(
    'answers an account where the person is %s like one that does not exist',
    async (status) => {
      const who = await t.admin();
      const other = await t.admin();
      await join(who, other, status);
      expect(await switchTo(who, other.accountId)).toMatchObject({ status: 404, error: { code: 'not_found' } });
      expect(await open(who)).toBe(who.accountId);
    },
  );

  it("gives the same refusal for somebody else's account and for one that does not exist", async () => {
    const who = await t.admin();
    const stranger = await t.admin();
    const [foreign, none] = [
      await switchTo(who, stranger.accountId),
      await switchTo(who, '01a1fd84-0000-7000-8000-000000000000'),
    ];
    expect([foreign.status, foreign.error.message]).toEqual([404, none.error.message]);
    expect([none.status, await open(who)]).toEqual([404, who.accountId]);
  });

  it('is refused together with other changes, none of which are stored', async () => {
    const who = await t.admin();
    const other = await t.admin();
    await join(who, other);
    const both = await t.call(who, patchUser, { body: { currentAccountId: other.accountId, firstName: 'Mallory' } });
    expect([both.status, both.error.errors?.[0]?.field]).toEqual([422, 'currentAccountId']);
    expect([await open(who), (await t.ok(who, getMe)).firstName]).toEqual([who.accountId, 'Test']);
  });

  it('is refused for another person', async () => {
    const who = await t.admin();
    const other = await t.admin();
    const answer = await t.app.inject({
      method: 'PATCH',
      url: `/api/v2/users/${other.userId}`,
      headers: { authorization: `Bearer ${who.token}` },
      payload: { currentAccountId: who.accountId },
    });
    expect(answer.statusCode).toBe(403);
  });

  it('answers a tab that still shows the former account with 409, before anything is written', async () => {
    const who = await t.admin();
    const other = await t.admin();
    await join(who, other);
    await switchTo(who, other.accountId, { 'x-account-id': who.accountId });
    const late = await t.call(who, createSupplier, {
      body: { companyName: 'Late' },
      headers: { 'x-account-id': who.accountId },
    });
    expect([late.status, late.error.code]).toEqual([409, 'conflict_account']);
    const back = await switchTo(who, who.accountId, { 'x-account-id': who.accountId });
    expect([back.status, back.error.code]).toEqual([409, 'conflict_account']);
    expect((await t.ok(other, listSuppliers)).content).toEqual([]);
  });

  it('closes the live streams of this session in the former account, and no others', async () => {
    const who = await t.admin();
    const other = await t.admin();
    await join(who, other);
    const elsewhere = await secondSession(who);
    const [mine, others] = await Promise.all([
      readStream(t, who, {
        enough: (text) => text.includes('suppliers'),
        during: async () => {
          await switchTo(who, other.accountId);
          await t.deps.dispatcher.drain();
          await t.ok(elsewhere, createSupplier, { body: { companyName: 'After' } });
        },
      }),
      readStream(t, elsewhere, { enough: (text) => text.includes('suppliers') }),
    ]);
    expect([mine.includes('suppliers'), others.includes('suppliers')]).toEqual([false, true]);
  });
});

describe('answering an invitation', () => {
  const answer = (who: TestPerson, account: TestPerson, invitationAction: string) =>
    t.call(who, actOnInvitation, { params: { accountId: account.accountId, invitationAction } });

  it('accepts it once, notifies the inviting account, and is never cached', async () => {
    t.setTime('2026-11-20T11:00:00Z');
    const who = await t.admin();
    const account = await t.admin();
    await join(who, account, 'INVITED');
    await verify(who);
    const told = await readStream(t, account, {
      enough: (text) => text.includes('"topic":"account"'),
      during: async () => {
        const first = await answer(who, account, 'ACCEPT');
        expect([first.status, first.body, first.headers['cache-control']]).toEqual([
          200,
          { isActive: true, isVerified: true },
          'no-store',
        ]);
      },
    });
    expect(told).toContain(`"ids":["${who.userId}"]`);
    expect(await statusOf(who, account)).toEqual({
      invitation_status: 'ACCEPTED',
      answered_at: new Date('2026-11-20T11:00:00Z'),
      version: 2,
    });
    expect((await answer(who, account, 'ACCEPT')).body).toEqual({ isActive: true, isVerified: true });
    expect((await statusOf(who, account))?.version).toBe(2);
    const audit = (await auditOf(account)).filter((row) => row.action.startsWith('member.'));
    expect(audit).toEqual([{ action: 'member.invitation-accepted', person_id: who.userId }]);
    // The members get one notification, as they do when somebody joins through an invitation link.
    const { lastName } = await t.ok(who, getMe);
    const news = (await t.ok(account, listNotifications)).content.map((n) => [n.notificationType, n.summary]);
    expect(news).toEqual([['INFO', `Test ${lastName} joined the account`]]);
    expect((await switchTo(who, account.accountId)).status).toBe(200);
    // For the person who joined, the notification is already read.
    const own = await t.ok({ ...who, accountId: account.accountId }, listNotifications);
    expect([own.unread, own.content.map((n) => n.notificationStatus)]).toEqual([0, ['READ']]);
  });

  it('with a rejection removes the account from the list, and it cannot be accepted afterwards', async () => {
    const who = await t.admin();
    const account = await t.admin();
    await join(who, account, 'INVITED');
    await verify(who);
    expect((await answer(who, account, 'REJECT')).status).toBe(200);
    expect((await answer(who, account, 'REJECT')).status).toBe(200);
    expect((await t.ok(who, listAccounts)).map((a) => a.id)).toEqual([who.accountId]);
    expect((await answer(who, account, 'ACCEPT')).status).toBe(404);
    expect((await auditOf(account)).map((row) => row.action)).toEqual(['member.invitation-rejected']);
    expect((await t.ok(account, listNotifications)).content).toEqual([]);
  });

  it('is impossible until the address is verified, because anybody could have registered it', async () => {
    const who = await t.admin();
    const account = await t.admin();
    await join(who, account, 'INVITED');
    expect((await answer(who, account, 'ACCEPT')).body).toEqual({ isActive: true, isVerified: false });
    expect((await statusOf(who, account))?.invitation_status).toBe('INVITED');
    expect((await switchTo(who, account.accountId)).status).toBe(404);
  });

  it("is refused for another person's invitation, a revoked or missing one, and one's own account", async () => {
    const who = await t.admin();
    const [theirs, revoked] = [await t.admin(), await t.admin()];
    const invited = await t.admin();
    await join(invited, theirs, 'INVITED');
    await join(who, revoked, 'REVOKED');
    await verify(who);
    const statuses = [
      await answer(who, theirs, 'ACCEPT'),
      await answer(who, revoked, 'ACCEPT'),
      await answer(who, who, 'REJECT'),
    ].map((a) => a.status);
    expect(statuses).toEqual([404, 404, 404]);
    expect((await statusOf(invited, theirs))?.invitation_status).toBe('INVITED');
    const foreignPath = await t.app.inject({
      url: `/api/v2/users/${invited.userId}/accounts/${theirs.accountId}/ACCEPT`,
      headers: { authorization: `Bearer ${who.token}` },
    });
    expect(foreignPath.statusCode).toBe(403);
  });

  it('is impossible for a person who registered the invited address and then changed their own', async () => {
    const [mallory, account] = [await t.admin(), await t.admin()];
    await join(mallory, account, 'INVITED');
    const { email } = await t.ok(mallory, getMe);
    const invitedAs = (address: string) =>
      t.work(account, (w) =>
        w.tx
          .updateTable('account_member')
          .set({ invited_email: address })
          .where('account_id', '=', account.accountId)
          .where('person_id', '=', mallory.userId)
          .execute(),
      );
    await verify(mallory);
    await invitedAs('victim@example.test');
    expect((await t.ok(mallory, listAccounts)).map((a) => a.id)).toEqual([mallory.accountId]);
    expect((await answer(mallory, account, 'ACCEPT')).status).toBe(404);
    expect((await statusOf(mallory, account))?.invitation_status).toBe('INVITED');
    await invitedAs(email.toUpperCase());
    expect(await t.ok(mallory, listAccounts)).toHaveLength(2);
    expect((await answer(mallory, account, 'ACCEPT')).status).toBe(200);
  });

  it('allows only ACCEPT and REJECT', async () => {
    const who = await t.admin();
    expect(await answer(who, who, 'accept')).toMatchObject({
      status: 422,
      error: { errors: [{ field: 'invitationAction' }] },
    });
  });
});

describe('reading a person by id or e-mail address', () => {
  it('is open to the person, to admins of their account and to system administrators only', async () => {
    const admin = await t.admin();
    const viewer = await t.member(admin);
    const [stranger, invited] = [await t.admin(), await t.admin()];
    await join(invited, admin, 'INVITED');
    // The admin must not learn from which other accounts the member is known.
    await join(viewer, stranger, 'ACCEPTED');
    const mail = async (who: TestPerson) => (await t.ok(who, getMe)).email;
    const look = (who: TestPerson, id: string) => t.call(who, getUser, { params: { id } });
    expect((await look(viewer, viewer.userId.toUpperCase())).body).toMatchObject({
      id: viewer.userId,
      accountRoles: [{ name: 'sv-account-viewer' }],
    });
    expect((await look(viewer, (await mail(viewer)).toUpperCase())).body.id).toBe(viewer.userId);
    expect((await look(admin, await mail(viewer))).body).toMatchObject({
      id: viewer.userId,
      currentAccountId: admin.accountId,
      accountUserSettings: { userId: viewer.userId },
    });
    const accountsSeenBy = async (who: TestPerson, id: string) =>
      (await look(who, id)).body.accounts.map((account) => account.id).toSorted();
    expect(await accountsSeenBy(admin, viewer.userId)).toEqual([admin.accountId]);
    expect(await accountsSeenBy(viewer, viewer.userId)).toEqual([admin.accountId, stranger.accountId].toSorted());
    const hidden = [
      await look(viewer, admin.userId),
      await look(admin, stranger.userId),
      await look(admin, await mail(stranger)),
      await look(admin, invited.userId),
    ];
    const nobody = await look(admin, 'nobody@example.test');
    for (const one of hidden) expect([one.status, one.error.message]).toEqual([404, nobody.error.message]);
    await asSystem(t.deps, (tx) =>
      tx.updateTable('person').set({ is_system_admin: true }).where('id', '=', admin.userId).execute(),
    );
    t.deps.signIn.forgetAccount(admin.accountId);
    expect((await look(admin, await mail(stranger))).body).toMatchObject({
      id: stranger.userId,
      currentAccountId: stranger.accountId,
    });
    expect(await accountsSeenBy(admin, viewer.userId)).toHaveLength(2);
  });
});
