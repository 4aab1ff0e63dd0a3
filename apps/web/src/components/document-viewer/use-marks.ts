import { useEffect, useMemo, useState } from 'react';
import {
  type MarkedValue,
  markedValue,
  offeredMarks,
  onMarkedValue,
  onOfferedMarks,
} from '../../lib/words/marked-value.ts';
import { findMarks } from './find-marks.ts';
import { type Box, boxesOf, contentOf, type Measure, type PageContent } from './page-content.ts';
import type { PDFPageProxy } from './pdf.ts';

/** A mark: its page, counted from 0, and its boxes in points. */
export interface PlacedMark {
  readonly page: number;
  readonly boxes: readonly Box[];
}

/** How long the focus must stay in a field before its value is marked, in milliseconds. */
const REST_MS = 80;
const NONE: readonly PlacedMark[] = [];

/** The occurrences of the focused field's value in the document, in document order. */
export function useMarks(pages: readonly PDFPageProxy[] | undefined): readonly PlacedMark[] {
  const [value, setValue] = useState<MarkedValue | undefined>(markedValue);
  useEffect(() => onMarkedValue(setValue), []);
  const values = useMemo(() => (value ? [value] : []), [value]);
  return usePlaces(pages, values);
}

/** A value that occurs more often on its page is offered at the first place only. */
const MOST_OFFERED = 6;

/** The places of the values that a form offers, because they were read in the document. */
export function useOfferedMarks(pages: readonly PDFPageProxy[] | undefined): readonly PlacedMark[] {
  const [values, setValues] = useState(offeredMarks);
  useEffect(() => onOfferedMarks(setValues), []);
  return usePlaces(pages, values, MOST_OFFERED);
}

/** Finds values in the pages of a document. A value with more than `most` occurrences has only its first one. */
function usePlaces(
  pages: readonly PDFPageProxy[] | undefined,
  values: readonly MarkedValue[],
  most = Number.POSITIVE_INFINITY,
): readonly PlacedMark[] {
  const [marks, setMarks] = useState(NONE);
  useEffect(() => {
    let isGone = false;
    const find = async (): Promise<readonly PlacedMark[]> => {
      if (!pages || values.every(({ texts }) => texts.length === 0)) return NONE;
      const contents: PageContent[] = [];
      for (const page of pages) {
        // Read one page after the other, so that drawing never waits for the text of all pages of a long document.
        contents.push(await contentOf(page));
        if (isGone) return NONE;
      }
      const texts = contents.map(({ text }) => text);
      return values.flatMap((value) => {
        const all = findMarks(texts, value.texts).filter(
          ({ page }) => value.page === undefined || page === value.page - 1,
        );
        return all.slice(0, all.length > most ? 1 : undefined).flatMap((mark) => {
          const content = contents[mark.page];
          return content ? [{ page: mark.page, boxes: boxesOf(mark, content, measure) }] : [];
        });
      });
    };
    const timer = setTimeout(() => {
      find().then(
        (found) => isGone || setMarks(found),
        // The text of a page could not be read, so show no marks.
        () => isGone || setMarks(NONE),
      );
    }, REST_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [pages, values, most]);
  return marks;
}

let context: CanvasRenderingContext2D | null | undefined;
const measure: Measure = (text, fontFamily) => {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return text.length;
  context.font = `20px ${fontFamily}`;
  return context.measureText(text).width;
};
