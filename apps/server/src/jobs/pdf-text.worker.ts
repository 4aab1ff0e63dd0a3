import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { getDocument, Util } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { layOut, type PlacedText } from './page-layout.ts';
import type { PdfAnswer } from './pdf-text.ts';

// Runs in a separate thread, so that a hostile file can crash only this thread.

const MAX_PAGES = 200;
const MAX_TEXT = 300_000;
const QUIET = 0;
/** Text that is tilted by more than this slope is not part of a line. */
const LEVEL = 0.1;
const PDFJS = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
/** Characters that PostgreSQL cannot store (NUL and lone surrogates), and form feeds, which separate pages. */
const NOT_TEXT = /[\0\f\p{Cs}]/gu;

async function read(data: Uint8Array): Promise<PdfAnswer> {
  const task = getDocument({
    data,
    useWasm: false,
    useSystemFonts: true,
    disableFontFace: true,
    // Without these files, text in Chinese and Japanese fonts that are not embedded would be missing.
    cMapUrl: join(PDFJS, 'cmaps', '/'),
    cMapPacked: true,
    standardFontDataUrl: join(PDFJS, 'standard_fonts', '/'),
    verbosity: QUIET,
  });
  try {
    const document = await task.promise;
    const pages: string[] = [];
    let left = MAX_TEXT;
    for (let number = 1; number <= Math.min(document.numPages, MAX_PAGES) && left > 0; number += 1) {
      const page = await document.getPage(number);
      const text = textOf(await page.getTextContent(), page.getViewport({ scale: 1 }).transform).slice(0, left);
      page.cleanup();
      pages.push(text.replace(NOT_TEXT, ''));
      left -= text.length + 1;
    }
    return { pageCount: document.numPages, text: pages.some((page) => page !== '') ? pages.join('\f') : null };
  } finally {
    await task.destroy();
  }
}

interface Content {
  readonly items: readonly (
    | {
        readonly str: string;
        readonly transform: readonly number[];
        readonly width: number;
        readonly height: number;
      }
    | object
  )[];
}

/** The text of a page with its layout. `view` transforms points of the page to points that count from the top left. */
const textOf = (content: Content, view: readonly number[]): string =>
  layOut(
    content.items.flatMap((item): PlacedText[] => {
      if (!('str' in item)) return [];
      const [a, b, , d, x, y] = Util.transform(view as number[], item.transform as number[]) as number[];
      const height = item.height || Math.hypot(b ?? 0, d ?? 0);
      return [
        {
          text: item.str,
          x: x ?? 0,
          y: y ?? 0,
          width: item.width,
          height,
          isLevel: (a ?? 0) > 0 && Math.abs(b ?? 0) < LEVEL * Math.abs(a ?? 0),
        },
      ];
    }),
  ).replace(NOT_TEXT, '');

async function answer(data: Uint8Array): Promise<void> {
  parentPort?.postMessage(await read(data).catch((): PdfAnswer => null));
}
parentPort?.on('message', (data: Uint8Array) => void answer(data));
