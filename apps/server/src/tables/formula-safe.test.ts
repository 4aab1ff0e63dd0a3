import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formulaSafe, withoutFormulaMark } from './formula-safe.ts';

describe('a text that looks like a formula', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '"=1', "'=1", '  =1', '\u00a0=1', '＝1', ' "\'-x'])(
    '%j gets an apostrophe',
    (text) => {
      expect(formulaSafe(text)).toBe(`'${text}`);
    },
  );
  it.each(['', 'a=1', 'A-1', "O'Neill", "'tis", '1', '中文', '"quoted"'])('%j stays as it is', (text) => {
    expect(formulaSafe(text)).toBe(text);
    expect(withoutFormulaMark(text)).toBe(text);
  });
  it('is restored unchanged, whatever it contains', () => {
    const nasty = fc.string({
      unit: fc.constantFrom("'", '"', '=', '+', '-', '@', '\t', '\r', '\n', ' ', 'a', '＝', '\u3000'),
    });
    fc.assert(
      fc.property(fc.oneof(nasty, fc.string({ unit: 'binary' })), (text) => {
        const safe = formulaSafe(text);
        expect(withoutFormulaMark(safe)).toBe(text);
        expect(formulaSafe(safe).length - safe.length).toBe(safe === text ? 0 : 1);
      }),
    );
  });
});
