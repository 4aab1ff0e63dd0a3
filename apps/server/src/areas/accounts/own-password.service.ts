import { asSystem, type Scope, type TxDeps } from '../../db/tx.ts';
import { fieldError } from '../../http/errors.ts';
import { isPassword } from './passwords.ts';
import { clearTries, countTry } from './rate-limit.queries.ts';

const MOST_TRIES = 10;
const WINDOW_SECONDS = 15 * 60;

/**
 * 422 at `password` unless it is the password of the signed-in person; after ten wrong ones 429 until the window ends. To
 * be asked outside of a transaction: hashing takes long, and a wrong try counts although the call fails.
 */
export async function confirmOwnPassword(deps: TxDeps, scope: Scope, password: string): Promise<void> {
  const bucket = `own-password:${scope.userId}`;
  await countTry(deps, bucket, MOST_TRIES, WINDOW_SECONDS);
  const person = await asSystem(deps, (tx) => tx.selectFrom('person').select('password_hash').where('id', '=', scope.userId).executeTakeFirst());
  if (!(await isPassword(person?.password_hash, password))) throw fieldError('password', 'This is not your password.', 'suppliers.wrong_password');
  await clearTries(deps, bucket);
}
