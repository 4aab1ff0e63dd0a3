import { t } from '../../i18n/i18n.ts';
import { isApiError } from './api-error.ts';
import type { FailureWords } from './failure-words.ts';

/** The message for a failure: a field error, the server's own message, or otherwise the documented text. */
export function failureText(error: unknown, words?: FailureWords): string {
  if (isApiError(error)) {
    // A response with status 500 has no explanation. Responses with 502 to 504 name the component that does not
    // respond.
    const generic = error.status === 500 || error.message === t('errors:generic');
    if (!generic) return error.errors[0]?.message && error.message === '' ? error.errors[0].message : error.message;
    if (error.errors.length > 0) return sentences(error.errors.map(({ message }) => message));
  }
  if (words?.fixed) return t(`errors:${words.fixed}`);
  if (words) return t(`errors:failed_${words.verb}`, { entity: words.entity });
  return t('errors:generic');
}

/** Several messages as one text. A message that occurs twice is said once. */
export function sentences(messages: readonly string[]): string {
  const [first = '', ...others] = new Set(messages);
  if (others.length === 0) return first;
  return [first, ...others].map((message) => (/[.!?。]$/.test(message) ? message : `${message}.`)).join(' ');
}
