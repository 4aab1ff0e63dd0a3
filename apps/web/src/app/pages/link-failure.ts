import type { T } from '../../i18n/i18n.ts';
import { isApiError } from '../../lib/api-error.ts';

/** Why a mailed link does not work. */
export type LinkFailure = 'used' | 'expired' | 'unknown';
const FAILURES: Readonly<Record<string, LinkFailure>> = {
  'accounts.link_used': 'used',
  'accounts.link_expired': 'expired',
  'accounts.link_unknown': 'unknown',
  // The person id in the address is malformed: the link was cut off or altered on its way.
  not_found: 'unknown',
};

/** Undefined when the call failed for another reason and a retry may succeed. */
export const linkFailureOf = (error: unknown): LinkFailure | undefined =>
  isApiError(error) ? FAILURES[error.code] : undefined;

/** The message; each page adds its own hints. */
export const failureWords = (
  t: T,
  failure: LinkFailure,
  hints: { readonly used: string; readonly expired: string },
) => ({
  title: t(`auth:failed.${failure}`),
  text: failure === 'unknown' ? t('auth:failed.unknownHint') : hints[failure],
});
