import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashPassword, isPassword, setPasswordCost } from './passwords.ts';
import { RECOMMENDED_COST } from './passwords.types.ts';

const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1, niceness: 0 };
beforeEach(() => setPasswordCost(RECOMMENDED_COST));
afterEach(() => setPasswordCost(CHEAP));

it('a password is hashed at the cost that OWASP recommends for argon2id', async () => {
  expect(await hashPassword('a long ferry crossing')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

it('a hash is compared at the cost that it was made with', async () => {
  const stored = await hashPassword('a long ferry crossing');
  setPasswordCost(CHEAP);
  expect(await isPassword(stored, 'a long ferry crossing')).toBe(true);
  expect(await isPassword(stored, 'a short ferry crossing')).toBe(false);
});

it.each([null, undefined, 'none'])('no password matches the stored hash %s', async (stored) => {
  expect(await isPassword(stored, 'a long ferry crossing')).toBe(false);
});
