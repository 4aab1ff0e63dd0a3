/** The number of screen pixels per PDF point at a zoom of 100 %. */
export const PIXELS_PER_POINT = 96 / 72;
/** The margin around and between the pages in pixels. The style sheet has the same value. */
const PAGE_EDGE = 16;
const PAGE_GAP = 12;

/** The size of a page in points, after applying the rotation that the PDF specifies. */
interface PageSize {
  readonly width: number;
  readonly height: number;
}
export type Rotation = 0 | 90 | 180 | 270;
/** How a document is viewed. With `fit`, it is zoomed to the width of the page. */
export interface View {
  readonly zoom: number | 'fit';
  readonly rotation: Rotation;
}
export const FIRST_VIEW: View = { zoom: 'fit', rotation: 0 };

/** The position of each page, in pixels from the top. */
export interface PageLayout {
  /** Pixels per point. */
  readonly scale: number;
  readonly pages: readonly { readonly top: number; readonly width: number; readonly height: number }[];
}

const STEPS = [0.25, 0.5, 0.67, 0.75, 0.9, 1, 1.25, 1.5, 2, 3, 4];

/** The next zoom step above or below the current scale. */
export function zoomStep(now: number, direction: 1 | -1): number {
  // Treat almost equal scales as equal, because a tiny zoom step would be invisible.
  const isFurther = (step: number) => (direction === 1 ? step > now * 1.02 : step < now * 0.98);
  return (
    (direction === 1 ? STEPS.find(isFurther) : STEPS.findLast(isFurther)) ??
    (direction === 1 ? Math.max(now, 4) : Math.min(now, 0.25))
  );
}

export const turned = (rotation: Rotation): Rotation => ((rotation + 90) % 360) as Rotation;

export function layoutOf(sizes: readonly PageSize[], view: View, room: number): PageLayout {
  const isAcross = view.rotation % 180 !== 0;
  const upright = sizes.map(({ width, height }) => (isAcross ? { width: height, height: width } : { width, height }));
  const widest = Math.max(1, ...upright.map(({ width }) => width));
  const scale = view.zoom === 'fit' ? Math.max(0.1, (room - 2 * PAGE_EDGE) / widest) : view.zoom * PIXELS_PER_POINT;
  let top = PAGE_EDGE;
  const pages = upright.map(({ width, height }) => {
    const page = { top, width: Math.floor(width * scale), height: Math.floor(height * scale) };
    top += page.height + PAGE_GAP;
    return page;
  });
  return { scale, pages };
}

/**
 * The first and last page to draw, counted from 0. These are the pages in the viewport, and those within one viewport
 * height above and below.
 */
export function pagesNear({ pages }: PageLayout, scrollTop: number, height: number): { first: number; last: number } {
  const first = pages.findIndex((page) => page.top + page.height >= scrollTop - height);
  const last = pages.findLastIndex((page) => page.top <= scrollTop + 2 * height);
  return { first: Math.max(0, first), last: Math.max(0, last) };
}

/** The current page, counted from 0. It is the page at a third of the viewport's height. */
export function pageAt({ pages }: PageLayout, scrollTop: number, height: number): number {
  return Math.max(
    0,
    pages.findLastIndex((page) => page.top <= scrollTop + height / 3),
  );
}
