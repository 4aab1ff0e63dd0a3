import type { PDFPageProxy } from './pdf.ts';
import { type PageText, pageTextOf, type TextRun } from './page-text.ts';
import type { Mark, MarkPart } from './find-marks.ts';

/** A run of text with its position on the page, in points. */
export interface PlacedRun {
  readonly text: string;
  readonly endsLine: boolean;
  /** The matrix that transforms coordinates of the run to coordinates of the page, as defined by PDF. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly fontFamily: string;
}
export interface PageContent {
  readonly text: PageText;
  readonly runs: readonly PlacedRun[];
}

const contents = new WeakMap<PDFPageProxy, Promise<PageContent>>();

/** The text of a page with positions. The text is extracted once and then cached. */
export function contentOf(page: PDFPageProxy): Promise<PageContent> {
  let content = contents.get(page);
  if (!content) {
    content = readContent(page);
    contents.set(page, content);
  }
  return content;
}

async function readContent(page: PDFPageProxy): Promise<PageContent> {
  const { items, styles } = await page.getTextContent();
  const runs = items.flatMap((item): PlacedRun[] =>
    'str' in item
      ? [
          {
            text: item.str,
            endsLine: item.hasEOL,
            transform: item.transform as number[],
            width: item.width,
            fontFamily: styles[item.fontName]?.fontFamily ?? 'sans-serif',
          },
        ]
      : [],
  );
  return { text: pageTextOf(withGaps(runs)), runs };
}

/** The minimum width of a gap between words, as a fraction of the letter height. */
const GAP = 0.15;

/**
 * Marks each run that is separated from the previous one by a gap. Such a gap is the next column, or a line break that
 * the PDF does not mark.
 */
export function withGaps(runs: readonly PlacedRun[]): TextRun[] {
  return runs.map((run, index) => {
    const before = runs[index - 1];
    return {
      text: run.text,
      endsLine: run.endsLine,
      afterGap: before !== undefined && !before.endsLine && areApart(before, run),
    };
  });
}
function areApart(before: PlacedRun, run: PlacedRun): boolean {
  const {
    origin: [x0, y0],
    along: [ux, uy],
    height,
  } = frameOf(before.transform);
  const [x, y] = frameOf(run.transform).origin;
  const ahead = (x - x0) * ux + (y - y0) * uy - before.width;
  const aside = Math.abs((y - y0) * ux - (x - x0) * uy);
  return Math.abs(ahead) > height * GAP || aside > height / 2;
}

function frameOf(transform: readonly number[]) {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform;
  const length = Math.hypot(a, b) || 1;
  const height = Math.hypot(c, d) || 1;
  return {
    origin: [e, f] as const,
    along: [a / length, b / length] as const,
    up: [c / height, d / height] as const,
    height,
  };
}

/** Two opposite corners of a box on the page, in points: x, y, x, y. */
export type Box = readonly [number, number, number, number];
/** The width of a text in a font, in any unit. */
export type Measure = (text: string, fontFamily: string) => number;
/** How far letters extend below and above the baseline, as fractions of the letter height. */
const DESCENT = 0.26;
const ASCENT = 0.94;

/**
 * The box around a part of a run. Widths of letters are measured in a similar font, which is precise enough for
 * highlighting.
 */
export function boxOf(run: PlacedRun, { start, end }: Pick<MarkPart, 'start' | 'end'>, measure: Measure): Box {
  const { origin, along, up, height } = frameOf(run.transform);
  const whole = measure(run.text, run.fontFamily) || 1;
  const from = (measure(run.text.slice(0, start), run.fontFamily) / whole) * run.width;
  const to = (measure(run.text.slice(0, end), run.fontFamily) / whole) * run.width;
  const at = (x: number, y: number) =>
    [origin[0] + along[0] * x + up[0] * y * height, origin[1] + along[1] * x + up[1] * y * height] as const;
  return [...at(from, -DESCENT), ...at(to, ASCENT)];
}

/** The boxes of an occurrence on its page. */
export const boxesOf = (mark: Mark, { runs }: PageContent, measure: Measure): Box[] =>
  mark.parts.flatMap((part) => {
    const run = runs[part.run];
    return run && run.text.slice(part.start, part.end).trim() !== '' ? [boxOf(run, part, measure)] : [];
  });
