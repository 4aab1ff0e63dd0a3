import iconv from 'iconv-lite';
import type { ProductImport } from '@quayside/contracts/product-imports';

export type Encoding = ProductImport['encoding'];

/** Enough to tell an encoding by. */
const SAMPLE = 256 * 1024;
/** How the files begin that are no text at all: ZIP (also xlsx), PDF, PNG, JPEG, GIF, gzip, old Office. */
const BINARY_STARTS = ['504b0304', '25504446', '89504e47', 'ffd8ff', '47494638', '1f8b08', 'd0cf11e0'];

/** The text of a file in the encoding that it is in; undefined when it is no text. */
export function decodeText(bytes: Buffer): { encoding: Encoding; text: string } | undefined {
  const start = bytes.subarray(0, 8).toString('hex');
  if (start.startsWith('fffe')) return { encoding: 'utf-16le', text: new TextDecoder('utf-16le').decode(bytes) };
  if (start.startsWith('feff')) return { encoding: 'utf-16be', text: new TextDecoder('utf-16be').decode(bytes) };
  if (BINARY_STARTS.some((magic) => start.startsWith(magic)) || isBinary(bytes)) return undefined;
  const text = utf8(bytes);
  if (text !== undefined) return { encoding: 'utf-8', text };
  const sample = bytes.subarray(0, SAMPLE);
  const encoding = looksJapanese(sample) ? 'shift_jis' : looksChinese(sample) ? 'gbk' : 'windows-1252';
  return { encoding, text: iconv.decode(bytes, encoding) };
}

/** More than a stray control character or two: one in a hundred bytes is none that a text has. */
function isBinary(bytes: Buffer): boolean {
  const sample = bytes.subarray(0, SAMPLE);
  let strange = 0;
  for (const b of sample) if (b < 9 || (b > 13 && b < 32 && b !== 26 && b !== 27)) strange += 1;
  return strange > 2 && strange * 100 > sample.length;
}

/** Strict UTF-8, with or without byte order mark; a last character that is cut in two is dropped. */
function utf8(bytes: Buffer): string | undefined {
  const decode = (part: Uint8Array) => {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(part);
    } catch {
      return undefined;
    }
  };
  const whole = decode(bytes);
  if (whole !== undefined) return whole;
  for (let cut = 1; cut <= 3; cut += 1) {
    const lead = bytes.at(-cut) ?? 0;
    if (lead < 0x80 || (lead & 0xc0) === 0xc0) {
      const text = lead >= 0xc2 ? decode(bytes.subarray(0, -cut)) : undefined;
      // Without another character of several bytes it is rather a file of single bytes that ends with an accent.
      return text !== undefined && text.length < bytes.length - cut ? text : undefined;
    }
  }
  return undefined;
}

/** Japanese is told by its kana, which hardly a product name goes without and which western text never makes by accident. */
function looksJapanese(sample: Buffer): boolean {
  const text = iconv.decode(wholeLines(sample), 'shift_jis');
  const foreign = text.match(/[^\0-\x7f]/g)?.length ?? 0;
  const kana = text.match(/[\u3040-\u30ff]/g)?.length ?? 0;
  return !text.includes('\ufffd') && kana >= 2 && kana * 10 >= foreign;
}

/** Chinese comes in pairs of high bytes, mostly of the common characters; western accents stand alone. */
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

/** Up to the last line end, so that no character is cut in two. */
function wholeLines(sample: Buffer): Buffer {
  const end = sample.lastIndexOf(10);
  return sample.length < SAMPLE || end < 0 ? sample : sample.subarray(0, end + 1);
}
