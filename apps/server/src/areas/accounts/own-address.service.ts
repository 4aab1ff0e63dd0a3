import { say } from '@quayside/contracts/texts/catalogue';
import type { changeEmail as changeSpec } from '@quayside/contracts/auth';
import type { BodyOut } from '@quayside/contracts/endpoint';
import { aboveAccount, asSystem, type Scope, type Work } from '../../db/tx.ts';
import { record } from '../../events/outbox.ts';
import { AppError, fieldError, onConstraint } from '../../http/errors.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { queueVerification } from './address-proof.ts';
import { addressAskedMail, newAddressMail } from './auth.mails.ts';
import { auditPerson, endSessionsOf, findPerson, findPersonByEmail, openLink, tellPerson } from './auth.queries.ts';
import type { AuthDeps } from './auth-deps.ts';
import { isUnanswered, takeInvitations } from './invited-person.ts';
import { issueProof, revokeProofs } from './mail-proofs.queries.ts';
import { networkOf } from './network.ts';
import { proveByBody } from './own-password.service.ts';
import { countDone, countTry } from './rate-limit.queries.ts';
import type { Agent } from './sessions.service.ts';

const HOUR = 3600;
const taken = () => fieldError('email', say('accounts.email_taken'));

/** Sends the verification of the own address once more; says whether there was a need. */
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

/** The address is the person's: they opened the link that went there. */
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
      // Proved is the address that the mail went to, not one that they have changed to since.
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
 * Is the password theirs, or the session proved? Asked before the transaction, because it takes long and a wrong try
 * counts.
 */
export async function checkNewAddress(deps: AuthDeps, scope: Scope, body: BodyOut<typeof changeSpec>): Promise<void> {
  await proveByBody(deps, scope, body.password, { field: 'password', code: 'accounts.wrong_password' });
  await countTry(deps, `new-address:${scope.userId}`, 5, HOUR);
}

/** Asks for another address: a link goes there, a notice to the present one. Nothing moves yet. */
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
    const about = { accountId: null, personId: userId, language } as const;
    const token = await issueProof(tx, deps, { purpose: 'NEW_ADDRESS', accountId: null, personId: userId, email });
    await queueMail(tx, deps, {
      kind: 'new-address',
      recipient: email,
      ...about,
      texts: newAddressMail(deps, { personId: userId, token }),
    });
    const notice = addressAskedMail(deps, { at: w.now, timeZone: person.time_zone, language }, email);
    await queueMail(tx, deps, { kind: 'address-changed', recipient: person.email, ...about, texts: notice });
  });
  await record(w, { action: 'person.address-asked', subjectIds: [userId] });
  return { pendingEmail: email };
}

/**
 * The link that went to the new address was opened: it is the person's from now on, and all sessions but the one that
 * opened it end.
 */
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
    // What went to the old address opens nothing any more.
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
