import { say } from '@quayside/contracts/texts/catalogue';
import type { changePassword as changeSpec } from '@quayside/contracts/accounts/auth';
import type { BodyOut } from '@quayside/contracts/endpoint';
import type { ErrorCode } from '@quayside/contracts/errors';
import { aboveAccount, asSystem, type Scope, type TxDeps, type Work } from '../../../db/tx.ts';
import { record } from '../../../events/outbox.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { markProved, requireProof } from '../../../http/proof.ts';
import { checkPassword } from '../sign-in/password-rules.ts';
import { findPerson, ownWordsOf, type PersonRow } from '../sign-in/auth.queries.ts';
import type { AuthDeps } from '../sign-in/auth-deps.ts';
import { afterNewPassword } from '../sign-in/forgotten-password.service.ts';
import { hashPassword, isPassword } from '../sign-in/passwords.ts';
import { clearOwnPassword, countOwnPassword } from '../rows/rate-limit.queries.ts';
import { findFactor } from '../second-factor/second-factor.queries.ts';

/**
 * Checks the password that the signed-in person typed. Refuses a wrong one with 422 at its field, and with 429 after
 * ten failures until the time window ends. Must be called outside of a transaction: hashing is slow, and failures are
 * counted even though the call fails.
 */
async function confirmOwnPassword(
  deps: TxDeps,
  scope: Scope,
  password: string,
  at: { readonly field: string; readonly code: ErrorCode } = { field: 'password', code: 'suppliers.wrong_password' },
): Promise<void> {
  await countOwnPassword(deps, scope.userId);
  const person = await asSystem(deps, (tx) =>
    tx.selectFrom('person').select('password_hash').where('id', '=', scope.userId).executeTakeFirst(),
  );
  if (!(await isPassword(person?.password_hash, password)))
    throw fieldError(at.field, say('accounts.wrong_password'), at.code);
  await clearOwnPassword(deps, scope.userId);
}

/**
 * Proves the person's identity for a dangerous call that has the password in its body. The right password is enough for
 * a person without a second factor; for others, the session needs a recent proof.
 */
export async function proveByBody(
  deps: TxDeps,
  scope: Scope,
  password: string | undefined,
  at?: { readonly field: string; readonly code: ErrorCode },
): Promise<void> {
  if (password !== undefined) {
    await confirmOwnPassword(deps, scope, password, at);
    const isEnough = await asSystem(deps, async (tx) => {
      if (await findFactor(tx, scope.userId)) return false;
      await markProved(tx, scope.sessionId, deps.clock.now());
      return true;
    });
    if (isEnough) return;
  }
  await requireProof(deps, scope);
}

/** The result of the checks that run before the transaction of a password change. */
interface CheckedChange {
  readonly person: PersonRow;
  readonly passwordHash: string;
}

/** Checks the current password, and the new one against the password rules. */
export async function checkPasswordChange(
  deps: AuthDeps,
  scope: Scope,
  body: BodyOut<typeof changeSpec>,
): Promise<CheckedChange> {
  await proveByBody(deps, scope, body.currentPassword, { field: 'currentPassword', code: 'accounts.wrong_password' });
  const person = await asSystem(deps, (tx) => findPerson(tx, scope.userId));
  if (!person) throw new AppError('session_ended');
  checkPassword(body.newPassword, ownWordsOf(person), 'newPassword');
  return { person, passwordHash: await hashPassword(body.newPassword) };
}

/**
 * Changes the password of the signed-in person and revokes their other sessions; returns the number of revoked
 * sessions.
 */
export async function changeOwnPassword(
  w: Work,
  deps: AuthDeps,
  { person, passwordHash }: CheckedChange,
): Promise<{ endedSessions: number }> {
  const ended = await aboveAccount(w, async (tx) => {
    const moved = await tx
      .updateTable('person')
      .set({ password_hash: passwordHash, updated_at: w.now })
      .where('id', '=', person.id)
      // If two requests change the password at the same time, only the first one succeeds: the second was checked
      // against a password that has been replaced since.
      .where('password_hash', '=', person.password_hash)
      .returning('id')
      .executeTakeFirst();
    if (!moved) throw fieldError('currentPassword', say('accounts.wrong_password'), 'accounts.wrong_password');
    const language = person.language ?? w.scope.language;
    return afterNewPassword(tx, deps, { ...person, language }, w.scope.sessionId);
  });
  await record(w, { action: 'person.password-changed', subjectIds: [person.id] });
  deps.signIn.forgetSessions(ended);
  return { endedSessions: ended.length };
}
