import type { T } from '../../i18n/i18n.ts';
import { isApiError } from '../../lib/errors/api-error.ts';

/** The reason why a mailed link does not work. */
export type LinkFailure = 'used' | 'expired' | 'unknown';
const FAILURES: Readonly<Record<string, LinkFailure>> = {
  'accounts.link_used': 'used',
  'accounts.link_expired': 'expired',
  'accounts.link_unknown': 'unknown',
  // The person's id in the URL is malformed, because the link was cut off or altered on its way.
  not_found: 'unknown',
};

/**
 * The reason why a mailed link failed. Undefined when the call failed for another reason, so that a retry may succeed.
 */
export const linkFailureOf = (error: unknown): LinkFailure | undefined =>
  isApiError(error) ? FAILURES[error.code] : undefined;

/** The title and text for the reason. Each page adds its own hint. */
export const failureWords = (
  t: T,
  failure: LinkFailure,
  hints: { readonly used: string; readonly expired: string },
) => ({
  title: t(`auth:failed.${failure}`),
  text: failure === 'unknown' ? t('auth:failed.unknownHint') : hints[failure],
});
