import type { ENCODINGS } from '@quayside/contracts/imports';
import iconv from 'iconv-lite';

export type Encoding = (typeof ENCODINGS)[number];
/** Decodes the bytes of a file piece by piece. */
interface Decoder {
  write(bytes: Buffer): string;
  end(): string;
}

/** How many bytes are kept to detect the encoding. */
const SAMPLE = 256 * 1024;
/** Magic numbers of binary formats, in hexadecimal: ZIP (also xlsx), PDF, PNG, JPEG, GIF, gzip, old Office files. */
const BINARY_STARTS = ['504b0304', '25504446', '89504e47', 'ffd8ff', '47494638', '1f8b08', 'd0cf11e0'];

/** Decodes a file as a person says, or in the encoding that was detected; undefined if the file is not text. */
export function decodeText(
  bytes: Buffer,
  chosen?: Encoding,
): { readonly encoding: Encoding; readonly isSure: boolean; readonly text: string } | undefined {
  const sniffer = createSniffer();
  sniffer.push(bytes);
  const detected = sniffer.end();
  if (!detected) return undefined;
  const encoding = chosen ?? detected;
  const decoder = decoderOf(encoding);
  const text = decoder.write(bytes) + decoder.end();
  return { encoding, isSure: chosen !== undefined || sniffer.isSure(), text };
}

/** Whether a file that begins with these bytes is certainly binary. */
export const isNoText = (start: Buffer): boolean =>
  byMark(start) === undefined && wideEncoding(start) === undefined && isBinary(start);

interface Sniffer {
  push(bytes: Buffer): void;
  end(): Encoding | undefined;
  isMixed(): boolean;
  /** Whether the bytes can hardly be text in another encoding. To be asked after the end. */
  isSure(): boolean;
}

/** Detects the encoding of a file that is given in pieces. It is UTF-8 only if the whole file is valid UTF-8. */
export function createSniffer(): Sniffer {
  const strict = new TextDecoder('utf-8', { fatal: true });
  const kept: Buffer[] = [];
  let [bytes, characters, isUtf8, hasUtf8, isSure] = [0, 0, true, false, true];
  const decode = (run: () => string) => {
    try {
      characters += run().length;
      return true;
    } catch {
      return false;
    }
  };
  return {
    push(piece) {
      if (bytes < SAMPLE) kept.push(piece.subarray(0, SAMPLE - bytes));
      bytes += piece.length;
      isUtf8 &&= decode(() => strict.decode(piece, { stream: true }));
      hasUtf8 ||= UTF8_LETTER.test(piece.toString('latin1'));
    },
    isMixed: () => hasUtf8 && !isUtf8,
    isSure: () => isSure,
    end() {
      const sample = Buffer.concat(kept);
      const marked = byMark(sample) ?? wideEncoding(sample);
      if (marked) return marked;
      if (isBinary(sample)) return undefined;
      // The file may end in the middle of a character. If the file has no other multi-byte character, it more likely
      // has a single-byte encoding and ends with an accented letter.
      if (isUtf8 && (decode(() => strict.decode()) || characters < bytes - 3 || hasWide(sample))) return 'utf-8';
      const guess = guessOf(wholeLines(sample));
      ({ isSure } = guess);
      return guess.encoding;
    },
  };
}

/**
 * A letter or sign of UTF-8 in bytes that are read one by one: `Ã¼` for ü. Windows-1252 has such pairs in no word, so a
 * file with one that is not UTF-8 as a whole was put together from files of two encodings.
 */
const UTF8_LETTER = /\xc3[\x80-\xbf]|\xc2[\xa0-\xbf]|\xe2\x80[\x80-\xbf]|\xe2\x82\xac/;

/** Creates a decoder. It drops a character that the end of the file cuts in two. */
export function decoderOf(encoding: Encoding): Decoder {
  if (encoding === 'utf-8' || encoding === 'utf-16le' || encoding === 'utf-16be') {
    const decoder = new TextDecoder(encoding);
    return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => '' };
  }
  // GB18030 is GBK with further characters of four bytes.
  const decoder = iconv.getDecoder(encoding === 'gbk' ? 'gb18030' : encoding);
  return { write: (bytes) => decoder.write(bytes), end: () => decoder.end() ?? '' };
}

function byMark(sample: Buffer): Encoding | undefined {
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le';
  return sample[0] === 0xfe && sample[1] === 0xff ? 'utf-16be' : undefined;
}

/** Detects UTF-16 without a byte order mark: line ends take two bytes, and NUL occurs in only one half of the pairs. */
function wideEncoding(sample: Buffer): Encoding | undefined {
  const zeros = [0, 0];
  const ends = [0, 0];
  for (let i = 0; i + 1 < sample.length; i += 2) {
    const [first = 0, second = 0] = [sample[i], sample[i + 1]];
    if (first === 0) zeros[0] = (zeros[0] ?? 0) + 1;
    if (second === 0) zeros[1] = (zeros[1] ?? 0) + 1;
    if (first === 0 && (second === 10 || second === 13)) ends[0] = (ends[0] ?? 0) + 1;
    if (second === 0 && (first === 10 || first === 13)) ends[1] = (ends[1] ?? 0) + 1;
  }
  const isClear = (half: 0 | 1) =>
    (ends[half] ?? 0) > 0 && (zeros[half] ?? 0) * 40 > sample.length && zeros[half === 0 ? 1 : 0] === 0;
  return isClear(0) ? 'utf-16be' : isClear(1) ? 'utf-16le' : undefined;
}

/** Whether more than one byte in a hundred is a control character, in which case the file cannot be text. */
function isBinary(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 8).toString('hex');
  if (BINARY_STARTS.some((magic) => start.startsWith(magic))) return true;
  const sample = bytes.subarray(0, SAMPLE);
  let strange = 0;
  for (const b of sample) if (b < 9 || (b > 13 && b < 32 && b !== 26 && b !== 27)) strange += 1;
  return strange > 2 && strange * 100 > sample.length;
}

/** Whether the sample contains a complete multi-byte character. */
const hasWide = (sample: Buffer): boolean => /[\u0080-\ufffc\ufffe\uffff]/.test(sample.toString('utf8'));

/** So many characters of two bytes are hardly a chance. */
const CERTAIN = 4;
/** Bytes that stand for nothing in windows-1252. */
const NOT_WESTERN = /[\x81\x8d\x8f\x90\x9d]/;

/** The encoding of a text that is not UTF-8, and whether the bytes leave no doubt. */
function guessOf(sample: Buffer): { readonly encoding: Encoding; readonly isSure: boolean } {
  const cannotBeWestern = NOT_WESTERN.test(sample.toString('latin1'));
  const japanese = japaneseIn(sample);
  const chinese = chineseIn(sample);
  if (japanese.isValid && (japanese.isLikely || (cannotBeWestern && !chinese.isLikely && japanese.common > 0)))
    return { encoding: 'shift_jis', isSure: japanese.common >= CERTAIN };
  if (chinese.isLikely || (cannotBeWestern && chinese.isValid))
    return { encoding: 'gbk', isSure: chinese.isLikely && chinese.pairs >= CERTAIN };
  return { encoding: 'windows-1252', isSure: !cannotBeWestern && standAlone(sample) };
}

/** Whether most letters beyond ASCII stand alone between others, as accented letters do. */
function standAlone(sample: Buffer): boolean {
  const runs = sample.toString('latin1').match(/[\x80-\xff]+/g) ?? [];
  return runs.filter(({ length }) => length === 1).length * 2 >= runs.length;
}

/**
 * Recognises Japanese by its kana: almost every product name contains some, and western text that is decoded as Shift
 * JIS contains none. `common`: kana, and the characters of the first level, which are common.
 */
function japaneseIn(sample: Buffer) {
  const text = iconv.decode(sample, 'shift_jis');
  const foreign = text.match(/[^\0-\x7f]/g)?.length ?? 0;
  const kana = text.match(/[\u3040-\u30ff]/g)?.length ?? 0;
  const level1 = sample.toString('latin1').match(/[\x88-\x97][\x40-\x7e\x80-\xfc]/g)?.length ?? 0;
  const isValid = !text.includes('\ufffd');
  return {
    isValid,
    isLikely: isValid && kana >= 2 && kana * 10 >= foreign,
    common: kana + (level1 * 2 >= foreign ? level1 : 0),
  };
}

/**
 * Recognises Chinese by its pairs of high bytes, most of which are common characters. In western text, accented letters
 * hardly ever occur in pairs.
 */
function chineseIn(sample: Buffer) {
  let [common, pairs, alone] = [0, 0, 0];
  for (let i = 0; i < sample.length; i += 1) {
    const [lead = 0, trail = 0, third = 0, last = 0] = sample.subarray(i, i + 4);
    if (lead < 0x80) continue;
    if (lead >= 0xa1 && lead <= 0xf7 && trail >= 0xa1 && trail <= 0xfe) {
      pairs += 1;
      if (lead >= 0xb0 && lead <= 0xd7) common += 1;
      i += 1;
    } else if (isDigit(trail) && third >= 0x81 && isDigit(last)) {
      pairs += 1;
      common += 1;
      i += 3;
    } else alone += 1;
  }
  const isValid = !iconv.decode(sample, 'gb18030').includes('\ufffd');
  return { isValid, pairs, isLikely: pairs > 0 && alone * 10 <= pairs && common * 2 >= pairs };
}
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

/** Cuts the sample at its last line end, so that it does not end in the middle of a character. */
function wholeLines(sample: Buffer): Buffer {
  const end = sample.lastIndexOf(10);
  return sample.length < SAMPLE || end < 0 ? sample : sample.subarray(0, end + 1);
}
