/** Elements whose content is a figure. */
const FIGURES = '.num, [data-figure], [data-fit], .ag-right-aligned-cell';

/** The texts of an element that are shown. A text for screen readers only is left out. */
function* shownTexts(element: Element): Generator<Text> {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (/\d/.test(node.nodeValue ?? '') && !node.parentElement?.closest('.visually-hidden')) yield node as Text;
}

/**
 * The edges within which an element can be seen: those of its ancestors that cut off what is outside of them. An
 * ancestor that scrolls is not counted, because a person can scroll to the rest.
 */
function clipOf(element: Element): { left: number; right: number } {
  let [left, right] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
    const { overflowX } = getComputedStyle(at);
    if (overflowX === 'auto' || overflowX === 'scroll') break;
    if (overflowX !== 'hidden' && overflowX !== 'clip') continue;
    const edges = at.getBoundingClientRect();
    left = Math.max(left, edges.left);
    right = Math.min(right, edges.right);
  }
  return { left, right };
}

/** Finds the figures on the page that are partly cut off, on the left or on the right, or covered by another cell. */
export function cutFigures(): string[] {
  const cut = new Set<string>();
  for (const element of document.querySelectorAll(FIGURES)) {
    const cell = element.closest('.ag-cell, td, th')?.getBoundingClientRect();
    for (const text of shownTexts(element)) {
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, width } = range.getBoundingClientRect();
      if (width === 0) continue;
      const clip = clipOf(text.parentElement ?? element);
      const [from, to] = [
        Math.max(clip.left, cell?.left ?? clip.left),
        Math.min(clip.right, cell?.right ?? clip.right),
      ];
      if (left < from - 1 || right > to + 1) cut.add(text.nodeValue?.trim() ?? '');
    }
  }
  return [...cut];
}
