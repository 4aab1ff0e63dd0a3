import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listText, listWords } from './lists.ts';

describe('several words in one cell', () => {
  it('are joined by semicolons, and quoted if they contain one', () => {
    expect(listText(['red', 'light blue', 'a; b', 'x,y', 'the "best"'])).toBe(
      'red; light blue; "a; b"; "x,y"; "the ""best"""',
    );
  });

  it.each([
    ['red;blue', ['red', 'blue']],
    [' red | blue , green ;', ['red', 'blue', 'green']],
    [';;', []],
    ['', []],
    ['"a; b"; c', ['a; b', 'c']],
    ['12" pan; 10"', ['12" pan', '10"']],
    ['"never closed; c', ['"never closed', 'c']],
  ])('%j is read as %j', (text, words) => {
    expect(listWords(text)).toEqual(words);
  });

  it('keep their commas if they are company names', () => {
    expect(listText(['Acme, Inc.', 'A; B'], ';')).toBe('Acme, Inc.; "A; B"');
    expect(listWords('Acme, Inc.; "A; B";', ';')).toEqual(['Acme, Inc.', 'A; B']);
  });

  it('are read back unchanged', () => {
    const word = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .map((s) => s.trim())
      .filter((s) => s !== '');
    const nasty = fc
      .string({ unit: fc.constantFrom(';', '"', ',', '|', ' ', 'a', '=', "'"), minLength: 1 })
      .map((s) => s.trim())
      .filter((s) => s !== '');
    fc.assert(
      fc.property(fc.array(fc.oneof(word, nasty)), (words) => {
        expect(listWords(listText(words))).toEqual(words);
      }),
    );
  });
});
