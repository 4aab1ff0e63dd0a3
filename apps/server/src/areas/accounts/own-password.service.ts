import { say } from '@quayside/contracts/texts/catalogue';
import type { changePassword as changeSpec } from '@quayside/contracts/auth';
import type { BodyOut } from '@quayside/contracts/endpoint';
import type { ErrorCode } from '@quayside/contracts/errors';
import { aboveAccount, asSystem, type Scope, type TxDeps, type Work } from '../../db/tx.ts';
import { record } from '../../events/outbox.ts';
import { AppError, fieldError } from '../../http/errors.ts';
import { markProved, requireProof } from '../../http/proof.ts';
import { checkPassword } from './password-rules.ts';
import { findPerson, ownWordsOf, type PersonRow } from './auth.queries.ts';
import type { AuthDeps } from './auth-deps.ts';
import { afterNewPassword } from './forgotten-password.service.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { clearOwnPassword, countOwnPassword } from './rate-limit.queries.ts';
import { findFactor } from './second-factor.queries.ts';

/**
 * 422 at the field of the password unless it is the one of the signed-in person; after ten wrong ones 429 until the
 * window ends. To be asked outside of a transaction: hashing takes long, and a wrong try counts although the call
 * fails.
 */
export async function confirmOwnPassword(
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
 * Dangerous, with the password in the body: right, it is proof enough while there is no second factor. Otherwise, and
 * without it, the session needs a recent proof.
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

/** What was found right about a change of the own password, before its transaction. */
interface CheckedChange {
  readonly person: PersonRow;
  readonly passwordHash: string;
}

/** Is the present password theirs, and the new one good enough? */
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

/** Another password for the signed-in person; their other sessions end, and how many did is answered. */
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
      // Two changes at once: the second one typed a password that is none any more.
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
