import { crc32, deflateSync } from 'node:zlib';

// Pictures of the demo seller's products. They are drawn by formulas, so no licence is needed and each has only a few
// kilobytes.

export type Colour = readonly [red: number, green: number, blue: number];
/** Whether a point of the unit square is inside a shape; y grows downwards. */
type Shape = (x: number, y: number) => boolean;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
}

/** Encodes a picture as PNG. `at` returns the colour of each pixel. */
export function pngOf(width: number, height: number, at: (x: number, y: number) => Colour): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  // Each line begins with a 0, for "no filter".
  const lines = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0, next = 0; y < height; y += 1) {
    next += 1;
    for (let x = 0; x < width; x += 1, next += 3) lines.set(at(x, y), next);
  }
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const disc =
  (cx: number, cy: number, r: number): Shape =>
  (x, y) =>
    (x - cx) ** 2 + (y - cy) ** 2 <= r * r;
const ring =
  (cx: number, cy: number, r: number, thick: number): Shape =>
  (x, y) =>
    Math.abs(Math.hypot(x - cx, y - cy) - r) <= thick / 2;
/** A rectangle with round corners. */
const box =
  (left: number, top: number, right: number, bottom: number, round = 0.03): Shape =>
  (x, y) => {
    const dx = Math.max(left + round - x, x - (right - round), 0);
    const dy = Math.max(top + round - y, y - (bottom - round), 0);
    return Math.hypot(dx, dy) <= round;
  };
/** A trapezium that is narrower at the top than at the bottom. */
const cone =
  (cx: number, top: number, bottom: number, narrow: number, wide: number): Shape =>
  (x, y) =>
    y >= top && y <= bottom && Math.abs(x - cx) <= narrow + ((wide - narrow) * (y - top)) / (bottom - top);
const any =
  (...shapes: readonly Shape[]): Shape =>
  (x, y) =>
    shapes.some((inside) => inside(x, y));

const SHAPES = {
  kettle: any(
    cone(0.46, 0.36, 0.78, 0.15, 0.24),
    ring(0.7, 0.5, 0.14, 0.05),
    box(0.4, 0.28, 0.52, 0.34),
    (x, y) => x < 0.3 && x > 0.14 && Math.abs(y - x - 0.28) < 0.035,
  ),
  jars: any(
    box(0.16, 0.4, 0.46, 0.8),
    box(0.18, 0.3, 0.44, 0.37),
    box(0.54, 0.46, 0.84, 0.8),
    box(0.56, 0.36, 0.82, 0.43),
  ),
  mug: any(box(0.26, 0.32, 0.64, 0.74, 0.06), ring(0.66, 0.51, 0.11, 0.05)),
  lamp: any(cone(0.5, 0.2, 0.48, 0.08, 0.26), box(0.475, 0.48, 0.525, 0.76, 0.01), box(0.32, 0.76, 0.68, 0.82)),
  towels: any(box(0.2, 0.3, 0.8, 0.42), box(0.2, 0.45, 0.8, 0.57), box(0.2, 0.6, 0.8, 0.72)),
  bag: any(box(0.24, 0.42, 0.76, 0.82), ring(0.5, 0.42, 0.15, 0.04)),
  speaker: any(box(0.26, 0.2, 0.74, 0.82, 0.12), disc(0.5, 0.5, 0.01)),
} satisfies Record<string, Shape>;
export type DemoShape = keyof typeof SHAPES;

const SIZE = 160;
const PAPER: Colour = [244, 241, 236];
const SAMPLES = [0.25, 0.75];

/** Draws a shape in one colour on a warm background, with soft edges. */
export function demoPicture(shape: DemoShape, colour: Colour): Buffer {
  const inside = SHAPES[shape];
  return pngOf(SIZE, SIZE, (x, y) => {
    let share = 0;
    for (const dx of SAMPLES) for (const dy of SAMPLES) if (inside((x + dx) / SIZE, (y + dy) / SIZE)) share += 0.25;
    const mix = (i: 0 | 1 | 2) => Math.round(PAPER[i] + (colour[i] - PAPER[i]) * share);
    return [mix(0), mix(1), mix(2)];
  });
}
