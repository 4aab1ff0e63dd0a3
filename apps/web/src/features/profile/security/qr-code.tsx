import newQrCode from 'qrcode-generator';
import { useMemo } from 'react';
import classes from './second-factor.module.css';

/** The width of the empty margin around the code, in modules. */
const MARGIN = 4;

/** A QR code. It is dark on light even in the dark theme, because many scanners cannot read inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => draw(text), [text]);
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Renders the code as an SVG path. Each run of dark modules in a row becomes one rectangle. */
function draw(text: string): { path: string; size: number } {
  const code = newQrCode(0, 'L');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  let path = '';
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < count; column += 1) {
      const start = column;
      while (column < count && code.isDark(row, column)) column += 1;
      if (column > start) path += `M${start + MARGIN} ${row + MARGIN}h${column - start}v1h-${column - start}z`;
    }
  }
  return { path, size: count + 2 * MARGIN };
}
