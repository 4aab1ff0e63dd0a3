import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAesSecrets, SecretDoesNotOpen } from './aes-secrets.ts';

const KEY = randomBytes(32);
const secrets = createAesSecrets(new Map([[1, KEY]]));
const PLACE = { table: 'supplier_bank_details', column: 'sealed', accountId: 'account-a', rowId: 'row-1' };

describe('a sealed text', () => {
  it('opens to the original text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(secrets.open(secrets.seal(text, PLACE), PLACE)).toBe(text);
      }),
    );
  });

  it('consists of key version, nonce, ciphertext and tag, and reveals nothing of the text', () => {
    const sealed = secrets.seal('GB29NWBK60161331926819', PLACE);
    expect(sealed).toMatch(/^v1\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/);
    expect(sealed).not.toContain('60161331926819');
  });

  it('differs each time because its nonce does', () => {
    const all = Array.from({ length: 200 }, () => secrets.seal('same', PLACE));
    expect(new Set(all.map((sealed) => sealed.split('.')[1])).size).toBe(200);
    expect(new Set(all).size).toBe(200);
  });

  it('takes its nonce from the injected randomness', () => {
    const sizes: number[] = [];
    const fixed = createAesSecrets(new Map([[1, KEY]]), (size) => (sizes.push(size), Buffer.alloc(size, 7)));
    expect(fixed.seal('a', PLACE).split('.')[1]).toBe(Buffer.alloc(12, 7).toString('base64url'));
    expect(sizes).toEqual([12]);
  });

  it.each([
    ['another row', { ...PLACE, rowId: 'row-2' }],
    ['another account', { ...PLACE, accountId: 'account-b' }],
    ['another column', { ...PLACE, column: 'other' }],
    ['another table', { ...PLACE, table: 'other' }],
  ])('does not open in %s', (_, place) => {
    expect(() => secrets.open(secrets.seal('secret', PLACE), place)).toThrow(SecretDoesNotOpen);
  });

  it('does not open if any one bit was changed', () => {
    const parts = secrets.seal('secret', PLACE).split('.');
    for (const at of [1, 2, 3]) {
      const bytes = Buffer.from(parts[at] ?? '', 'base64url');
      for (let bit = 0; bit < bytes.length * 8; bit += 1) {
        const changed = Buffer.from(bytes);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(() => secrets.open(parts.with(at, changed.toString('base64url')).join('.'), PLACE)).toThrow(
          SecretDoesNotOpen,
        );
      }
    }
  });

  it.each(['', 'plain text', 'v1.a.b.c', 'v1.AAAAAAAAAAAAAAAA..AAAA', '{"accountNumber":"1"}'])(
    '%j does not open',
    (text) => {
      expect(() => secrets.open(text, PLACE)).toThrow(SecretDoesNotOpen);
    },
  );

  it('does not open with another master key, and the error does not reveal the text', () => {
    const other = createAesSecrets(new Map([[1, randomBytes(32)]]));
    const sealed = secrets.seal('GB29NWBK60161331926819', PLACE);
    expect(() => other.open(sealed, PLACE)).toThrow(
      'A stored secret does not open: it was changed, moved, or sealed with another key.',
    );
  });

  it('opens with the old key after a rotation, while the newest key seals', () => {
    const rotated = createAesSecrets(
      new Map([
        [1, KEY],
        [2, randomBytes(32)],
      ]),
    );
    const old = secrets.seal('secret', PLACE);
    const fresh = rotated.seal('secret', PLACE);
    expect([rotated.open(old, PLACE), rotated.open(fresh, PLACE)]).toEqual(['secret', 'secret']);
    expect([rotated.isCurrent(old), rotated.isCurrent(fresh), fresh.startsWith('v2.')]).toEqual([false, true, true]);
    expect(() => secrets.open(fresh, PLACE)).toThrow('master key 2 is not there');
  });
});

describe('a fingerprint', () => {
  const { rowId: _, ...column } = PLACE;
  it('is equal only for the same text in the same column of an account', () => {
    const one = secrets.fingerprint('GB29', column);
    expect(secrets.fingerprint('GB29', column)).toBe(one);
    const others = [
      secrets.fingerprint('GB30', column),
      secrets.fingerprint('GB29', { ...column, accountId: 'account-b' }),
      secrets.fingerprint('GB29', { ...column, column: 'other' }),
      createAesSecrets(new Map([[1, randomBytes(32)]])).fingerprint('GB29', column),
    ];
    expect(new Set([one, ...others]).size).toBe(5);
  });
});
