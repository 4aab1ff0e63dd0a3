import { describe, expect, it } from 'vitest';
import { t } from '../../i18n/i18n.ts';
import { ApiError } from '../../lib/errors/api-error.ts';
import { failureWords, linkFailureOf } from './link-failure.ts';

const refusal = (code: string) => new ApiError({ status: 422, code, message: 'x' });

describe('a mailed link that does not work', () => {
  it.each([
    ['accounts.link_used', 'used'],
    ['accounts.link_expired', 'expired'],
    ['accounts.link_unknown', 'unknown'],
    ['not_found', 'unknown'],
  ])('%s is %s', (code, expected) => expect(linkFailureOf(refusal(code))).toBe(expected));

  it('is distinguished from a failure that a retry may fix', () => {
    expect(['bad_input', 'too_many', 'network', 'unavailable'].map((code) => linkFailureOf(refusal(code)))).toEqual(
      Array(4).fill(undefined),
    );
    expect(linkFailureOf(new TypeError('offline'))).toBeUndefined();
  });

  it('uses the hint of each page', () => {
    const hints = { used: 'Sign in.', expired: 'Ask again.' };
    expect(failureWords(t, 'used', hints)).toEqual({ title: 'This link has been used already', text: 'Sign in.' });
    expect(failureWords(t, 'expired', hints)).toEqual({ title: 'This link has expired', text: 'Ask again.' });
    expect(failureWords(t, 'unknown', hints).text).toContain('newest');
  });
});
