import type { Result, RuleText } from '../refusal.ts';

/** Formats a text of the rules as one line for tests: its code, then its values. */
export const inShort = ({ code, params = {} }: RuleText): string =>
  [
    code,
    ...Object.values(params)
      .flat()
      .map((param) => (typeof param === 'object' ? `(${inShort(param)})` : String(param))),
  ].join(' ');

/** Formats the refusal of a result as one line. */
export const shortened = <T>(result: Result<T>) =>
  result.ok ? result : { ...result, message: inShort(result.message) };
