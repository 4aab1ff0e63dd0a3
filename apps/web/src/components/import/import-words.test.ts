import { describe, expect, it } from 'vitest';
import { t } from '../../i18n/i18n.ts';
import { countsInShort, errorsAsText, planOf, withField } from './import-words.ts';

describe('errorsAsText', () => {
  it('is a table to paste, without formulas and line breaks in its cells', () => {
    const text = errorsAsText(
      [{ row: 3, column: 'name', value: '=1+1', reason: 'a\tb\nc' }],
      ['Row', 'Column', 'Value', 'Reason'],
    );
    expect(text).toBe("Row\tColumn\tValue\tReason\n3\tname\t'=1+1\ta b c");
  });
});

describe('planOf', () => {
  const counts = { rows: 10, create: 4, update: 2, skip: 1, fail: 3 };
  it.each([
    [counts, 'ALL_OR_NOTHING', 6, 'errors'],
    [counts, 'VALID_ROWS', 6, undefined],
    [{ ...counts, fail: 0 }, 'ALL_OR_NOTHING', 6, undefined],
    [{ rows: 3, create: 0, update: 0, skip: 0, fail: 3 }, 'VALID_ROWS', 0, 'noneRight'],
    [{ rows: 3, create: 0, update: 0, skip: 3, fail: 0 }, 'ALL_OR_NOTHING', 0, 'nothing'],
    [{ rows: 3, create: 0, update: 0, skip: 2, fail: 1 }, 'VALID_ROWS', 0, 'nothing'],
  ] as const)('%j as %s', (found, mode, stores, blocked) =>
    expect(planOf({ counts: found }, mode)).toEqual({ stores, blocked }),
  );
});

describe('countsInShort', () => {
  it('lists all counts that are not zero', () => {
    expect(countsInShort({ rows: 10_000, create: 9863, update: 0, skip: 0, fail: 137 }, t)).toBe(
      '9,863 new, 137 with errors',
    );
    expect(countsInShort({ rows: 0, create: 0, update: 0, skip: 0, fail: 0 }, t)).toBe('');
  });
});

describe('withField', () => {
  it('assigns a field to a single column', () => {
    expect(withField(['sku', 'name', null], 2, 'name')).toEqual(['sku', null, 'name']);
    expect(withField(['sku', null, null], 0, null)).toEqual([null, null, null]);
    expect(withField(['sku', null], 1, null)).toEqual(['sku', null]);
  });
});
