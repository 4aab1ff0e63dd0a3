import type { ProductImport } from '@quayside/contracts/product-imports';
import iconv from 'iconv-lite';

export type Encoding = NonNullable<ProductImport['encoding']>;
/** Decodes the bytes of a file piece by piece. */
export interface Decoder {
  write(bytes: Buffer): string;
  end(): string;
}

/** Enough bytes to recognise an encoding. */
const SAMPLE = 256 * 1024;
/** First bytes of binary files: ZIP (also xlsx), PDF, PNG, JPEG, GIF, gzip, old Office. */
const BINARY_STARTS = ['504b0304', '25504446', '89504e47', 'ffd8ff', '47494638', '1f8b08', 'd0cf11e0'];

/** Decodes a file in its detected encoding; undefined if it is no text. */
export function decodeText(bytes: Buffer): { encoding: Encoding; text: string } | undefined {
  const sniffer = createSniffer();
  sniffer.push(bytes);
  const encoding = sniffer.end();
  if (!encoding) return undefined;
  const decoder = decoderOf(encoding);
  return { encoding, text: decoder.write(bytes) + decoder.end() };
}

/** Whether a file with these first bytes is certainly binary. */
export const isNoText = (start: Buffer): boolean =>
  byMark(start) === undefined && wideEncoding(start) === undefined && isBinary(start);

/** Detects the encoding of a file given in pieces; UTF-8 only if all of the file is valid. */
export function createSniffer(): { push(bytes: Buffer): void; end(): Encoding | undefined } {
  const strict = new TextDecoder('utf-8', { fatal: true });
  const kept: Buffer[] = [];
  let [bytes, characters, isUtf8] = [0, 0, true];
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
    },
    end() {
      const sample = Buffer.concat(kept);
      const marked = byMark(sample) ?? wideEncoding(sample);
      if (marked) return marked;
      if (isBinary(sample)) return undefined;
      // The last character is cut in two. Without any other multi-byte character, the file more likely has a
      // single-byte encoding and ends with an accented letter.
      if (isUtf8 && (decode(() => strict.decode()) || characters < bytes - 3 || hasWide(sample))) return 'utf-8';
      return looksJapanese(sample) ? 'shift_jis' : looksChinese(sample) ? 'gbk' : 'windows-1252';
    },
  };
}

/** A decoder that drops a character cut off by the end of the file. */
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

/** Detects UTF-16 without a byte order mark: two-byte line ends, and NUL in only one half of each pair. */
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

/** Whether more than one byte in a hundred is a control character. */
function isBinary(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 8).toString('hex');
  if (BINARY_STARTS.some((magic) => start.startsWith(magic))) return true;
  const sample = bytes.subarray(0, SAMPLE);
  let strange = 0;
  for (const b of sample) if (b < 9 || (b > 13 && b < 32 && b !== 26 && b !== 27)) strange += 1;
  return strange > 2 && strange * 100 > sample.length;
}

/** Whether the sample contains a complete character of several bytes. */
const hasWide = (sample: Buffer): boolean => /[\u0080-\ufffc\ufffe\uffff]/.test(sample.toString('utf8'));

/**
 * Japanese is recognised by its kana: almost every product name has some, and western text never contains them by
 * accident.
 */
function looksJapanese(sample: Buffer): boolean {
  const text = iconv.decode(wholeLines(sample), 'shift_jis');
  const foreign = text.match(/[^\0-\x7f]/g)?.length ?? 0;
  const kana = text.match(/[\u3040-\u30ff]/g)?.length ?? 0;
  return !text.includes('\ufffd') && kana >= 2 && kana * 10 >= foreign;
}

/** Chinese has pairs of high bytes, mostly of common characters; accented western letters stand alone. */
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

/** Cuts the sample at its last line end, so that no character is cut in two. */
function wholeLines(sample: Buffer): Buffer {
  const end = sample.lastIndexOf(10);
  return sample.length < SAMPLE || end < 0 ? sample : sample.subarray(0, end + 1);
}
