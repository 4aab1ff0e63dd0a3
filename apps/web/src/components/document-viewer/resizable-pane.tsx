import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { app, setLayout } from '../../lib/kept/kept-state.ts';
import classes from './resizable-pane.module.css';

/** The smallest and largest width of the pane, and the step by which the arrow keys change it, in pixels. */
const WIDTH = { least: 380, most: 720, step: 20 } as const;
const within = (width: number) => Math.round(Math.max(WIDTH.least, Math.min(WIDTH.most, width)));
/** The width until somebody changes it: 520 pixels, or less where the form beside it would be too narrow. */
const firstWidth = () => within(Math.min(520, window.innerWidth * 0.36));

/** A pane on the left. Its right edge can be moved with the pointer and the keyboard, and its width is stored. */
export function ResizablePane({ children }: { children: ReactNode }) {
  const t = useT();
  const [width, setWidth] = useState(() => within(app.get().layout.documentPane ?? firstWidth()));
  const drag = useRef<{ x: number; width: number }>(undefined);
  const settle = (next: number) => {
    setWidth(within(next));
    setLayout({ documentPane: within(next) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: width - WIDTH.step, ArrowRight: width + WIDTH.step, Home: WIDTH.least, End: WIDTH.most }[
      event.key
    ];
    if (next === undefined) return;
    event.preventDefault();
    settle(next);
  };
  const onPointerDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, width };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current) setWidth(within(drag.current.width + event.clientX - drag.current.x));
  };
  const onPointerUp = () => {
    if (drag.current) settle(width);
    drag.current = undefined;
  };
  return (
    <div className={classes.pane} style={{ width }}>
      <div className={classes.content}>{children}</div>
      <div
        className={classes.edge}
        role="separator"
        aria-orientation="vertical"
        aria-label={t('documents:viewer.resize', { width })}
        aria-valuenow={width}
        aria-valuemin={WIDTH.least}
        aria-valuemax={WIDTH.most}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp}
        onDoubleClick={() => settle(firstWidth())}
      />
    </div>
  );
}
