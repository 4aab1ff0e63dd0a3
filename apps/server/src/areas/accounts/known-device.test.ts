import { describe, expect, it } from 'vitest';
import type { SecretPlace, Secrets } from '../../ports/secrets.ts';
import { knownDevice, rememberDevice } from './known-device.ts';

const key = (place: SecretPlace) => Object.values(place).join('|');
/** Opens only in its place, as the real one; what it holds can be read. */
const secrets: Secrets = {
  seal: (text, place) => `v1.${Buffer.from(`${key(place)}#${text}`).toString('base64url')}`,
  open(sealed, place) {
    const [where, text] = Buffer.from(sealed.slice(3), 'base64url').toString().split('#');
    if (where !== key(place) || text === undefined) throw new Error('does not open');
    return text;
  },
  isCurrent: () => true,
  fingerprint: (text) => text,
};
const remember = (cookie: string | undefined, person: string, name = `device of ${person}`) =>
  rememberDevice(secrets, cookie, person, () => name);

describe('a browser in which somebody signed in', () => {
  it('is known to them and to nobody else', () => {
    const cookie = remember(undefined, 'ada');
    expect(knownDevice(secrets, cookie, 'ada')).toBe('device of ada');
    expect(knownDevice(secrets, cookie, 'bo')).toBeUndefined();
    expect(knownDevice(secrets, undefined, 'ada')).toBeUndefined();
    expect(knownDevice(secrets, 'v1.bm90aGluZw~~rubbish', 'ada')).toBeUndefined();
  });
  it('keeps its name at the next sign-in, so that nobody gets new tries by signing in', () => {
    expect(knownDevice(secrets, remember(remember(undefined, 'ada', 'first'), 'ada', 'second'), 'ada')).toBe('first');
  });
  it('is shared by five people; the sixth takes the place of the one who came longest ago', () => {
    const cookie = ['a', 'b', 'c', 'd', 'e', 'f'].reduce<string | undefined>(
      (all, person) => remember(all, person),
      undefined,
    );
    expect(['a', 'b', 'c', 'd', 'e', 'f'].map((person) => knownDevice(secrets, cookie, person) !== undefined)).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
  });
});
