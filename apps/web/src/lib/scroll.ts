/** Brings an element into view inside a strip that scrolls sideways, and moves nothing else: `scrollIntoView` would move the page too. */
export function showInStrip(strip: HTMLElement, element: HTMLElement, at: 'middle' | 'edge'): void {
  const [outer, inner] = [strip.getBoundingClientRect(), element.getBoundingClientRect()];
  if (at === 'middle') strip.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
  else if (inner.left < outer.left) strip.scrollLeft -= outer.left - inner.left;
  else if (inner.right > outer.right) strip.scrollLeft += inner.right - outer.right;
}
