import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountKeyOf, differingFields, maskedOf, maskNumber } from './supplier-bank.rules.ts';

const ACCOUNT = {
  beneficiary: 'Ningbo Haosheng',
  accountNumber: 'GB29 NWBK 6016 1331 9268 19',
  bankName: 'NatWest',
  bankAddress: null,
  swift: 'NWBKGB2L',
  bankCode: '60-16-13',
  currency: 'GBP',
  notes: 'Intermediary: 4000123412341234',
};

describe('a masked number', () => {
  it.each([
    ['GB29 NWBK 6016 1331 9268 19', '•••• 6819'],
    ['31926819', '•••• 6819'],
    ['60-16-13', '•••• 613'],
    ['1234', '•••• 34'],
    ['12345', '•••• 45'],
    ['1', '••••'],
  ])('of %s is %s', (number, masked) => {
    expect(maskNumber(number)).toBe(masked);
  });

  it('never shows more than four characters, nor more than half', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\dA-Z]{1,34}$/), (number) => {
        const shown = maskNumber(number).replaceAll(/[• ]/g, '');
        expect(number.endsWith(shown)).toBe(true);
        expect(shown.length).toBeLessThanOrEqual(Math.min(4, number.length / 2));
      }),
    );
  });
});

describe('masked details', () => {
  it('show the owner and the bank, and nothing that money can be sent to', () => {
    expect(maskedOf(ACCOUNT)).toEqual({ ...ACCOUNT, accountNumber: '•••• 6819', bankCode: '•••• 613', notes: '••••' });
    expect(maskedOf({ ...ACCOUNT, bankCode: null, notes: null })).toMatchObject({ bankCode: null, notes: null });
  });
});

describe('an account number', () => {
  it.each(['GB29NWBK60161331926819', 'gb29 nwbk 6016 1331 9268 19', 'GB29-NWBK-6016.1331/926819'])(
    'is equal to %s',
    (number) => {
      expect(accountKeyOf(number)).toBe('GB29NWBK60161331926819');
    },
  );
});

describe('a difference between two details', () => {
  it('is reported by field name, without the value', () => {
    expect(differingFields(ACCOUNT, { ...ACCOUNT })).toEqual([]);
    expect(differingFields(ACCOUNT, { ...ACCOUNT, swift: null, bankName: 'Barclays' })).toEqual(['bankName', 'swift']);
    expect(differingFields(null, ACCOUNT)).not.toContain('bankAddress');
  });
});
