import { useReducedMotion } from '@mantine/hooks';
import { type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { layoutOf, type PageLayout, pageAt, pagesNear, type View } from './page-layout.ts';
import type { OpenPdf } from './pdf.ts';
import { PdfPage, placesOf } from './pdf-page.tsx';
import { type PlacedMark, useMarks, useOfferedMarks } from './use-marks.ts';
import classes from './viewer.module.css';

/** The actions that the toolbar and the shortcuts can perform on the pages. */
export interface PagesHandle {
  readonly goTo: (page: number) => void;
}
interface PdfPagesProps {
  readonly open: OpenPdf;
  readonly name: string;
  readonly view: View;
  readonly handle: RefObject<PagesHandle | null>;
  /** Called with the current page, counted from 0, and the scale in pixels per point. */
  readonly onLook: (page: number, scale: number) => void;
}

/** All pages in a column. Only pages near the viewport are drawn. */
export function PdfPages({ open, name, view, handle, onLook }: PdfPagesProps) {
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const room = useRoom(scroller);
  const sizes = useMemo(() => open.pages.map((page) => page.getViewport({ scale: 1 })), [open]);
  const layout = useMemo(() => layoutOf(sizes, view, room.width), [sizes, view, room.width]);
  const { first: from, last: to, reading } = useInSight(scroller, layout, room.height);
  const marks = useMarks(open.pages);
  const offered = useOfferedMarks(open.pages);
  const behavior = useReducedMotion() ? 'auto' : 'smooth';
  useEffect(() => {
    if (room.width > 0) onLook(reading, layout.scale);
  }, [onLook, reading, layout.scale, room.width]);
  useImperativeHandle(
    handle,
    () => ({
      goTo: (page) => {
        const top = layout.pages[Math.max(0, Math.min(page, layout.pages.length - 1))]?.top ?? 0;
        scroller.current?.scrollTo({ top: top - PEEK, behavior: 'auto' });
      },
    }),
    [layout],
  );
  const marksOf = useMemo(() => Map.groupBy(marks, ({ page }) => page), [marks]);
  const offeredOf = useMemo(() => Map.groupBy(offered, ({ page }) => page), [offered]);
  const first = marks[0];
  const shown = useRef({ open, layout, view });
  shown.current = { open, layout, view };
  useEffect(() => {
    if (first && scroller.current) showMark(scroller.current, shown.current, first, behavior);
    // When the zoom changes, keep the marked value in view.
  }, [first, behavior, view.zoom]);
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      role="region"
      tabIndex={0}
      aria-label={t('documents:viewer.pagesLabel', { name })}
    >
      <div className={classes.pages}>
        {room.width > 0 &&
          open.pages.map((page, index) => (
            <PdfPage
              key={page.pageNumber}
              page={page}
              number={page.pageNumber}
              count={open.pages.length}
              width={layout.pages[index]?.width ?? 0}
              height={layout.pages[index]?.height ?? 0}
              scale={layout.scale}
              rotation={view.rotation}
              isNear={index >= from && index <= to}
              marks={marksOf.get(index) ?? NO_MARKS}
              firstMark={first}
              offered={offeredOf.get(index) ?? NO_MARKS}
            />
          ))}
      </div>
    </div>
  );
}
const NO_MARKS: readonly PlacedMark[] = [];
/** How much of the previous viewport stays visible when paging, in pixels. */
const PEEK = 8;

/** The size of the viewport, not including the scroll bar. */
function useRoom(scroller: RefObject<HTMLDivElement | null>) {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return room;
}

/**
 * The pages near the viewport and the current page. When the layout changes, the reader stays at the same place in the
 * document.
 */
function useInSight(scroller: RefObject<HTMLDivElement | null>, layout: PageLayout, height: number) {
  const [inSight, setInSight] = useState({ first: 0, last: 0, reading: 0 });
  const part = useRef(0);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => {
      const next = {
        ...pagesNear(layout, element.scrollTop, height),
        reading: pageAt(layout, element.scrollTop, height),
      };
      // Keep the same state object when nothing has changed, because most scroll events do not change which pages are
      // drawn.
      setInSight((now) =>
        now.first === next.first && now.last === next.last && now.reading === next.reading ? now : next,
      );
    };
    if (part.current > 0) element.scrollTo({ top: part.current * element.scrollHeight, behavior: 'instant' });
    look();
    let frame = 0;
    const onScroll = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        part.current = element.scrollTop / Math.max(1, element.scrollHeight);
        look();
      });
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, layout, height]);
  return inSight;
}

/** The distance to keep between a mark and the edge of the viewport, in pixels. */
const MARGIN = 48;

/** Scrolls to a mark that is out of view. Only the document scrolls; the focus stays in the form. */
function showMark(
  element: HTMLElement,
  { open, layout, view }: { open: OpenPdf; layout: PageLayout; view: View },
  mark: PlacedMark,
  behavior: ScrollBehavior,
): void {
  const page = layout.pages[mark.page];
  const proxy = open.pages[mark.page];
  const place = proxy && placesOf(proxy, view.rotation, mark)[0];
  if (!page || !place) return;
  const part = (value: unknown) => Number.parseFloat(String(value)) / 100;
  const top = page.top + part(place.top) * page.height;
  const left = Math.max(0, (element.scrollWidth - page.width) / 2) + part(place.left) * page.width;
  const isInSight = top > element.scrollTop + MARGIN / 2 && top < element.scrollTop + element.clientHeight - MARGIN;
  const isBeside = left >= element.scrollLeft && left < element.scrollLeft + element.clientWidth - MARGIN;
  if (isInSight && isBeside) return;
  element.scrollTo({
    top: isInSight ? element.scrollTop : top - element.clientHeight / 3,
    left: isBeside ? element.scrollLeft : left - MARGIN,
    behavior,
  });
}
