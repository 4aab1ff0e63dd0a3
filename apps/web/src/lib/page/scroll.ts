/** Scrolls an element into view within its horizontal strip. `scrollIntoView` would also scroll the page. */
export function showInStrip(strip: HTMLElement, element: HTMLElement, at: 'middle' | 'edge'): void {
  const [outer, inner] = [strip.getBoundingClientRect(), element.getBoundingClientRect()];
  if (at === 'middle') strip.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
  else if (inner.left < outer.left) strip.scrollLeft -= outer.left - inner.left;
  else if (inner.right > outer.right) strip.scrollLeft += inner.right - outer.right;
}
