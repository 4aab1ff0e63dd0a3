import { describe, expect, it } from 'vitest';
import { isRoundedCode, readCode } from './code-text.ts';

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
