import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { charactersWithoutFont, MISSING, readCoverage, runsOf } from './font-runs.ts';

const coverage = (name: string) => readCoverage(fileURLToPath(new URL(`../../fonts/${name}.ttf`, import.meta.url)));
const FONTS = [
  { name: 'Inter', coverage: coverage('Inter-Regular') },
  { name: 'NotoSansSC', coverage: coverage('NotoSansSC-Regular') },
];
const runs = (text: string) => runsOf(text, FONTS).map(({ text: part, font }) => `${font}: ${part}`);

describe('the characters that no font has', () => {
  it.each([
    ['서울 ไทย हि ارسال 😀', ['서', '울', 'ไ', 'ท', 'ย', 'ह', '\u093f', 'ا', 'ر', 'س', 'ل', '😀']],
    ['שלום', ['ש', 'ל', 'ו', 'ם']],
    ['Łódź, Ελλάδα, Київ, Tiếng Việt, 夹式阅读灯, 繁體字\tA\r\nB\u200b', []],
    ['cafe\u0301 m² ½ € ™ – “x”', []],
  ])('of %j are named', (text, missing) => expect(charactersWithoutFont(text, FONTS)).toEqual(missing));
});

describe('the runs of a text', () => {
  it.each([
    ['Łódź, Ελλάδα, Київ', ['Inter: Łódź, Ελλάδα, Київ']],
    ['夹式阅读灯 LED 黑色', ['NotoSansSC: 夹式阅读灯 ', 'Inter: LED ', 'NotoSansSC: 黑色']],
    ['繁體字', ['NotoSansSC: 繁體字']],
    ['cafe\u0301', ['Inter: café']],
    ['', []],
  ])('%j', (text, expected) => expect(runs(text)).toEqual(expected));

  it('show a box for a character that no font has', () => {
    const [only] = runsOf('ก', FONTS);
    expect(only?.text).toBe(MISSING);
    expect(runs('😀')[0]).toContain(MISSING);
  });

  it('keep line breaks, and leave out what could disguise a text', () =>
    expect(runs('A\r\nB\u202e\u0007\tC')).toEqual(['Inter: A\nB C']));
});
