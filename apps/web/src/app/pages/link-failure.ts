import type { T } from '../../i18n/i18n.ts';
import { isApiError } from '../../lib/api-error.ts';

/** Why a link of a mail opened nothing. */
export type LinkFailure = 'used' | 'expired' | 'unknown';
const FAILURES: Readonly<Record<string, LinkFailure>> = {
  'accounts.link_used': 'used',
  'accounts.link_expired': 'expired',
  'accounts.link_unknown': 'unknown',
  // The person in the address is none: it was cut off or changed on its way.
  not_found: 'unknown',
};

/** Undefined: it failed for another reason, and may open at the next try. */
export const linkFailureOf = (error: unknown): LinkFailure | undefined => (isApiError(error) ? FAILURES[error.code] : undefined);

/** What to say of it; each page has hints of its own. */
export const failureWords = (t: T, failure: LinkFailure, hints: { readonly used: string; readonly expired: string }) => ({
  title: t(`auth:failed.${failure}`),
  text: failure === 'unknown' ? t('auth:failed.unknownHint') : hints[failure],
});
