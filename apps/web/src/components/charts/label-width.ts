let context: CanvasRenderingContext2D | null | undefined;

/** How wide the widest of some labels is in the font of the page, in pixels. */
export function widest(labels: readonly string[], size: number, weight = 400): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return Math.max(...labels.map((label) => label.length)) * size * 0.7;
  const { fontFamily } = getComputedStyle(document.body);
  context.font = `${weight} ${size}px ${fontFamily}`;
  // Figures in charts have the same width each; 0 is as wide as any of them.
  return Math.ceil(Math.max(...labels.map((label) => context?.measureText(label.replace(/\d/g, '0')).width ?? 0)));
}
