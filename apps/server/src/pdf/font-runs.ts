import { openSync, readSync, closeSync, fstatSync } from 'node:fs';

// Which font can show which character. A PDF shows a box, or nothing, for a character that its font does not have.

/** The character ranges of a font, from its `cmap` table: first and last code point of each. */
type Coverage = readonly (readonly [first: number, last: number])[];

const SEGMENTED_COVERAGE = 12;
const SEGMENT_MAPPING = 4;

/** Reads the code points that a TrueType font has. Reads only the tables that it needs. */
export function readCoverage(file: string): Coverage {
  const handle = openSync(file, 'r');
  try {
    const read = (offset: number, length: number): DataView => {
      const bytes = Buffer.alloc(length);
      readSync(handle, bytes, 0, length, offset);
      return new DataView(bytes.buffer, bytes.byteOffset, length);
    };
    const head = read(0, 12);
    const tables = read(12, head.getUint16(4) * 16);
    for (let at = 0; at < tables.byteLength; at += 16) {
      if (tables.getUint32(at) !== 0x636d6170) continue;
      const offset = tables.getUint32(at + 8);
      const size = Math.min(tables.getUint32(at + 12), fstatSync(handle).size - offset);
      return coverageOf(read(offset, size));
    }
    throw new Error(`The font ${file} has no table of characters`);
  } finally {
    closeSync(handle);
  }
}

function coverageOf(cmap: DataView): Coverage {
  const subtables = Array.from({ length: cmap.getUint16(2) }, (_, i) => cmap.getUint32(4 + i * 8 + 4));
  const of = (format: number) => subtables.find((offset) => cmap.getUint16(offset) === format);
  const full = of(SEGMENTED_COVERAGE);
  if (full !== undefined)
    return Array.from({ length: cmap.getUint32(full + 12) }, (_, i) => {
      const at = full + 16 + i * 12;
      return [cmap.getUint32(at), cmap.getUint32(at + 4)] as const;
    });
  const basic = of(SEGMENT_MAPPING);
  if (basic === undefined) throw new Error('The font has no table of characters that can be read');
  const count = cmap.getUint16(basic + 6) / 2;
  return Array.from({ length: count }, (_, i) => {
    const last = cmap.getUint16(basic + 14 + i * 2);
    const first = cmap.getUint16(basic + 16 + (count + i) * 2);
    return [first, last === 0xffff ? first - 1 : last] as const;
  });
}

/** Whether the font has a character. The ranges are sorted. */
function hasCharacter(coverage: Coverage, point: number): boolean {
  let [low, high] = [0, coverage.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last] = coverage[middle] ?? [0, 0];
    if (point < first) high = middle - 1;
    else if (point > last) low = middle + 1;
    else return true;
  }
  return false;
}

/** A font with the characters that it has. */
interface Font {
  readonly name: string;
  readonly coverage: Coverage;
}
/** A piece of text that one font can show. */
export interface Run {
  readonly text: string;
  readonly font: string;
}
/** What stands for a character that no font has, so that everybody sees that one is missing. */
export const MISSING = '□';
/** Control characters but line breaks, and characters that change the direction of text and could disguise it. */
const INVISIBLE = /(?!\n)\p{Cc}|[\u200b-\u200f]|[\u202a-\u202e]|[\u2060-\u2069]|\p{Variation_Selector}|\ufeff/gu;

const cleaned = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/\t/g, ' ').replace(INVISIBLE, '').normalize('NFC');

/** The characters of a text that none of the fonts has, each once. A PDF would show a box for them. */
export function charactersWithoutFont(text: string, fonts: readonly Font[]): string[] {
  return [...new Set(cleaned(text))].filter((character) => {
    const point = character.codePointAt(0) ?? 0;
    return !/\s/.test(character) && !fonts.some(({ coverage }) => hasCharacter(coverage, point));
  });
}

/**
 * Splits a text into runs, each in the first font that has its characters. Spaces and line breaks stay in the run
 * before them.
 */
export function runsOf(text: string, fonts: readonly Font[]): Run[] {
  const runs: { text: string; font: string }[] = [];
  for (const character of cleaned(text)) {
    const last = runs.at(-1);
    if (last && /\s/.test(character)) {
      last.text += character === '\n' ? character : ' ';
      continue;
    }
    const point = character.codePointAt(0) ?? 0;
    const font = fonts.find(({ coverage }) => hasCharacter(coverage, point));
    const shown = font ? character : MISSING;
    const name = (font ?? fonts.find(({ coverage }) => hasCharacter(coverage, 0x25a1)) ?? fonts[0])?.name ?? '';
    if (last && last.font === name) last.text += shown;
    else runs.push({ text: shown, font: name });
  }
  return runs;
}
