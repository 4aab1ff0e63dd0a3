import { describe, expect, it } from 'vitest';
import type { SecretPlace, Secrets } from '../../../ports/secrets.ts';
import { knownDevice, rememberDevice } from './known-device.ts';

const key = (place: SecretPlace) => Object.values(place).join('|');
/**
 * A fake that does not encrypt. Like the real adapter, it opens a sealed text only for the table, column and row that
 * the text was sealed for.
 */
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

describe('the device cookie of a browser', () => {
  it('is valid for the person who signed in there, and for nobody else', () => {
    const cookie = remember(undefined, 'ada');
    expect(knownDevice(secrets, cookie, 'ada')).toBe('device of ada');
    expect(knownDevice(secrets, cookie, 'bo')).toBeUndefined();
    expect(knownDevice(secrets, undefined, 'ada')).toBeUndefined();
    expect(knownDevice(secrets, 'v1.bm90aGluZw~~rubbish', 'ada')).toBeUndefined();
  });
  it('keeps its id at the next sign-in, so that signing in gives no additional attempts', () => {
    expect(knownDevice(secrets, remember(remember(undefined, 'ada', 'first'), 'ada', 'second'), 'ada')).toBe('first');
  });
  it('knows up to five people; a sixth replaces the one who signed in longest ago', () => {
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
