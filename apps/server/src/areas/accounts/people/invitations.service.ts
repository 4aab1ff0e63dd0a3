import { say } from '@quayside/contracts/texts/catalogue';
import type { BodyOut, ResponseOf } from '@quayside/contracts/endpoint';
import type { AccountUser, addAccountUser, readInvitation } from '@quayside/contracts/accounts/people';
import { INVITATION_ACTIONS } from '@quayside/contracts/accounts/users';
import {
  aboveAccount,
  asSystem,
  enterAccount,
  inAccountAsJob,
  type Scope,
  type SystemTx,
  type Tx,
  type TxDeps,
  type Work,
} from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { react } from '../../../events/reactions.ts';
import { AppError, fieldError, notFound } from '../../../http/errors.ts';
import { requireProofIn } from '../../../http/proof.ts';
import { checkPassword } from '../sign-in/password-rules.ts';
import { issueInvitation } from './invited-person.ts';
import { isValidProof, spendProof } from '../rows/mail-proofs.queries.ts';
import { networkOf } from '../sign-in/network.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import {
  admitPerson,
  findInvitation,
  findInvitee,
  findOrAddPerson,
  hasAccount,
  type Invitee,
  lockPeople,
  readPeople,
  updateMember,
  writeInvitation,
} from '../rows/people.queries.ts';
import { holdPeople, memberOf, type PeopleDeps, readMember } from './people.service.ts';
import { countTry } from '../rows/rate-limit.queries.ts';
import { requireVerifiedPerson, sendTypedMail } from '../mails/typed-mails.service.ts';

const HOUR = 3600;
type InvitationAction = (typeof INVITATION_ACTIONS)[number];

/**
 * Counts an invitation against the hourly limits per address and per account. The limits exist because an invitation is
 * a mail that the recipient did not ask for.
 */
export async function countInvitation(
  deps: PeopleDeps,
  { accountId, userId }: Pick<Scope, 'accountId' | 'userId'>,
  email: string,
): Promise<void> {
  // Whoever may not invite must not use up the limit of an address.
  await requireVerifiedPerson(deps, userId);
  await countTry(deps, `invite:${email.toLowerCase()}`, 5, HOUR);
  await countTry(deps, `invite-account:${accountId}`, 20, HOUR);
}

/**
 * Counts an invitation that is sent again against the same limits as a new one. The request contains only the person's
 * id. Unknown ids are not counted, because the call answers them with 404.
 */
export async function countResend(deps: PeopleDeps, scope: Scope, personId: string): Promise<void> {
  const email = await asSystem(deps, async (tx) => {
    await enterAccount(tx, scope.accountId, null);
    const member = await tx
      .selectFrom('account_member as m')
      .innerJoin('person as p', 'p.id', 'm.person_id')
      .select('p.email')
      .where('m.account_id', '=', scope.accountId)
      .where('m.person_id', '=', personId)
      .executeTakeFirst();
    return member?.email;
  });
  if (email !== undefined) await countInvitation(deps, scope, email);
}

/**
 * Invites the person with this e-mail address, or sends their invitation again. The answer does not reveal whether the
 * address belongs to a registered person.
 */
export async function invite(w: Work, deps: PeopleDeps, body: BodyOut<typeof addAccountUser>): Promise<AccountUser> {
  const held = await holdPeople(w);
  if (body.roles.includes('sv-account-admin')) await requireProofIn(w);
  const person = await findOrAddPerson(w, body);
  const before = held.people.find((user) => user.id === person.id);
  if (before?.invitationStatus === 'ACCEPTED') throw fieldError('email', say('people.is_member'), 'people.is_member');
  return send(w, deps, held.accountName, person, { ...body, before });
}

/** Mails an invitation again. If it was rejected or revoked, it becomes open again. */
export async function resend(w: Work, deps: PeopleDeps, personId: string): Promise<AccountUser> {
  const held = await holdPeople(w);
  const user = memberOf(held, personId);
  if (user.invitationStatus === 'ACCEPTED') throw new AppError('people.is_member');
  return send(w, deps, held.accountName, await findInvitee(w, personId), { ...user, before: user });
}

type As = Pick<AccountUser, 'email' | 'firstName' | 'lastName' | 'roles'> & {
  readonly before: AccountUser | undefined;
};

async function send(w: Work, deps: PeopleDeps, accountName: string, person: Invitee, as: As): Promise<AccountUser> {
  const { accountId, userId } = w.scope;
  await writeInvitation(w, person.id, as);
  const inviter = await readMember(w, userId);
  const invitation = {
    accountId,
    accountName,
    inviter: `${inviter.firstName} ${inviter.lastName}`.trim(),
    roles: as.roles,
  };
  const mail = await aboveAccount(w, (tx) => issueInvitation(tx, deps, person, invitation));
  await sendTypedMail(w, deps, mail);
  const after = await readMember(w, person.id);
  await record(
    w,
    {
      action: as.before?.invitationStatus === 'INVITED' ? 'member.invited-again' : 'member.invited',
      subjectIds: [person.id],
      details: {
        name: as.email,
        changes: [
          { field: 'email', from: null, to: as.email },
          { field: 'status', from: as.before?.invitationStatus ?? null, to: 'INVITED' },
          { field: 'roles', from: as.before?.roles ?? null, to: as.roles },
        ],
      },
    },
    changed('account', [person.id], after.version),
  );
  return after;
}

// ------------------------------------------------------------------ answers through the mailed link, without a sign-in

/** The parts of the link in an invitation mail. */
interface InvitationLink {
  readonly userId: string;
  readonly accountId: string;
  readonly verificationToken: string;
}

async function openLink(tx: SystemTx, deps: PeopleDeps, link: InvitationLink) {
  await enterAccount(tx, link.accountId, link.userId);
  const found = await findInvitation(tx, link.verificationToken, link.userId, link.accountId);
  const { proof, member } = found ?? {};
  if (!found || !proof?.is_active || !member || proof.sent_to.toLowerCase() !== proof.email.toLowerCase())
    throw new AppError('people.invitation_unknown');
  if (member.invitation_status === 'ACCEPTED' || member.invitation_status === 'REJECTED')
    throw new AppError('people.invitation_used');
  if (member.invitation_status !== 'INVITED' || proof.used_at) throw new AppError('people.invitation_unknown');
  if (!isValidProof('INVITATION', proof.expires_at, deps.clock.now())) throw new AppError('people.invitation_expired');
  const needsSignIn = proof.password_hash !== null && (await hasAccount(tx, link.userId, link.userId));
  return { proof, member, inviter: found.inviter, needsSignIn };
}

/**
 * Limits how often one network may open invitation links. Nobody can guess a 256-bit token; the limit only keeps
 * attempts from using up resources.
 */
export const countLink = (deps: PeopleDeps, ip: string): Promise<void> =>
  countTry(deps, `invitation-ip:${networkOf(ip)}`, 100, 15 * 60);

export function lookAtInvitation(deps: PeopleDeps, link: InvitationLink): Promise<ResponseOf<typeof readInvitation>> {
  return asSystem(deps, async (tx) => {
    const { proof, member, inviter, needsSignIn } = await openLink(tx, deps, link);
    return {
      accountName: member.name,
      invitedBy: inviter ? `${inviter.first_name} ${inviter.last_name}`.trim() : null,
      email: proof.email,
      firstName: proof.first_name,
      lastName: proof.last_name,
      roles: member.roles,
      needsSignIn,
    };
  });
}

interface LinkAnswer {
  readonly action: InvitationAction;
  /** The password that the person chose. A person who chose none must reset their password before they can sign in. */
  readonly password?: string;
}

/**
 * Accepts or rejects an invitation through its link. Only people who cannot sign in yet can accept this way; others
 * must sign in first.
 */
export async function answerByLink(deps: PeopleDeps, link: InvitationLink, { action, password }: LinkAnswer) {
  const { userId: personId, accountId } = link;
  const { proof, needsSignIn } = await asSystem(deps, (tx) => openLink(tx, deps, link));
  const isAccepted = action === 'ACCEPT';
  if (isAccepted && needsSignIn) throw new AppError('people.sign_in_first');
  // Hash the password before the transaction, because hashing is slow.
  if (password !== undefined) checkPassword(password, [proof.email, proof.first_name, proof.last_name]);
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  await inAccountAsJob(
    deps,
    accountId,
    async (w) => {
      await lockPeople(w);
      await aboveAccount(w, async (tx) => {
        // The person may have set a password just now, by answering another account's invitation. That password is
        // kept.
        await tx.selectFrom('person').select('id').where('id', '=', personId).forUpdate().execute();
        if (isAccepted && (await openLink(tx, deps, link)).needsSignIn) throw new AppError('people.sign_in_first');
        const address = await spendProof(tx, deps, link.verificationToken, {
          purpose: 'INVITATION',
          personId,
          accountId,
        });
        if (address === undefined) throw new AppError('people.invitation_unknown');
        if (isAccepted) await admitPerson(tx, w, personId, passwordHash);
      });
      await answerMembership(w, personId, isAccepted);
    },
    { personId },
  );
  return { isActive: isAccepted, isVerified: isAccepted };
}

// ------------------------------------------------------------------ answers of a signed-in person

const isAction = (word: string): word is InvitationAction => INVITATION_ACTIONS.some((action) => action === word);
/** The invitation status that each answer leads to. Repeating the same answer changes nothing. */
const ANSWERED = { ACCEPT: 'ACCEPTED', REJECT: 'REJECTED' } as const;

/**
 * Accepts or rejects the signed-in person's invitation to another account. A person whose address is not verified
 * cannot do so, because they may have registered somebody else's address.
 */
export async function actOnInvitation(deps: TxDeps, w: Work, accountId: string, action: string) {
  if (!isAction(action))
    throw fieldError(
      'invitationAction',
      say('accounts.invitation_action', { actions: INVITATION_ACTIONS.join(' or ') }),
    );
  const { userId: personId, requestId } = w.scope;
  const own = (tx: Tx) =>
    tx.selectFrom('account_member').selectAll().where('account_id', '=', accountId).where('person_id', '=', personId);
  // Row-level security lets a person read their own memberships in all accounts.
  if (!(await own(w.tx).executeTakeFirst())) throw notFound();
  return inAccountAsJob(
    deps,
    accountId,
    async (there) => {
      // Lock the members of the account first, so that nobody can revoke the invitation in the meantime.
      await lockPeople(there);
      const person = await aboveAccount(there, (tx) =>
        tx
          .selectFrom('person')
          .select(['email', 'is_active', 'is_verified'])
          .where('id', '=', personId)
          .forShare()
          .executeTakeFirst(),
      );
      if (!person) throw new AppError('session_ended');
      const member = await own(there.tx).forUpdate().executeTakeFirst();
      const result = { isActive: person.is_active, isVerified: person.is_verified };
      if (member?.invitation_status === ANSWERED[action]) return result;
      if (member?.invitation_status !== 'INVITED') throw notFound();
      // An invitation is for an address. It is not valid for a person who registered with that address and has changed
      // to another one since.
      if (member.invited_email !== null && member.invited_email.toLowerCase() !== person.email.toLowerCase())
        throw notFound();
      if (action === 'ACCEPT' && !(result.isActive && result.isVerified)) return result;
      await answerMembership(there, personId, action === 'ACCEPT');
      return result;
    },
    { personId, requestId },
  );
}

/** Records the outcome of the invitation, and announces a new member to other areas. */
async function answerMembership(w: Work, personId: string, isAccepted: boolean): Promise<void> {
  const status = isAccepted ? 'ACCEPTED' : 'REJECTED';
  await updateMember(w, personId, { status });
  const user = memberOf({ people: await readPeople(w) }, personId);
  await record(
    w,
    {
      action: isAccepted ? 'member.invitation-accepted' : 'member.invitation-rejected',
      subjectIds: [personId],
      details: {
        changes: [
          { field: 'status', from: 'INVITED', to: status },
          { field: 'roles', from: null, to: user.roles },
        ],
      },
    },
    changed('account', [personId], user.version),
  );
  if (!isAccepted) return;
  const name = `${user.firstName} ${user.lastName}`.trim() || user.email;
  await react(w, 'member.joined', { personId, name, isAdmin: user.roles.includes('sv-account-admin') });
}
