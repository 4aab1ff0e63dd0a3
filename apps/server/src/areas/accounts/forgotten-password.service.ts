import { say } from '@quayside/contracts/texts/catalogue';
import type { forgottenPassword as forgottenSpec, resetForgottenPassword as resetSpec } from '@quayside/contracts/auth';
import type { BodyOut } from '@quayside/contracts/endpoint';
import { asSystem, type SystemTx } from '../../db/tx.ts';
import { AppError, fieldError } from '../../http/errors.ts';
import { newToken } from '../../http/tokens.ts';
import { queueMail } from '../../mail/queue-mail.ts';
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
import { isUnanswered, mailInvitation, newestInvitation } from './invited-person.ts';
import { queuePersonMail, whenFor } from './person-mail.ts';
import { knownAs, knownDevice } from './known-device.ts';
import { issueProof, revokeProofs } from './mail-proofs.queries.ts';
import { networkOf } from './network.ts';
import { hashPassword } from './passwords.ts';
import { clearTries, countTry, isWithin } from './rate-limit.queries.ts';
import { findFactor } from './second-factor.queries.ts';
import type { Agent } from './sessions.service.ts';

const HOUR = 3600;

const MOST_AN_HOUR = 5;
const mailBucket = (email: string) => `forgotten:${email.toLowerCase()}`;

/**
 * Sends the way to a new password, if somebody has this address. Whoever asks learns nothing of it, neither by the
 * answer nor by its time.
 *
 * Strangers cannot keep the mail from its owner: past five mails an hour no other is sent, and the link of the last one
 * holds as long as that lasts; a browser in which the owner has signed in before has tries, and mails, of its own.
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
    // Query in every case, so that all cases take equally long.
    const invitation = await newestInvitation(tx, person?.id ?? deps.newId());
    if (!maySend || !person?.is_active) await sendToNobody(tx, deps, email);
    // Who was invited and never answered has no password to forget: the invitation is where they choose one. Who
    // accepted without choosing one comes in by this.
    else if (!isUnanswered(person))
      await sendReset(tx, deps, { ...person, language: person.language ?? agent.language ?? null });
    else if (invitation) await mailInvitation(tx, deps, { ...person, isNewcomer: true }, invitation);
    else await sendToNobody(tx, deps, email);
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

/** Runs the same statements for an unknown address and rolls them back, so that both cases take equally long. */
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
 * Sets a new password by a mailed link. Revokes all sessions, and verifies the address, because the link was read
 * there.
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
  // Check the token first: a refused password must leave the link usable, and hashing for unknown visitors is
  // expensive.
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
      // The person has changed their address since the mail was sent, so the link is not valid any more.
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
 * The consequences of a changed password, in its transaction: revokes all sessions but one, invalidates open mailed
 * links, and informs the person.
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
