import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { PDF, pdfOf } from '../testing/documents.ts';
import { createPdfReader } from './pdf-text.ts';

const reader = createPdfReader({ maxMs: 10_000 });
afterAll(() => reader.stop());
const MB = 1024 * 1024;

/** Creates a decompression bomb: a small file that unpacks to this many megabytes of spaces. */
function bombOf(megabytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(MB, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    ...Array.from({ length: megabytes }, () => block),
    deflateRawSync(Buffer.alloc(0)),
    Buffer.alloc(4),
  ]);
}

describe('the text of a PDF', () => {
  it('contains the text of its pages in order', async () => {
    expect(await reader.read(pdfOf([['Invoice INV-7', 'Total 12.50 (net)'], [], ['third']]))).toEqual({
      pageCount: 3,
      text: 'Invoice INV-7\nTotal 12.50 (net)\f\fthird',
    });
  });

  it('contains Chinese, even in fonts that the file does not embed', async () => {
    expect((await reader.read(pdfOf([['发票号码 宁波永佳家居用品有限公司']])))?.text).toBe(
      '发票号码 宁波永佳家居用品有限公司',
    );
  });

  it('is null when the file has no text', async () => {
    expect(await reader.read(PDF)).toEqual({ pageCount: 1, text: null });
  });

  it('is cut after 200 pages, and after 300,000 characters', async () => {
    const long = await reader.read(pdfOf(Array.from({ length: 203 }, (_, i) => [`page ${i + 1}`])));
    expect([long?.pageCount, long?.text?.split('\f').length, long?.text?.endsWith('page 200')]).toEqual([
      203,
      200,
      true,
    ]);
    const wide = await reader.read(
      pdfOf(Array.from({ length: 90 }, () => Array.from({ length: 50 }, () => 'w'.repeat(90)))),
    );
    expect(wide?.text?.length).toBeLessThanOrEqual(300_000);
    expect(wide?.text?.length).toBeGreaterThan(290_000);
  });

  it('contains no characters that the database cannot store, and no extra pages', async () => {
    const text = (await reader.read(pdfOf([['a\u0000b\u000cc'], ['d']])))?.text ?? '';
    expect([text.includes('\u0000'), text.split('\f').length]).toEqual([false, 2]);
  });

  it.each([
    ['is no PDF', Buffer.from('%PDF-1.4 nothing at all %%EOF')],
    ['is cut off', pdfOf([['x']]).subarray(0, 300)],
    [
      'is encrypted',
      pdfOf([['x']], {
        trailer: `/ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'41'.repeat(32)}>/U<${'42'.repeat(32)}>>>`,
      }),
    ],
  ])('cannot be read from a file that %s', async (_, file) => {
    expect(await reader.read(file)).toBeNull();
  });

  it('is given up when the file unpacks without end, and the next file is read', { timeout: 40_000 }, async () => {
    const before = process.memoryUsage().rss;
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
    expect(await reader.read(pdfOf([['x']], { flate: bombOf(768) }))).toBeNull();
    clearInterval(watch);
    expect(peak - before).toBeLessThan(700 * MB);
    expect((await reader.read(pdfOf([['next']])))?.text).toBe('next');
  });

  it('is given up when reading takes too long', async () => {
    const slow = createPdfReader({ maxMs: 1_500 });
    const work = deflateSync(Buffer.from('BT /F1 1 Tf (a) Tj ET\n'.repeat(3_000_000)));
    expect(await slow.read(pdfOf([['x']], { flate: work }))).toBeNull();
    await slow.stop();
  });

  it('is given up at once when the reader is stopped', async () => {
    const stopped = createPdfReader();
    const work = deflateSync(Buffer.from('BT /F1 1 Tf (a) Tj ET\n'.repeat(3_000_000)));
    const reading = stopped.read(pdfOf([['x']], { flate: work }));
    setTimeout(() => void stopped.stop(), 700);
    expect(await reading).toBeNull();
  });
});
