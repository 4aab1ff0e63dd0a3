import { describe, expect, it } from 'vitest';
import { codeLoss, isRoundedCode, readCode } from './code-text.ts';

describe('the code of a cell', () => {
  it.each([
    ['="00123"', '00123'],
    ['="A""B"', 'A"B'],
    ["'00124", '00124'],
    ['’00124', '00124'],
    ["''00124", "'00124"],
    ["'’00124", '’00124'],
    ['00125', '00125'],
    ["'A-1", "'A-1"],
    ['=A1', '=A1'],
    ['="a', '="a'],
    ['', ''],
  ])('%j is %j', (text, code) => expect(readCode(text)).toBe(code));
  it('is lost where a spreadsheet has rounded it', () => {
    const texts = ['1.23457E+11', '1,23457E+11', '1E+12', '1.2e+5', 'B0E+1', '12E+3', 'E+11', '1.23457E11', '123457'];
    expect(texts.filter(isRoundedCode)).toEqual(['1.23457E+11', '1,23457E+11', '1E+12', '1.2e+5']);
  });
});

describe('a code in a cell of a workbook', () => {
  it.each([
    ['123', 'NUMBER', 'CODE', undefined],
    ['123456789012345', 'NUMBER', 'CODE', undefined],
    ['1234567890123450', 'NUMBER', 'CODE', { kind: 'ROUNDED' }],
    ['123456789012345000', 'NUMBER', 'BARCODE', { kind: 'ROUNDED' }],
    ['2026-09-12', 'DATE', 'CODE', { kind: 'DATE' }],
    ['true', 'BOOLEAN', 'CODE', { kind: 'BOOLEAN' }],
    ['102030405', 'NUMBER', 'HS_CODE', { kind: 'ZERO', code: '0102030405' }],
    ['1020304', 'NUMBER', 'HS_CODE', { kind: 'ZERO', code: '01020304' }],
    ['85167970', 'NUMBER', 'HS_CODE', undefined],
    ['8516.7', 'NUMBER', 'HS_CODE', undefined],
    ['36000291452', 'NUMBER', 'BARCODE', { kind: 'ZERO', code: '036000291452' }],
    ['36000291453', 'NUMBER', 'BARCODE', undefined],
    ['4006381333931', 'NUMBER', 'BARCODE', undefined],
    ['36000291452', 'NUMBER', 'CODE', undefined],
  ] as const)('%s, stored as %s, as %s has lost %j', (text, as, form, loss) =>
    expect(codeLoss(text, as, form)).toEqual(loss),
  );
});
