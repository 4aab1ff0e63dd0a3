import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { z } from 'zod';
import { useT } from '../../../i18n/i18n.ts';
import { kept } from '../../../lib/persist.ts';
import classes from './page.module.css';

/** How wide the document may be, in px. */
const MIN = 380;
const MAX = 720;
const USUAL = 520;
const STEP = 20;
/** What the form needs at least, whatever was chosen on a wider screen. */
const FORM_MIN = 460;

const pane = kept('invoiceDocument', 1, z.object({ isHidden: z.boolean(), width: z.int().min(MIN).max(MAX) }));

/** Width and visibility of the document beside the form, as this browser left them. */
export function useDocumentPane() {
  const [state, setState] = useState(() => pane.read() ?? { isHidden: false, width: USUAL });
  const change = (next: Partial<typeof state>) => {
    const whole = { ...state, ...next };
    pane.write(whole);
    setState(whole);
  };
  return { ...state, toggle: () => change({ isHidden: !state.isHidden }), resize: (width: number) => change({ width }) };
}

interface SplitViewProps {
  /** At the left; without it the form has all of the width. */
  readonly document: ReactNode | undefined;
  readonly width: number;
  readonly onResize: (width: number) => void;
  readonly children: ReactNode;
}

/** The document at the left, the form at the right, each as high as the window and scrolled by itself. */
export function SplitView({ document, width, onResize, children }: SplitViewProps) {
  const [dragged, setDragged] = useState<number>();
  const shown = dragged ?? width;
  return (
    <div className={classes.split}>
      {document !== undefined && (
        <>
          <div className={classes.document} style={{ width: `min(${shown}px, calc(100% - ${FORM_MIN}px))` }}>
            {document}
          </div>
          <Handle width={shown} onDrag={setDragged} onResize={(next) => (setDragged(undefined), onResize(next))} />
        </>
      )}
      <div className={classes.form}>{children}</div>
    </div>
  );
}

const within = (width: number) => Math.round(Math.min(MAX, Math.max(MIN, width)));

/** The edge between the two: dragged with the pointer, moved with the arrow keys. */
function Handle({ width, onDrag, onResize }: { width: number; onDrag: (width: number) => void; onResize: (width: number) => void }) {
  const label = useT()('invoices:split.resize');
  const start = useRef<{ x: number; width: number }>(undefined);
  const widthAt = (event: PointerEvent) => within((start.current?.width ?? width) + event.clientX - (start.current?.x ?? event.clientX));
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: width - STEP, ArrowRight: width + STEP, Home: MIN, End: MAX }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onResize(within(next));
  };
  return (
    <div
      className={classes.handle}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={MIN}
      aria-valuemax={MAX}
      aria-valuenow={width}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width };
      }}
      onPointerMove={(event) => start.current && onDrag(widthAt(event))}
      onPointerUp={(event) => {
        if (!start.current) return;
        const next = widthAt(event);
        start.current = undefined;
        onResize(next);
      }}
    />
  );
}
