import { say } from '@quayside/contracts/texts/catalogue';
import { fieldError } from '../../http/errors.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Refuses a password that breaks the rules, at its field (decisions, Sessions). */
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
