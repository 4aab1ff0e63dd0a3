import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const SCALE = 2;
const QUIET = 0;
/** A channel of a pixel that is darker than this belongs to ink. */
const INK = 128;

/** A piece of text on a page, and how many pixels of each of its characters are dark once the page is drawn. */
interface DrawnText {
  readonly text: string;
  /** Where it ends, in points from the left. */
  readonly right: number;
  readonly ink: readonly number[];
}
/** A page of a PDF as a reader shows it. Sizes are in points. */
interface DrawnPage {
  readonly width: number;
  readonly height: number;
  readonly texts: readonly DrawnText[];
}

/** The canvas of pdf.js under Node. */
interface CanvasFactory {
  create(
    width: number,
    height: number,
  ): {
    readonly canvas: never;
    readonly context: {
      getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray };
    };
  };
}

/** Opens a PDF and draws its pages, because a font can have characters that are text but draw nothing. */
export async function drawnPages(bytes: Buffer): Promise<DrawnPage[]> {
  const task = getDocument({ data: new Uint8Array(bytes), useWasm: false, verbosity: QUIET });
  try {
    const document = await task.promise;
    const pages: DrawnPage[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const viewport = page.getViewport({ scale: SCALE });
      const { canvas, context } = (document.canvasFactory as CanvasFactory).create(viewport.width, viewport.height);
      await page.render({ canvas, viewport }).promise;
      const { items } = await page.getTextContent();
      const texts = items.flatMap((item): DrawnText[] => {
        if (!('str' in item) || item.str.trim() === '') return [];
        const [x, base] = viewport.convertToViewportPoint(item.transform[4], item.transform[5]);
        const characters = [...item.str];
        const width = (item.width * SCALE) / characters.length;
        const height = item.height * SCALE;
        const ink = characters.map((_, place) =>
          darkPixels(
            context.getImageData(x + place * width, base - height, Math.max(1, width), Math.max(1, height)).data,
          ),
        );
        return [{ text: item.str, right: x / SCALE + item.width, ink }];
      });
      pages.push({ width: viewport.width / SCALE, height: viewport.height / SCALE, texts });
    }
    return pages;
  } finally {
    await task.destroy();
  }
}

function darkPixels(data: Uint8ClampedArray): number {
  let dark = 0;
  for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < INK && (data[at + 3] ?? 0) > INK) dark += 1;
  return dark;
}

/** All text of a page. */
export const wordsOfPage = ({ texts }: DrawnPage): string => texts.map(({ text }) => text).join(' ');
