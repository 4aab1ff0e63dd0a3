import type { changeEmail as changeSpec } from '@quayside/contracts/auth';
import type { BodyOut } from '@quayside/contracts/endpoint';
import { asSystem, type Scope } from '../../db/tx.ts';
import { AppError, fieldError, onConstraint } from '../../http/errors.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { queueVerification } from './address-proof.ts';
import { addressAskedMail, newAddressMail } from './auth.mails.ts';
import { auditPerson, endSessionsOf, findPerson, findPersonByEmail, openLink, tellPerson } from './auth.queries.ts';
import type { AuthDeps } from './forgotten-password.service.ts';
import { issueProof, revokeProofs } from './mail-proofs.queries.ts';
import { proveByBody } from './own-password.service.ts';
import { countTry } from './rate-limit.queries.ts';
import type { Agent } from './sessions.service.ts';

const HOUR = 3600;
const taken = () => fieldError('email', 'Existing User account.');

/** Sends the verification of the own address once more; says whether there was a need. */
export async function triggerVerification(deps: AuthDeps, scope: Scope): Promise<{ isVerified: boolean }> {
  const isVerified = await asSystem(deps, async (tx) => (await findPerson(tx, scope.userId))?.is_verified ?? false);
  if (isVerified) return { isVerified };
  await countTry(deps, `verify:${scope.userId}`, 5, HOUR);
  return asSystem(deps, async (tx) => {
    const person = await tx.selectFrom('person').select(['id', 'email', 'is_verified']).where('id', '=', scope.userId).forUpdate().executeTakeFirst();
    if (!person) throw new AppError('session_ended');
    if (!person.is_verified) await queueVerification(tx, deps, person);
    return { isVerified: person.is_verified };
  });
}

/** The address is the person's: they opened the link that went there. */
export async function verifyAddress(deps: AuthDeps, personId: string, token: string, agent: Agent): Promise<{ isVerified: boolean }> {
  await countTry(deps, `link-ip:${agent.ip}`, 100, HOUR);
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

/** Asks for another address: a link goes there, a notice to the present one. Nothing moves yet. Outside of a transaction, because it checks the password. */
export async function askNewAddress(deps: AuthDeps, scope: Scope, body: BodyOut<typeof changeSpec>): Promise<void> {
  await proveByBody(deps, scope, body.password, { field: 'password', code: 'accounts.wrong_password' });
  await countTry(deps, `new-address:${scope.userId}`, 5, HOUR);
  await asSystem(deps, async (tx) => {
    const [person, other] = [await findPerson(tx, scope.userId), await findPersonByEmail(tx, body.email)];
    if (!person) throw new AppError('session_ended');
    if (other?.id === person.id) throw fieldError('email', 'This is your address already.');
    if (other) throw taken();
    const about = { accountId: null, personId: person.id } as const;
    const token = await issueProof(tx, deps, { purpose: 'NEW_ADDRESS', ...about, email: body.email });
    await queueMail(tx, deps, { kind: 'new-address', recipient: body.email, ...about, parts: newAddressMail(deps, { personId: person.id, token }) });
    const notice = addressAskedMail(deps, { newAddress: body.email, at: deps.clock.now(), timeZone: person.time_zone });
    await queueMail(tx, deps, { kind: 'address-changed', recipient: person.email, ...about, parts: notice });
    await auditPerson(tx, deps, { id: person.id, accountId: scope.accountId }, 'person.address-asked');
  });
}

/** The link that went to the new address was opened: it is the person's from now on, and all sessions but the one that opened it end. */
export async function moveToNewAddress(
  deps: AuthDeps,
  personId: string,
  token: string,
  by: Agent & { readonly bearer: string | undefined; readonly requestId: string },
): Promise<{ email: string }> {
  await countTry(deps, `link-ip:${by.ip}`, 100, HOUR);
  const opener = by.bearer === undefined ? undefined : await deps.signIn.scopeOf(by.bearer, by.requestId).catch(() => undefined);
  const { email, ended } = await asSystem(deps, async (tx) => {
    const now = deps.clock.now();
    const address = await openLink(tx, deps, token, { purpose: 'NEW_ADDRESS', personId, accountId: null });
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
    for (const purpose of ['VERIFY', 'RESET'] as const) await revokeProofs(tx, deps, { purpose, personId, accountId: null });
    await auditPerson(tx, deps, { id: personId, accountId: person.default_account_id }, 'person.address-changed');
    const gone = await endSessionsOf(tx, now, personId, opener?.userId === personId ? opener.sessionId : null);
    await tellPerson(tx, personId);
    return { email: address, ended: gone };
  });
  deps.signIn.forgetSessions(ended);
  return { email };
}
