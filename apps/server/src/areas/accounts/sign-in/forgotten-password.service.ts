import { say } from '@quayside/contracts/texts/catalogue';
import type {
  forgottenPassword as forgottenSpec,
  resetForgottenPassword as resetSpec,
} from '@quayside/contracts/accounts/auth';
import type { BodyOut } from '@quayside/contracts/endpoint';
import { asSystem, type SystemTx } from '../../../db/tx.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { newToken } from '../../../http/tokens.ts';
import { queueMail, queueTypedMail } from '../../../mail/queue-mail.ts';
import type { AuthDeps } from './auth-deps.ts';
import { checkPassword } from './password-rules.ts';
import { passwordChangedMail, resetPasswordMail } from './auth.mails.ts';
import {
  auditPerson,
  endSessionsOf,
  findPerson,
  findPersonByEmail,
  linkRefusal,
  openLink,
  ownWordsOf,
  type PersonRow,
} from './auth.queries.ts';
import { issueInvitation, isUnanswered, newestInvitation } from '../people/invited-person.ts';
import { queuePersonMail, whenFor } from './person-mail.ts';
import { knownAs, knownDevice } from './known-device.ts';
import { issueProof, revokeProofs } from '../rows/mail-proofs.queries.ts';
import { networkOf } from './network.ts';
import { hashPassword } from './passwords.ts';
import { clearTries, countTry, isWithin } from '../rows/rate-limit.queries.ts';
import { findFactor } from '../second-factor/second-factor.queries.ts';
import type { Agent } from './sessions.service.ts';

const HOUR = 3600;

const MOST_AN_HOUR = 5;
const mailBucket = (email: string) => `forgotten:${email.toLowerCase()}`;

/**
 * Mails a link to set a new password if a person with this address exists. Neither the answer nor its duration reveals
 * whether one exists.
 *
 * Requests by strangers cannot keep the owner of the address from receiving a link: at most five mails are sent per
 * hour, but the link in the latest mail stays valid for at least an hour. Requests from a browser in which the owner
 * has signed in before are counted separately.
 */
export async function forgottenPassword(
  deps: AuthDeps,
  { email }: BodyOut<typeof forgottenSpec>,
  agent: Agent,
): Promise<void> {
  const knownTo = await asSystem(deps, async (tx) => {
    const id = (await findPersonByEmail(tx, email))?.id ?? deps.newId();
    return knownAs(id, (await findFactor(tx, id))?.id);
  });
  const device = knownDevice(deps.secrets, agent.deviceCookie, knownTo);
  if (device === undefined) {
    await countTry(deps, `forgotten-ip:${networkOf(agent.ip)}`, 20, HOUR);
    await countTry(deps, `forgotten-at:${networkOf(agent.ip)}:${email.toLowerCase()}`, MOST_AN_HOUR, HOUR);
  } else await countTry(deps, `forgotten-device:${device}`, MOST_AN_HOUR, HOUR);
  const maySend = device !== undefined || (await isWithin(deps, mailBucket(email), MOST_AN_HOUR, HOUR));
  await asSystem(deps, async (tx) => {
    const person = await findPersonByEmail(tx, email);
    // This query also runs for an unknown address, so that all cases take equally long.
    const invitation = await newestInvitation(tx, person?.id ?? deps.newId());
    if (!maySend || !person?.is_active) await sendToNobody(tx, deps, email);
    // A person who never answered their invitation has no password to reset, so the invitation is mailed again; they
    // choose a password when they accept it. A person who accepted without choosing a password gets a reset link.
    else if (!isUnanswered(person))
      await sendReset(tx, deps, { ...person, language: person.language ?? agent.language ?? null });
    else if (invitation) {
      const mail = await issueInvitation(tx, deps, { ...person, isNewcomer: true }, invitation);
      await queueTypedMail(tx, deps, mail, null);
    } else await sendToNobody(tx, deps, email);
  });
}

async function sendReset(tx: SystemTx, deps: AuthDeps, person: PersonRow): Promise<void> {
  const token = await issueProof(tx, deps, {
    purpose: 'RESET',
    personId: person.id,
    accountId: null,
    email: person.email,
  });
  await queuePersonMail(tx, deps, person, 'reset-password', resetPasswordMail(deps, { personId: person.id, token }));
}

/**
 * For an unknown address, runs the same statements as for a known one and rolls them back, so that both take equally
 * long.
 */
async function sendToNobody(tx: SystemTx, deps: AuthDeps, email: string): Promise<void> {
  const nobody = deps.newId();
  await revokeProofs(tx, deps, { purpose: 'RESET', personId: nobody, accountId: null });
  const texts = resetPasswordMail(deps, { personId: nobody, token: newToken() });
  await queueMail(
    tx,
    { ...deps, newId: () => nobody },
    { kind: 'reset-password', recipient: email, accountId: null, personId: null, texts },
  );
  await tx.deleteFrom('mail_message').where('id', '=', nobody).execute();
}

/**
 * Sets a new password with the token of a mailed link. Revokes all sessions of the person, and marks the address as
 * verified, because the link was sent to that address.
 */
export async function resetForgottenPassword(
  deps: AuthDeps,
  personId: string,
  body: BodyOut<typeof resetSpec>,
  agent: Agent,
): Promise<void> {
  if (body.userId !== personId) throw fieldError('userId', say('accounts.other_person'));
  await countTry(deps, `link-ip:${networkOf(agent.ip)}`, 100, HOUR);
  const proof = { purpose: 'RESET', personId, accountId: null } as const;
  // Check the token first: a refused password must not use up the link, and visitors without a valid link must not
  // cause expensive hashing.
  const person = await asSystem(deps, async (tx) => {
    const refusal = await linkRefusal(tx, deps, body.verificationToken, proof);
    if (refusal) throw refusal;
    return findPerson(tx, personId);
  });
  if (!person?.is_active) throw new AppError('accounts.link_unknown');
  checkPassword(body.password, ownWordsOf(person));
  const passwordHash = await hashPassword(body.password);
  const ended = await asSystem(deps, async (tx) => {
    const email = await openLink(tx, deps, body.verificationToken, proof);
    const now = deps.clock.now();
    const moved = await tx
      .updateTable('person')
      .set({ password_hash: passwordHash, is_verified: true, updated_at: now })
      .where('id', '=', personId)
      .where('is_active', '=', true)
      // The link is valid only while the person still has the address that it was sent to.
      .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
      .returning('id')
      .executeTakeFirst();
    if (!moved) throw new AppError('accounts.link_unknown');
    await auditPerson(tx, deps, { id: person.id, accountId: person.default_account_id }, 'person.password-reset');
    return afterNewPassword(tx, deps, { ...person, language: person.language ?? agent.language ?? null }, null);
  });
  deps.signIn.forgetSessions(ended);
  await clearTries(deps, mailBucket(person.email));
}

/**
 * Applies the consequences of a new password in the same transaction: revokes all of the person's sessions except
 * `keptSession`, invalidates unused mailed links, and informs the person by mail.
 */
export async function afterNewPassword(
  tx: SystemTx,
  deps: AuthDeps,
  person: PersonRow,
  keptSession: string | null,
): Promise<string[]> {
  const now = deps.clock.now();
  for (const purpose of ['RESET', 'NEW_ADDRESS'] as const)
    await revokeProofs(tx, deps, { purpose, personId: person.id, accountId: null });
  const ended = await endSessionsOf(tx, now, person.id, keptSession);
  await queuePersonMail(tx, deps, person, 'password-changed', passwordChangedMail(deps, whenFor(person, now)));
  return ended;
}
