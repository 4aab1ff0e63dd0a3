import type { ProductImport } from '@quayside/contracts/product-imports';
import iconv from 'iconv-lite';

export type Encoding = NonNullable<ProductImport['encoding']>;
/** Decodes the bytes of a file piece by piece. */
interface Decoder {
  write(bytes: Buffer): string;
  end(): string;
}

/** How many bytes are kept to detect the encoding. */
const SAMPLE = 256 * 1024;
/** Magic numbers of binary formats, in hexadecimal: ZIP (also xlsx), PDF, PNG, JPEG, GIF, gzip, old Office files. */
const BINARY_STARTS = ['504b0304', '25504446', '89504e47', 'ffd8ff', '47494638', '1f8b08', 'd0cf11e0'];

/** Decodes a file in the encoding that was detected; undefined if the file is not text. */
export function decodeText(bytes: Buffer): { encoding: Encoding; text: string } | undefined {
  const sniffer = createSniffer();
  sniffer.push(bytes);
  const encoding = sniffer.end();
  if (!encoding) return undefined;
  const decoder = decoderOf(encoding);
  return { encoding, text: decoder.write(bytes) + decoder.end() };
}

/** Whether a file that begins with these bytes is certainly binary. */
export const isNoText = (start: Buffer): boolean =>
  byMark(start) === undefined && wideEncoding(start) === undefined && isBinary(start);

/** Detects the encoding of a file that is given in pieces. It is UTF-8 only if the whole file is valid UTF-8. */
export function createSniffer(): { push(bytes: Buffer): void; end(): Encoding | undefined; isMixed(): boolean } {
  const strict = new TextDecoder('utf-8', { fatal: true });
  const kept: Buffer[] = [];
  let [bytes, characters, isUtf8, hasUtf8] = [0, 0, true, false];
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
    end() {
      const sample = Buffer.concat(kept);
      const marked = byMark(sample) ?? wideEncoding(sample);
      if (marked) return marked;
      if (isBinary(sample)) return undefined;
      // The file may end in the middle of a character. If the file has no other multi-byte character, it more likely
      // has a single-byte encoding and ends with an accented letter.
      if (isUtf8 && (decode(() => strict.decode()) || characters < bytes - 3 || hasWide(sample))) return 'utf-8';
      return looksJapanese(sample) ? 'shift_jis' : looksChinese(sample) ? 'gbk' : 'windows-1252';
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
  const decoder = iconv.getDecoder(encoding);
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

/**
 * Recognises Japanese by its kana: almost every product name contains some, and western text that is decoded as Shift
 * JIS contains none.
 */
function looksJapanese(sample: Buffer): boolean {
  const text = iconv.decode(wholeLines(sample), 'shift_jis');
  const foreign = text.match(/[^\0-\x7f]/g)?.length ?? 0;
  const kana = text.match(/[\u3040-\u30ff]/g)?.length ?? 0;
  return !text.includes('\ufffd') && kana >= 2 && kana * 10 >= foreign;
}

/**
 * Recognises Chinese by its pairs of high bytes, most of which are common characters. In western text, accented letters
 * hardly ever occur in pairs.
 */
function looksChinese(sample: Buffer): boolean {
  let [common, pairs, alone] = [0, 0, 0];
  for (let i = 0; i < sample.length; i += 1) {
    const lead = sample[i] ?? 0;
    if (lead < 0x80) continue;
    const trail = sample[i + 1] ?? 0;
    if (lead >= 0xa1 && lead <= 0xf7 && trail >= 0xa1 && trail <= 0xfe) {
      pairs += 1;
      if (lead >= 0xb0 && lead <= 0xd7) common += 1;
      i += 1;
    } else alone += 1;
  }
  return pairs > 0 && alone * 10 <= pairs && common * 2 >= pairs;
}

/** Cuts the sample at its last line end, so that it does not end in the middle of a character. */
function wholeLines(sample: Buffer): Buffer {
  const end = sample.lastIndexOf(10);
  return sample.length < SAMPLE || end < 0 ? sample : sample.subarray(0, end + 1);
}
