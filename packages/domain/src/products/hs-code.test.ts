import { describe, expect, it } from 'vitest';
import { hsDigits, isHsCode } from './hs-code.ts';

describe('an HS code', () => {
  it.each(['8516', '8516.79.70', '8516 79 70', '851679700000', '85.16'])('%s is one', (text) => {
    expect(isHsCode(text)).toBe(true);
  });
  it.each(['', '851', '8516797000001', '8516.79.7a', '8516..79', '.8516', '8516.', '85-16', ' 8516', '８５１６'])(
    '%s is none',
    (text) => {
      expect(isHsCode(text)).toBe(false);
    },
  );
  it('is compared by its digits', () => {
    expect(hsDigits('8516.79 70')).toBe('85167970');
  });
});
