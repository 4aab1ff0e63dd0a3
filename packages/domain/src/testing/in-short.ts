import type { Result, RuleText } from '../refusal.ts';

/** A text of the rules on one line, for tests: its code, then the values in it. */
export const inShort = ({ code, params = {} }: RuleText): string =>
  [
    code,
    ...Object.values(params)
      .flat()
      .map((param) => (typeof param === 'object' ? `(${inShort(param)})` : String(param))),
  ].join(' ');

/** A result with its refusal on one line. */
export const shortened = <T>(result: Result<T>) =>
  result.ok ? result : { ...result, message: inShort(result.message) };
