import { useEffect, useState } from 'react';
import { type MarkedValue, markedValue, onMarkedValue } from '../../lib/marked-value.ts';
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
  const [marks, setMarks] = useState(NONE);
  useEffect(() => onMarkedValue(setValue), []);
  useEffect(() => {
    let isGone = false;
    const find = async (): Promise<readonly PlacedMark[]> => {
      if (!pages || !value || value.texts.length === 0) return NONE;
      const contents: PageContent[] = [];
      for (const page of pages) {
        // Read one page after the other, so that drawing never waits for the text of all pages of a long document.
        contents.push(await contentOf(page));
        if (isGone) return NONE;
      }
      const found = findMarks(
        contents.map(({ text }) => text),
        value.texts,
      );
      return found.flatMap((mark) => {
        const content = contents[mark.page];
        return content ? [{ page: mark.page, boxes: boxesOf(mark, content, measure) }] : [];
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
  }, [pages, value]);
  return marks;
}

let context: CanvasRenderingContext2D | null | undefined;
const measure: Measure = (text, fontFamily) => {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return text.length;
  context.font = `20px ${fontFamily}`;
  return context.measureText(text).width;
};
