/** The element that had the focus last. It may no longer be part of the page. */
let last: EventTarget | null = null;
// Some tests read the routes outside of a browser.
if (typeof document !== 'undefined') document.addEventListener('focusin', ({ target }) => (last = target));

/** Whether the focus was lost because its element was removed from the page. */
export const isFocusLost = (): boolean =>
  document.activeElement === document.body && last instanceof Node && !last.isConnected;

/** Whether no control has the focus. The heading of a page gets it if it was lost, and is no control. */
export const isFocusFree = (): boolean =>
  document.activeElement === document.body || document.activeElement instanceof HTMLHeadingElement;
