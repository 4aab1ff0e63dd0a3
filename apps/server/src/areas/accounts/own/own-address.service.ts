import { say } from '@quayside/contracts/texts/catalogue';
import type { changeEmail as changeSpec } from '@quayside/contracts/accounts/auth';
import type { BodyOut } from '@quayside/contracts/endpoint';
import { aboveAccount, asSystem, type Scope, type Work } from '../../../db/tx.ts';
import { record } from '../../../events/outbox.ts';
import { AppError, fieldError, onConstraint } from '../../../http/errors.ts';
import { queueVerification } from '../sign-in/address-proof.ts';
import { addressAskedMail, newAddressMail } from '../sign-in/auth.mails.ts';
import {
  auditPerson,
  endSessionsOf,
  findPerson,
  findPersonByEmail,
  openLink,
  tellPerson,
} from '../sign-in/auth.queries.ts';
import type { AuthDeps } from '../sign-in/auth-deps.ts';
import { isUnanswered, takeInvitations } from '../people/invited-person.ts';
import { queuePersonMail, whenFor } from '../sign-in/person-mail.ts';
import { issueProof, revokeProofs } from '../rows/mail-proofs.queries.ts';
import { networkOf } from '../sign-in/network.ts';
import { proveByBody } from './own-password.service.ts';
import { countDone, countTry } from '../rows/rate-limit.queries.ts';
import type { Agent } from '../sign-in/sessions.service.ts';

const HOUR = 3600;
const taken = () => fieldError('email', say('accounts.email_taken'));

/** Resends the verification mail, unless the address is verified already. Returns whether it is verified. */
export function triggerVerification(deps: AuthDeps, w: Work): Promise<{ isVerified: boolean }> {
  return aboveAccount(w, async (tx) => {
    const person = await tx
      .selectFrom('person')
      .select(['id', 'email', 'language', 'is_verified'])
      .where('id', '=', w.scope.userId)
      .forUpdate()
      .executeTakeFirst();
    if (!person) throw new AppError('session_ended');
    if (person.is_verified) return { isVerified: true };
    await countDone(tx, w.now, `verify:${person.id}`, 5, HOUR);
    await queueVerification(tx, deps, { ...person, language: person.language ?? w.scope.language });
    return { isVerified: false };
  });
}

/** Marks the address as verified, because the person opened the link that was sent there. */
export async function verifyAddress(
  deps: AuthDeps,
  personId: string,
  token: string,
  agent: Agent,
): Promise<{ isVerified: boolean }> {
  await countTry(deps, `link-ip:${networkOf(agent.ip)}`, 100, HOUR);
  await asSystem(deps, async (tx) => {
    const email = await openLink(tx, deps, token, { purpose: 'VERIFY', personId, accountId: null });
    const person = await tx
      .updateTable('person')
      .set({ is_verified: true, updated_at: deps.clock.now() })
      .where('id', '=', personId)
      // The link verifies only the address that it was sent to; the person may have changed to another one since.
      .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
      .returning('default_account_id')
      .executeTakeFirst();
    if (!person) throw new AppError('accounts.link_unknown');
    await auditPerson(tx, deps, { id: personId, accountId: person.default_account_id }, 'person.address-verified');
    await tellPerson(tx, personId);
  });
  return { isVerified: true };
}

/**
 * Checks the password, or that the session has a recent proof of identity. Runs before the transaction of the call,
 * because hashing is slow and failed attempts must be counted even though the call fails.
 */
export async function checkNewAddress(deps: AuthDeps, scope: Scope, body: BodyOut<typeof changeSpec>): Promise<void> {
  await proveByBody(deps, scope, body.password, { field: 'password', code: 'accounts.wrong_password' });
  await countTry(deps, `new-address:${scope.userId}`, 5, HOUR);
}

/**
 * Requests a change of address: mails a link to the new address and a notice to the current one. The address changes
 * only when the link is opened.
 */
export async function askNewAddress(
  w: Work,
  deps: AuthDeps,
  { email }: BodyOut<typeof changeSpec>,
): Promise<{ pendingEmail: string }> {
  const { userId } = w.scope;
  await aboveAccount(w, async (tx) => {
    const [person, other] = [await findPerson(tx, userId), await findPersonByEmail(tx, email)];
    if (!person) throw new AppError('session_ended');
    if (other?.id === person.id) throw fieldError('email', say('accounts.own_address'));
    if (other && !isUnanswered(other)) throw taken();
    const language = person.language ?? w.scope.language;
    const reader = { ...person, language };
    const token = await issueProof(tx, deps, { purpose: 'NEW_ADDRESS', accountId: null, personId: userId, email });
    const link = newAddressMail(deps, { personId: userId, token });
    await queuePersonMail(tx, deps, { ...reader, email }, 'new-address', link);
    const notice = addressAskedMail(deps, whenFor(reader, w.now), email);
    await queuePersonMail(tx, deps, reader, 'address-changed', notice);
  });
  await record(w, { action: 'person.address-asked', subjectIds: [userId] });
  return { pendingEmail: email };
}

/** Changes the address when the mailed link is opened, and revokes all other sessions of the person. */
export async function moveToNewAddress(
  deps: AuthDeps,
  personId: string,
  token: string,
  by: Agent & { readonly bearer: string | undefined; readonly requestId: string },
): Promise<{ email: string }> {
  await countTry(deps, `link-ip:${networkOf(by.ip)}`, 100, HOUR);
  const opener =
    by.bearer === undefined
      ? undefined
      : await deps.signIn.scopeOf(by.bearer, { id: by.requestId, language: 'en' }).catch(() => undefined);
  const { email, ended } = await asSystem(deps, async (tx) => {
    const now = deps.clock.now();
    const address = await openLink(tx, deps, token, { purpose: 'NEW_ADDRESS', personId, accountId: null });
    await takeInvitations(tx, address, personId);
    const person = await onConstraint(
      tx
        .updateTable('person')
        .set({ email: address, is_verified: true, updated_at: now })
        .where('id', '=', personId)
        .where('is_active', '=', true)
        .returning('default_account_id')
        .executeTakeFirst(),
      { person_email_key: taken },
    );
    if (!person) throw new AppError('accounts.link_unknown');
    // Invalidate links that were sent to the old address.
    for (const purpose of ['VERIFY', 'RESET'] as const)
      await revokeProofs(tx, deps, { purpose, personId, accountId: null });
    await auditPerson(tx, deps, { id: personId, accountId: person.default_account_id }, 'person.address-changed');
    const gone = await endSessionsOf(tx, now, personId, opener?.userId === personId ? opener.sessionId : null);
    await tellPerson(tx, personId);
    return { email: address, ended: gone };
  });
  deps.signIn.forgetSessions(ended);
  return { email };
}
