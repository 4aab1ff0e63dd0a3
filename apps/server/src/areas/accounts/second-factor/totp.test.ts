import { describe, expect, it } from 'vitest';
import { newRecoveryCodes } from './recovery-codes.ts';
import { newSecret, stepOf } from './totp.ts';

/** The secret from RFC 6238, appendix B. The expected codes below are the last six digits of the codes there. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);

describe('a code of an authenticator app', () => {
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
  ])('at %d s is %s', (seconds, code, step) => expect(stepOf(SECRET, code, at(seconds))).toBe(step));

  it('is accepted one step early or late, but not two', () => {
    const steps = [-60, -30, 0, 30, 60].map((shift) => stepOf(SECRET, '005924', at(1_234_567_890 + shift)));
    expect(steps).toEqual([undefined, 41_152_263, 41_152_263, 41_152_263, undefined]);
  });

  it.each(['', '5924', '0059245', 'abcdef', '٠٠٥٩٢٤'])('is not accepted as %j', (code) =>
    expect(stepOf(SECRET, code, at(1_234_567_890))).toBeUndefined(),
  );
});

it('secrets and recovery codes differ each time, and come from the injected randomness', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(newSecret()).not.toBe(newSecret());
  expect(newRecoveryCodes((size) => Buffer.alloc(size))[0]).toBe('2222-2222-2222-2222-2222-2222');
  expect(new Set([...newRecoveryCodes(), ...newRecoveryCodes()]).size).toBe(20);
});
