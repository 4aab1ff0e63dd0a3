import { describe, expect, it } from 'vitest';
import { cutLongWords } from './long-words.ts';

const pieces = (text: string) =>
  cutLongWords({ text, font: 'Inter' }).map((piece) => `${piece.wordBreak ?? 'words'}: ${piece.text}`);

describe('a word without a space', () => {
  it('may be cut after each character once it has 100 characters, and only this word', () => {
    const long = 'a'.repeat(5_000);
    expect(pieces(`Notes: ${long} end`)).toEqual(['words: Notes: ', `break-all: ${long}`, 'words:  end']);
    expect(pieces(`${'b'.repeat(100)}\n${'c'.repeat(99)}`)).toEqual([
      `break-all: ${'b'.repeat(100)}`,
      `words: \n${'c'.repeat(99)}`,
    ]);
  });

  it('is not taken for one where lines may end anyway, or where a character has two halves', () => {
    for (const text of ['abcdefghi '.repeat(500), '灯'.repeat(5_000), '𠮷'.repeat(500), ''])
      expect(pieces(text)).toEqual([`words: ${text}`]);
    expect(pieces('。'.repeat(500))[0]).toContain('break-all');
  });

  it('has all its text in the pieces, in their order', () => {
    const text = `x ${'y'.repeat(120)}灯${'z'.repeat(130)} w`;
    expect(
      cutLongWords({ text, font: 'Inter' })
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });
});
