import { authenticate, getMe, registerTrial } from '@quayside/contracts/accounts/accounts';
import { patchUser } from '@quayside/contracts/accounts/users';
import { listNotifications } from '@quayside/contracts/notifications/notifications';
import {
  addAccountUser,
  answerInvitation,
  listAccountUserRoles,
  listAccountUsers,
  readInvitation,
  removeAccountUser,
  resendInvitation,
  revokeInvitation,
  updateAccountUserRoles,
  verifyInvitation,
} from '@quayside/contracts/accounts/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailPlace, type MailParts } from '../../../mail/queue-mail.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setTime('2026-11-20T10:00:00Z');
  await t.deps.db.deleteFrom('rate_limit').execute();
});

const ADMIN = 'sv-account-admin';
const VIEWER = 'sv-account-viewer';
const PASSWORD = 'quay-heron-41';
let addresses = 0;
/** The admin of a new account who may invite people, because their own address is verified. */
async function inviting(): Promise<TestPerson> {
  const admin = await t.admin();
  await t.verify(admin);
  return admin;
}
const newAddress = () => `invited${(addresses += 1)}@example.test`;
const body = (email: string, role: typeof ADMIN | typeof VIEWER = VIEWER) => ({
  email,
  firstName: 'Vera',
  lastName: 'Lund',
  roles: [role],
});
const invite = (by: TestPerson, email: string, role?: typeof ADMIN | typeof VIEWER) =>
  t.ok(by, addAccountUser, { body: body(email, role) });

interface SentMail {
  readonly kind: string;
  readonly recipient: string;
  readonly parts: MailParts;
}
/** All mails to an address, except the verification mail of a registration. */
async function mailsTo(email: string): Promise<SentMail[]> {
  const rows = await t.deps.db
    .selectFrom('mail_message')
    .selectAll()
    .where('recipient', '=', email)
    .where('kind', '!=', 'verify-address')
    .orderBy('id')
    .execute();
  return rows.map((r) => ({
    kind: r.kind,
    recipient: r.recipient,
    parts: JSON.parse(t.deps.secrets.open(r.sealed_parts ?? '', mailPlace(r.id))) as MailParts,
  }));
}
interface Link {
  readonly userId: string;
  readonly accountId: string;
  readonly verificationToken: string;
}
/** The ids and the token of the newest invitation to an address that has no password. */
async function linkTo(email: string): Promise<Link> {
  const url = (await mailsTo(email)).findLast((m) => m.kind === 'invitation')?.parts.action?.url ?? '';
  const [, userId = '', accountId = '', verificationToken = ''] =
    /\/login\/verify\/invite\/([^/]+)\/([^/]+)\/([^/]+)\/ACCEPT$/.exec(url) ?? [];
  return { userId, accountId, verificationToken };
}
const as = (userId: string): TestPerson => ({ userId, accountId: '', token: '' });
const look = (link: Link) => t.call(as(link.userId), readInvitation, { params: link });
const accept = (link: Link, password = PASSWORD) =>
  t.call(as(link.userId), answerInvitation, {
    params: { accountId: link.accountId },
    body: { invitationAction: 'ACCEPT', verificationToken: link.verificationToken, password },
  });
const reject = (link: Link) =>
  t.call(as(link.userId), answerInvitation, {
    params: { accountId: link.accountId },
    body: { invitationAction: 'REJECT', verificationToken: link.verificationToken },
  });
const signIn = (userName: string, password = PASSWORD) =>
  t.call(undefined, authenticate, { body: { userName, password } });
const people = async (by: TestPerson) => (await t.ok(by, listAccountUsers)).content;
const personOf = async (by: TestPerson, id: string) => (await people(by)).find((user) => user.id === id);
const auditOf = (of: TestPerson, id: string) =>
  t.work(of, (w) =>
    w.tx
      .selectFrom('audit_log')
      .select(['action', 'person_id', 'details'])
      .where('subject_type', '=', 'member')
      .where(sql<boolean>`subject_ids @> array[${id}]::uuid[]`)
      .orderBy('id')
      .execute(),
  );
/** Registers a person with an account of their own. */
async function registered(): Promise<{ email: string; who: TestPerson }> {
  const email = newAddress();
  const { body: token } = await t.call(undefined, registerTrial, {
    body: { firstName: 'Bo', lastName: 'Keeper', email, password: PASSWORD },
  });
  const me = (await t.call({ userId: token.userId, accountId: '', token: token.access_token }, getMe)).body;
  return { email, who: { userId: token.userId, accountId: me.currentAccountId, token: token.access_token } };
}

describe('the people of an account', () => {
  it('are listed for admins, with search, filter and sort, and with the owner and the caller marked', async () => {
    const admin = await inviting();
    const viewer = await t.member(admin);
    const invited = await invite(admin, newAddress());
    const all = await people(admin);
    expect(
      all.map(({ id, isOwner, isYou, invitationStatus, roles }) => ({ id, isOwner, isYou, invitationStatus, roles })),
    ).toEqual(
      expect.arrayContaining([
        { id: admin.userId, isOwner: true, isYou: true, invitationStatus: 'ACCEPTED', roles: [ADMIN] },
        { id: viewer.userId, isOwner: false, isYou: false, invitationStatus: 'ACCEPTED', roles: [VIEWER] },
        { id: invited.id, isOwner: false, isYou: false, invitationStatus: 'INVITED', roles: [VIEWER] },
      ]),
    );
    expect(all.find((user) => user.isYou)).toMatchObject({ isLastAdmin: true, lastSeenAt: expect.any(String) });
    const ids = async (query: object) =>
      (await t.ok(admin, listAccountUsers, { query })).content.map((user) => user.id);
    expect(await ids({ search: 'LUND vera' })).toEqual([invited.id]);
    expect(await ids({ filter: JSON.stringify([{ field: 'role', op: 'in', values: [ADMIN] }]) })).toEqual([
      admin.userId,
    ]);
    expect(
      await ids({ filter: JSON.stringify([{ field: 'invitationStatus', op: 'in', values: ['INVITED'] }]) }),
    ).toEqual([invited.id]);
    expect(await ids({ sort: ['invitationStatus,desc', 'name'] })).toEqual([
      invited.id,
      ...(await ids({ filter: JSON.stringify([{ field: 'invitationStatus', op: 'in', values: ['ACCEPTED'] }]) })),
    ]);
    expect((await t.ok(admin, listAccountUsers, { query: { page: 1, size: 2 } })).content).toHaveLength(1);
  });

  it('are refused to viewers, as are the roles, and hidden from admins of another account', async () => {
    const admin = await inviting();
    const viewer = await t.member(admin);
    expect((await t.call(viewer, listAccountUsers)).status).toBe(403);
    expect((await t.call(viewer, listAccountUserRoles)).status).toBe(403);
    expect((await t.ok(admin, listAccountUserRoles)).map((role) => role.name)).toEqual([ADMIN, 'sv-admin', VIEWER]);
    const other = await inviting();
    expect((await people(other)).map((user) => user.id)).toEqual([other.userId]);
    expect(
      (
        await t.call(other, updateAccountUserRoles, {
          params: { updateUserId: viewer.userId },
          body: { roles: [ADMIN] },
        })
      ).status,
    ).toBe(404);
    expect((await t.call(other, removeAccountUser, { params: { deleteUserId: viewer.userId } })).status).toBe(404);
    expect((await t.call(other, resendInvitation, { params: { updateUserId: viewer.userId } })).status).toBe(404);
    expect((await t.call(other, revokeInvitation, { params: { updateUserId: viewer.userId } })).status).toBe(404);
    expect(await personOf(admin, viewer.userId)).toMatchObject({ roles: [VIEWER], version: 1 });
  });
});

describe('an invitation', () => {
  it('to an unknown address creates a person without password, and its mail has a link that accepts', async () => {
    const admin = await inviting();
    const email = newAddress();
    const invited = await invite(admin, email);
    expect(invited).toMatchObject({
      email,
      firstName: 'Vera',
      lastName: 'Lund',
      roles: [VIEWER],
      invitationStatus: 'INVITED',
      invitedAt: '2026-11-20T10:00:00.000Z',
    });
    const person = await t.deps.db
      .selectFrom('person')
      .selectAll()
      .where('id', '=', invited.id)
      .executeTakeFirstOrThrow();
    expect([person.password_hash, person.is_verified, person.default_account_id]).toEqual([null, false, null]);
    expect((await signIn(email)).error.code).toBe('wrong_credentials');

    const link = await linkTo(email);
    expect(link).toMatchObject({ userId: invited.id, accountId: admin.accountId });
    expect((await look(link)).body).toMatchObject({ email, firstName: 'Vera', roles: [VIEWER], needsSignIn: false });
    expect((await accept(link)).body).toEqual({ isActive: true, isVerified: true });
    const token = (await signIn(email)).body;
    const me = await t.ok({ userId: token.userId, accountId: admin.accountId, token: token.access_token }, getMe);
    expect(me).toMatchObject({ currentAccountId: admin.accountId, isVerified: true, accountRoles: [{ name: VIEWER }] });
    expect((await personOf(admin, invited.id))?.invitationStatus).toBe('ACCEPTED');
    expect((await auditOf(admin, invited.id)).map((a) => [a.action, a.person_id])).toEqual([
      ['member.invited', admin.userId],
      ['member.invitation-accepted', invited.id],
    ]);
    const told = (await t.ok(admin, listNotifications)).content.find(
      (n) => n.summary === 'Vera Lund joined the account',
    );
    expect(told?.notificationType).toBe('INFO');
  });

  it('is created once when the request is repeated while the first one is still running', async () => {
    const admin = await inviting();
    const invitation = { body: body(newAddress()), headers: { 'idempotency-key': 'one-press' } };
    const answers = await Promise.all(Array.from({ length: 7 }, () => t.call(admin, addAccountUser, invitation)));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 7 }, () => 201));
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
  });

  it('links to the configured address, whatever Host the request names', async () => {
    const admin = await inviting();
    const email = newAddress();
    await t.ok(admin, addAccountUser, {
      body: body(email),
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    });
    expect((await mailsTo(email))[0]?.parts.action?.url).toMatch(
      new RegExp(`^${t.deps.config.publicUrl.replaceAll('.', '\\.')}/login/verify/invite/`),
    );
  });

  it('to a registered address reveals neither name nor spelling to the admin, and leads to sign-in', async () => {
    const admin = await inviting();
    const { email, who } = await registered();
    const typed = email.toUpperCase();
    const [known, unknown] = [await invite(admin, typed), await invite(admin, newAddress())];
    const shape = (user: typeof known) => ({ ...user, id: 'id', email: 'email' });
    expect(shape(known)).toEqual(shape(unknown));
    expect(known.email).toBe(typed);
    // The timestamp in the id does not reveal either whether the address is registered: in both cases it is more than a
    // day away from the current time.
    const timeIn = ({ id }: typeof known) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
    for (const user of [known, unknown])
      expect(Math.abs(timeIn(user) - Date.parse('2026-11-20T10:00:00Z'))).toBeGreaterThan(86_400_000);
    expect([known, unknown].map((user) => user.id.charAt(14))).toEqual(['8', '8']);
    expect(await personOf(admin, who.userId)).toEqual(known);
    const [mail] = await mailsTo(email);
    expect(mail?.parts.action?.url).toBe(
      `${t.deps.config.publicUrl}/login/verify/invite/user/${who.userId}/${admin.accountId}/ACCEPT`,
    );
    // No token was stored, so nobody can accept the invitation with the link alone.
    expect(
      await t.deps.db
        .selectFrom('mail_proof')
        .select('hash')
        .where('person_id', '=', who.userId)
        .where('purpose', '=', 'INVITATION')
        .execute(),
    ).toEqual([]);
    // Once the address is verified, the person sees the invitation after signing in. They also keep their own account.
    await t.deps.db.updateTable('person').set({ is_verified: true }).where('id', '=', who.userId).execute();
    expect((await t.ok(who, getMe)).accounts.map((a) => a.currentAccountUser.invitationStatus).sort()).toEqual([
      'ACCEPTED',
      'INVITED',
    ]);
  });

  it('replaces an open, rejected or revoked one with its new role, and is refused for a member', async () => {
    const admin = await inviting();
    const email = newAddress();
    const first = await invite(admin, email);
    const old = await linkTo(email);
    expect(await invite(admin, email, ADMIN)).toMatchObject({
      id: first.id,
      roles: [ADMIN],
      invitationStatus: 'INVITED',
      version: 2,
    });
    expect((await look(old)).error.code).toBe('people.invitation_unknown');
    expect((await reject(await linkTo(email))).body).toEqual({ isActive: false, isVerified: false });
    expect((await personOf(admin, first.id))?.invitationStatus).toBe('REJECTED');
    await invite(admin, email);
    await t.ok(admin, revokeInvitation, { params: { updateUserId: first.id } });
    expect((await t.ok(admin, revokeInvitation, { params: { updateUserId: first.id } })).invitationStatus).toBe(
      'REVOKED',
    );
    expect(await t.ok(admin, resendInvitation, { params: { updateUserId: first.id } })).toMatchObject({
      invitationStatus: 'INVITED',
      roles: [VIEWER],
    });
    await accept(await linkTo(email));
    const again = await t.call(admin, addAccountUser, { body: body(email) });
    expect([again.status, again.error.errors?.[0]]).toMatchObject([
      422,
      { field: 'email', message: 'This person is a member of the account already.' },
    ]);
    await t.deps.db.deleteFrom('rate_limit').execute();
    expect((await t.call(admin, resendInvitation, { params: { updateUserId: first.id } })).error.code).toBe(
      'people.is_member',
    );
    expect((await t.call(admin, revokeInvitation, { params: { updateUserId: first.id } })).error.code).toBe(
      'people.is_member',
    );
  });

  it('validates names, address and role with the documented messages', async () => {
    const admin = await inviting();
    const wrong = await t.call(admin, addAccountUser, {
      body: { email: 'no', firstName: ' ', lastName: '', roles: ['sv-admin' as typeof ADMIN] },
    });
    expect(wrong.status).toBe(422);
    expect(wrong.error.errors).toMatchObject([
      { field: 'email', message: 'E-mail must be valid' },
      { field: 'firstName', message: 'Please enter a valid name' },
      { field: 'lastName', message: 'Please enter a valid name' },
      { field: 'roles.0', message: 'Choose a role' },
    ]);
  });

  it('can be sent five times an hour to an address, and twenty times an hour by an account', async () => {
    const [admin, other] = [await inviting(), await inviting()];
    const email = newAddress();
    const { id } = await invite(admin, email);
    for (let i = 0; i < 4; i += 1) await t.ok(admin, resendInvitation, { params: { updateUserId: id } });
    const sixth = await t.call(other, addAccountUser, { body: body(email.toUpperCase()) });
    expect([sixth.status, Number(sixth.headers['retry-after']) > 0]).toEqual([429, true]);
    for (let i = 0; i < 15; i += 1) await invite(admin, newAddress());
    expect((await t.call(admin, addAccountUser, { body: body(newAddress()) })).status).toBe(429);
    t.setTime('2026-11-20T11:00:01Z');
    // A request that is repeated with the same idempotency key sends no further mail and does not count against the
    // limit.
    const [lost, late] = [newAddress(), await inviting()];
    for (let i = 0; i < 7; i += 1)
      await t.ok(late, addAccountUser, { body: body(lost), headers: { 'idempotency-key': 'lost' } });
    expect(await mailsTo(lost)).toHaveLength(1);
    const second = await t.member(admin, ADMIN);
    await t.verify(second);
    expect((await t.call(second, addAccountUser, { body: body(email) })).status).toBe(201);
  });
});

describe('the link of an invitation', () => {
  it('is refused the second time, after a revocation, after seven days, and if it was altered', async () => {
    const admin = await inviting();
    const links = [];
    for (let i = 0; i < 3; i += 1) {
      const email = newAddress();
      const { id } = await invite(admin, email);
      links.push({ id, link: await linkTo(email) });
    }
    const [used, revoked, old] = links.map((l) => l.link) as [Link, Link, Link];
    expect((await accept(used)).status).toBe(200);
    expect([
      (await accept(used, 'another-heron-42')).error.code,
      (await reject(used)).error.code,
      (await look(used)).error.code,
    ]).toEqual(Array.from({ length: 3 }, () => 'people.invitation_used'));
    await t.ok(admin, revokeInvitation, { params: { updateUserId: revoked.userId } });
    expect((await accept(revoked)).error.code).toBe('people.invitation_unknown');
    const changed = { ...old, verificationToken: old.verificationToken.replace(/.$/, (c) => (c === 'A' ? 'B' : 'A')) };
    expect((await accept(changed)).error.code).toBe('people.invitation_unknown');
    t.setTime('2026-11-27T09:59:59Z');
    expect((await look(old)).status).toBe(200);
    t.setTime('2026-11-27T10:00:01Z');
    expect([(await look(old)).error.code, (await accept(old)).error.code]).toEqual([
      'people.invitation_expired',
      'people.invitation_expired',
    ]);
    t.setTime('2026-11-20T10:00:00Z');
    expect((await people(admin)).filter((user) => user.invitationStatus === 'ACCEPTED')).toHaveLength(2);
  });

  it('is valid for one person and one account, and only for invitations', async () => {
    const [a, b] = [await inviting(), await inviting()];
    const [one, two] = [newAddress(), newAddress()];
    await invite(a, one);
    const ofOne = await linkTo(one);
    await invite(a, two);
    await invite(b, one);
    const [ofTwo, inB] = [await linkTo(two), await linkTo(one)];
    const swapped: Link[] = [
      { ...ofOne, verificationToken: ofTwo.verificationToken },
      { ...ofOne, userId: ofTwo.userId },
      { ...ofOne, verificationToken: inB.verificationToken },
      { ...ofOne, accountId: b.accountId },
    ];
    for (const link of swapped) {
      expect((await accept(link)).error.code).toBe('people.invitation_unknown');
      expect((await reject(link)).error.code).toBe('people.invitation_unknown');
    }
    await t.deps.db.updateTable('mail_proof').set({ purpose: 'RESET' }).where('person_id', '=', ofTwo.userId).execute();
    expect((await accept(ofTwo)).error.code).toBe('people.invitation_unknown');
    expect((await accept(ofOne)).status).toBe(200);
  });

  it('requires sign-in for a second account once the person has a password', async () => {
    const [a, b] = [await inviting(), await inviting()];
    const email = newAddress();
    await invite(a, email);
    const inA = await linkTo(email);
    await invite(b, email);
    const inB = await linkTo(email);
    await accept(inA);
    expect((await look(inB)).body.needsSignIn).toBe(true);
    expect((await accept(inB, 'stolen-heron-43')).error.code).toBe('people.sign_in_first');
    expect(
      (await t.call(as(inB.userId), verifyInvitation, { params: { ...inB, invitationAction: 'ACCEPT' } })).error.code,
    ).toBe('people.sign_in_first');
    expect([(await signIn(email)).status, (await signIn(email, 'stolen-heron-43')).status]).toEqual([200, 401]);
    expect((await reject(inB)).status).toBe(200);
  });

  it("refuses a common password or the person's address as one, and stays valid after that", async () => {
    const admin = await inviting();
    const email = newAddress();
    await invite(admin, email);
    const link = await linkTo(email);
    expect((await accept(link, 'password1')).error.errors?.[0]?.field).toBe('password');
    expect((await accept(link, 'short')).error.errors?.[0]?.message).toBe('At least 8 characters');
    expect((await accept(link)).status).toBe(200);
  });

  it('also works with the documented GET, which is never cached', async () => {
    const admin = await inviting();
    const [yes, no] = [newAddress(), newAddress()];
    await invite(admin, yes);
    await invite(admin, no);
    const accepted = await t.call(as((await linkTo(yes)).userId), verifyInvitation, {
      params: { ...(await linkTo(yes)), invitationAction: 'ACCEPT' },
    });
    expect([accepted.body, accepted.headers['cache-control']]).toEqual([
      { isActive: true, isVerified: true },
      'no-store',
    ]);
    const rejected = await t.call(as((await linkTo(no)).userId), verifyInvitation, {
      params: { ...(await linkTo(no)), invitationAction: 'REJECT' },
    });
    expect(rejected.body).toEqual({ isActive: false, isVerified: false });
    expect(
      (
        await t.call(as((await linkTo(yes)).userId), verifyInvitation, {
          params: { ...(await linkTo(yes)), invitationAction: 'ACCEPT' },
        })
      ).status,
    ).toBe(422);
    // The invitation was accepted without a password, so no password works, not even an empty one.
    expect((await signIn(yes, '')).status).toBe(422);
    expect((await signIn(yes)).status).toBe(401);
  });

  it('accepts once when it is sent twice at the same moment', async () => {
    const admin = await inviting();
    const email = newAddress();
    await invite(admin, email);
    const link = await linkTo(email);
    const answers = await Promise.all([accept(link), accept(link, 'second-heron-44')]);
    expect(answers.map((a) => a.status).sort((a, b) => a - b)).toEqual([200, 422]);
    expect((await signIn(email, answers[0].status === 200 ? PASSWORD : 'second-heron-44')).status).toBe(200);
  });

  it('cannot be guessed: after a hundred attempts from one IP address, further ones are refused', async () => {
    const admin = await inviting();
    const email = newAddress();
    await invite(admin, email);
    const link = await linkTo(email);
    t.setTime('2026-11-21T10:00:00Z');
    const statuses = new Map<number, number>();
    for (let i = 0; i < 120; i += 1) {
      const { status } = await look({ ...link, verificationToken: `qs_${String(i).padStart(43, '0')}` });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 422: 100, 429: 20 });
    t.setTime('2026-11-21T10:15:01Z');
    expect((await look(link)).status).toBe(200);
  });
});

describe('a changed role', () => {
  it("ends the member's sessions in this account only, and is logged and mailed", async () => {
    const admin = await inviting();
    const { email, who } = await registered();
    await t.work(admin, (w) =>
      w.tx
        .insertInto('account_member')
        .values({ account_id: admin.accountId, person_id: who.userId, roles: [VIEWER], created_at: w.now })
        .execute(),
    );
    const viewer = await t.member(admin);
    const changed = await t.ok(admin, updateAccountUserRoles, {
      params: { updateUserId: viewer.userId },
      body: { roles: [ADMIN], version: 1 },
    });
    expect(changed).toMatchObject({ roles: [ADMIN], version: 2 });
    await t.deps.dispatcher.drain();
    expect((await t.call(viewer, getMe)).status).toBe(498);
    await t.ok(admin, updateAccountUserRoles, { params: { updateUserId: who.userId }, body: { roles: [ADMIN] } });
    await t.deps.dispatcher.drain();
    expect((await t.call(who, getMe)).status).toBe(200);
    // The mail is in the language of its recipient, not in that of the admin who caused it.
    await t.ok(who, patchUser, { body: { language: 'zh-CN' } });
    await t.ok(admin, updateAccountUserRoles, { params: { updateUserId: who.userId }, body: { roles: [VIEWER] } });
    expect(await auditOf(admin, viewer.userId)).toEqual([
      {
        action: 'member.role-changed',
        person_id: admin.userId,
        details: { version: 2, changes: [{ field: 'roles', from: [VIEWER], to: [ADMIN] }] },
      },
    ]);
    expect((await mailsTo(email)).map((m) => [m.kind, m.parts.subject])).toEqual([
      ['role-changed', 'Your role in an account is now admin'],
      ['role-changed', '您在一个账户中的角色现为查看者'],
    ]);
  });

  it('returns the current state to a stale edit, and ends no session when the role stays the same', async () => {
    const admin = await inviting();
    const viewer = await t.member(admin);
    const put = (roles: (typeof ADMIN | typeof VIEWER)[], version: number) =>
      t.call(admin, updateAccountUserRoles, { params: { updateUserId: viewer.userId }, body: { roles, version } });
    expect((await put([VIEWER], 1)).body).toMatchObject({ version: 1 });
    expect((await t.call(viewer, getMe)).status).toBe(200);
    await put([ADMIN], 1);
    expect(await put([VIEWER], 1)).toMatchObject({
      status: 409,
      error: { code: 'conflict_version', current: { roles: [ADMIN], version: 2 } },
    });
  });

  it('can be given to an invited person, and ends no session', async () => {
    const admin = await inviting();
    const email = newAddress();
    const { id } = await invite(admin, email);
    expect(
      await t.ok(admin, updateAccountUserRoles, { params: { updateUserId: id }, body: { roles: [ADMIN] } }),
    ).toMatchObject({
      roles: [ADMIN],
      invitationStatus: 'INVITED',
    });
    expect((await mailsTo(email)).map((m) => m.kind)).toEqual(['invitation']);
    await accept(await linkTo(email));
    expect((await personOf(admin, id))?.roles).toEqual([ADMIN]);
  });
});

describe('an account with several admins', () => {
  it('protects its owner, its last admin and the acting admin from being removed or demoted', async () => {
    const owner = await inviting();
    const second = await t.member(owner, ADMIN);
    const demote = async (by: TestPerson, who: TestPerson) =>
      (await t.call(by, updateAccountUserRoles, { params: { updateUserId: who.userId }, body: { roles: [VIEWER] } }))
        .error.code;
    const remove = async (by: TestPerson, who: TestPerson) =>
      (await t.call(by, removeAccountUser, { params: { deleteUserId: who.userId } })).error.code;
    expect([await demote(second, owner), await remove(second, owner)]).toEqual(['people.owner', 'people.owner']);
    expect([await demote(second, second), await remove(second, second)]).toEqual(['people.oneself', 'people.oneself']);
    // Set-up: a system admin, who is a viewer in this account, becomes its owner and removes the former owner. One
    // admin is left, who is not the owner.
    const system = await t.member(owner);
    await t.deps.db.updateTable('person').set({ is_system_admin: true }).where('id', '=', system.userId).execute();
    await t.work(owner, (w) =>
      w.tx.updateTable('account').set({ owner_id: system.userId }).where('account_id', '=', owner.accountId).execute(),
    );
    await t.ok(system, removeAccountUser, { params: { deleteUserId: owner.userId } });
    expect([await demote(system, second), await remove(system, second)]).toEqual([
      'people.last_admin',
      'people.last_admin',
    ]);
    expect(await personOf(system, second.userId)).toMatchObject({ roles: [ADMIN], isLastAdmin: true });
  });

  const acts = {
    remove: (by: TestPerson, who: TestPerson) =>
      t.call(by, removeAccountUser, { params: { deleteUserId: who.userId } }),
    demote: (by: TestPerson, who: TestPerson) =>
      t.call(by, updateAccountUserRoles, { params: { updateUserId: who.userId }, body: { roles: [VIEWER] } }),
  };
  it.each([
    ['remove', 'remove'],
    ['demote', 'demote'],
    ['remove', 'demote'],
  ] as const)('keeps an admin when two of them %s and %s each other at the same time', async (first, second) => {
    const owner = await inviting();
    const [one, two] = [await t.member(owner, ADMIN), await t.member(owner, ADMIN)];
    const watcher = await t.member(owner);
    // The owner was removed from the account, so only these two people can manage it.
    await t.work(owner, (w) =>
      w.tx.updateTable('account').set({ owner_id: watcher.userId }).where('account_id', '=', owner.accountId).execute(),
    );
    await t.ok(one, removeAccountUser, { params: { deleteUserId: owner.userId } });
    // Both requests pass the access check before either takes effect, because the lock is held until both of them wait
    // for it.
    const both = await t.deps.db.transaction().execute(async (tx) => {
      await sql`select set_config('app.account_id', ${owner.accountId}, true)`.execute(tx);
      await tx.selectFrom('account').select('name').where('account_id', '=', owner.accountId).forUpdate().execute();
      const running = [acts[first](one, two), acts[second](two, one)];
      await waitingFor(2);
      return { running };
    });
    const statuses = (await Promise.all(both.running)).map((answer) => answer.status).sort((a, b) => a - b);
    expect([
      [200, 498],
      [204, 498],
    ]).toContainEqual(statuses);
    const members = await t.work(watcher, (w) =>
      w.tx.selectFrom('account_member').select('roles').where('account_id', '=', w.scope.accountId).execute(),
    );
    expect(members.filter((member) => member.roles.includes(ADMIN))).toHaveLength(1);
  });

  it('refuses the invitation of an admin who is demoted while it runs', async () => {
    const owner = await inviting();
    const second = await t.member(owner, ADMIN);
    await t.verify(second);
    const email = newAddress();
    const { running } = await t.deps.db.transaction().execute(async (tx) => {
      await sql`select set_config('app.account_id', ${owner.accountId}, true)`.execute(tx);
      await tx.selectFrom('account').select('name').where('account_id', '=', owner.accountId).forUpdate().execute();
      const started = t.call(second, addAccountUser, { body: body(email, ADMIN) });
      await waitingFor(1);
      await tx
        .updateTable('account_member')
        .set({ roles: [VIEWER] })
        .where('account_id', '=', owner.accountId)
        .where('person_id', '=', second.userId)
        .execute();
      return { running: started };
    });
    expect((await running).status).toBe(498);
    expect([await mailsTo(email), (await people(owner)).map((user) => user.email)]).toEqual([
      [],
      expect.not.arrayContaining([email]),
    ]);
  });
});

/** Waits until this many transactions are waiting for locks. */
async function waitingFor(count: number): Promise<void> {
  for (;;) {
    const row = await sql<{
      n: number;
    }>`
      select count(*)::int as n
      from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(t.deps.db);
    if ((row.rows[0]?.n ?? 0) >= count) return;
  }
}

describe('a removed member', () => {
  it('is signed out, loses the account as default, and learns of it by mail and at sign-in', async () => {
    const admin = await inviting();
    const email = newAddress();
    const { id } = await invite(admin, email);
    await accept(await linkTo(email));
    const token = (await signIn(email)).body;
    const member = { userId: token.userId, accountId: admin.accountId, token: token.access_token };
    expect(
      (await t.call(admin, removeAccountUser, { params: { deleteUserId: id }, headers: { 'if-match': '"9"' } })).status,
    ).toBe(409);
    expect((await t.call(admin, removeAccountUser, { params: { deleteUserId: id } })).status).toBe(204);
    await t.deps.dispatcher.drain();
    expect((await t.call(member, getMe)).status).toBe(498);
    const person = await t.deps.db
      .selectFrom('person')
      .select('default_account_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(person.default_account_id).toBeNull();
    expect(await personOf(admin, id)).toBeUndefined();
    expect(await signIn(email)).toMatchObject({
      status: 401,
      error: { message: 'Your account invitation is rejected' },
    });
    expect((await mailsTo(email)).map((m) => m.kind)).toEqual(['invitation', 'role-changed']);
    expect((await auditOf(admin, id)).at(-1)).toEqual({
      action: 'member.removed',
      person_id: admin.userId,
      details: {
        version: 2,
        changes: [
          { field: 'status', from: 'ACCEPTED', to: null },
          { field: 'roles', from: [VIEWER], to: null },
        ],
      },
    });
    // The person has no account to sign in to, so they can again accept an invitation by its link.
    await invite(admin, email);
    expect((await accept(await linkTo(email), 'newer-heron-45')).status).toBe(200);
    expect([(await signIn(email)).status, (await signIn(email, 'newer-heron-45')).status]).toEqual([401, 200]);
  });

  it('who was only invited gets a revoked invitation, and leaves the list when removed again', async () => {
    const admin = await inviting();
    const email = newAddress();
    const { id } = await invite(admin, email);
    const link = await linkTo(email);
    await t.ok(admin, removeAccountUser, { params: { deleteUserId: id } });
    expect((await personOf(admin, id))?.invitationStatus).toBe('REVOKED');
    expect((await accept(link)).error.code).toBe('people.invitation_unknown');
    await t.ok(admin, removeAccountUser, { params: { deleteUserId: id } });
    expect(await personOf(admin, id)).toBeUndefined();
    expect((await mailsTo(email)).map((m) => m.kind)).toEqual(['invitation']);
  });
});
