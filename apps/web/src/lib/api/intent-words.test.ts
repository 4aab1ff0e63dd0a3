import { expect, it } from 'vitest';
import { wordsOf } from './intent-words.ts';

it('two files are two requests, and the same file sent again is the same one', () => {
  const [one, other] = [new File(['a'], 'a.pdf'), new File(['a'], 'a.pdf')];
  expect(wordsOf({ file: one })).not.toBe(wordsOf({ file: other }));
  expect(wordsOf({ file: one, type: 'INVOICE' })).toBe(wordsOf({ file: one, type: 'INVOICE' }));
  expect(wordsOf([one])).not.toBe(wordsOf([other]));
});

it('bodies are compared by what they say', () => {
  expect(wordsOf({ units: 500 })).toBe(wordsOf({ units: 500 }));
  expect(wordsOf({ units: 500 })).not.toBe(wordsOf({ units: 501 }));
  expect(wordsOf(undefined)).toBe('');
});
