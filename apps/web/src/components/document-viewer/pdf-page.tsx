import { type CSSProperties, memo, useEffect, useRef, useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import type { Rotation } from './page-layout.ts';
import { type PDFPageProxy, pdfjs } from './pdf.ts';
import type { PlacedMark } from './use-marks.ts';
import classes from './viewer.module.css';

interface PdfPageProps {
  readonly page: PDFPageProxy;
  readonly number: number;
  readonly count: number;
  readonly width: number;
  readonly height: number;
  /** Pixels per point. */
  readonly scale: number;
  readonly rotation: Rotation;
  /** Whether the page is close enough to the viewport to be drawn. */
  readonly isNear: boolean;
  readonly marks: readonly PlacedMark[];
  readonly firstMark: PlacedMark | undefined;
  /** The places of values that the form offers. */
  readonly offered: readonly PlacedMark[];
}

/** The largest canvas, in pixels. Some browsers refuse to draw a larger one. */
const MOST_PIXELS = 16_000_000;
/**
 * How long drawing is delayed, in milliseconds. During a quick series of zoom steps, only the last one is then drawn,
 * and pages that are scrolled past are not drawn at all.
 */
const ZOOM_REST_MS = 120;
const SCROLL_REST_MS = 40;

/**
 * One page with canvas, selectable text and highlights. The component is memoised, so that only changed pages
 * re-render.
 */
export const PdfPage = memo(function PdfPage({
  page,
  number,
  count,
  width,
  height,
  scale,
  rotation,
  isNear,
  marks,
  firstMark,
  offered,
}: PdfPageProps) {
  const t = useT();
  const { canvas, isBroken } = useCanvas(page, isNear, scale, rotation);
  const text = useTextLayer(page, isNear, rotation);
  return (
    <div
      className={classes.page}
      style={{ width, height, '--total-scale-factor': scale } as CSSProperties}
      role="group"
      aria-label={t('documents:viewer.page', { page: number, count })}
    >
      <div ref={canvas} className={classes.canvas} />
      <div ref={text} className={classes.text} />
      {offered.flatMap((mark) =>
        placesOf(page, rotation, mark).map((place) => (
          <span key={mark.boxes.join()} className={classes.offered} style={place} data-offered aria-hidden />
        )),
      )}
      {marks.flatMap((mark) =>
        placesOf(page, rotation, mark).map((place, index) => (
          <span
            key={`${mark.boxes.join()}${index}`}
            className={classes.mark}
            style={place}
            data-first={mark === firstMark || undefined}
            data-mark
            aria-hidden
          />
        )),
      )}
      {isBroken && <p className={classes.pageBroken}>{t('documents:viewer.pageBroken')}</p>}
    </div>
  );
});

/** The boxes of an occurrence on the rotated page, as fractions of the page's size. */
export function placesOf(page: PDFPageProxy, rotation: Rotation, mark: PlacedMark): CSSProperties[] {
  const viewport = page.getViewport({ scale: 1, rotation: (page.rotate + rotation) % 360 });
  const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(3)}%`;
  return mark.boxes.map((box) => {
    const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(box[0], box[1]) as number[];
    const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(box[2], box[3]) as number[];
    return {
      left: percent(Math.min(x1, x2), viewport.width),
      top: percent(Math.min(y1, y2), viewport.height),
      width: percent(Math.abs(x2 - x1), viewport.width),
      height: percent(Math.abs(y2 - y1), viewport.height),
    };
  });
}

/**
 * Draws the page on the canvas. Until the new drawing is complete, the previous one stays visible, stretched to the new
 * size.
 */
function useCanvas(page: PDFPageProxy, isNear: boolean, scale: number, rotation: Rotation) {
  const holder = useRef<HTMLDivElement>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const place = holder.current;
    if (!place) return;
    if (!isNear) {
      place.replaceChildren();
      return;
    }
    let task: ReturnType<PDFPageProxy['render']> | undefined;
    const timer = setTimeout(
      () => {
        const viewport = page.getViewport({ scale, rotation: (page.rotate + rotation) % 360 });
        const density = Math.min(
          window.devicePixelRatio || 1,
          Math.sqrt(MOST_PIXELS / (viewport.width * viewport.height)),
        );
        const canvas = document.createElement('canvas');
        canvas.width = Math.floor(viewport.width * density);
        canvas.height = Math.floor(viewport.height * density);
        task = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] });
        task.promise.then(
          () => (place.replaceChildren(canvas), setBroken(false)),
          (error: unknown) => (error as Error).name === 'RenderingCancelledException' || setBroken(true),
        );
      },
      place.hasChildNodes() ? ZOOM_REST_MS : SCROLL_REST_MS,
    );
    return () => {
      clearTimeout(timer);
      task?.cancel();
    };
  }, [page, isNear, scale, rotation]);
  return { canvas: holder, isBroken };
}

const rest = () => new Promise((resolve) => setTimeout(resolve, SCROLL_REST_MS));

/**
 * Renders an invisible text layer over the canvas. It is needed for selecting and copying text, and for screen readers.
 */
function useTextLayer(page: PDFPageProxy, isNear: boolean, rotation: Rotation) {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = holder.current;
    if (!place || !isNear) return;
    let isGone = false;
    let stop: (() => void) | undefined;
    const lay = async () => {
      await rest();
      if (isGone) return;
      const { TextLayer } = await pdfjs();
      if (isGone) return;
      const viewport = page.getViewport({ scale: 1, rotation: (page.rotate + rotation) % 360 });
      const container = document.createElement('div');
      container.className = 'textLayer';
      const layer = new TextLayer({ textContentSource: page.streamTextContent(), container, viewport });
      stop = () => layer.cancel();
      await layer.render();
      if (!isGone) place.replaceChildren(container);
    };
    // A failure can be ignored: without the text layer, the drawn page is still visible.
    lay().catch(() => undefined);
    return () => {
      isGone = true;
      stop?.();
      place.replaceChildren();
    };
  }, [page, isNear, rotation]);
  return holder;
}
