import { say } from '@quayside/contracts/texts/catalogue';
import { fieldError } from '../../../http/errors.ts';
import { isCommonPassword } from './common-passwords.ts';

/**
 * Refuses a password that breaks the password rules, with the error at its field (docs/adr/0014-common-passwords.md).
 */
export function checkPassword(
  password: string,
  ownWords: readonly (string | null | undefined)[],
  field = 'password',
): void {
  const lower = password.toLowerCase();
  const own = ownWords.flatMap((w) => (w ?? '').toLowerCase().split(/[\s@.]+/)).filter((w) => w.length >= 4);
  if (isCommonPassword(lower)) throw fieldError(field, say('accounts.password_common'));
  if (own.some((w) => lower === w || (lower.includes(w) && lower.length - w.length < 4)))
    throw fieldError(field, say('accounts.password_like_name'));
}
