/** A text for screen readers only is one pixel wide, and is not shown. */
const isCut = (element: Element): boolean =>
  element instanceof HTMLElement &&
  !element.classList.contains('visually-hidden') &&
  (element.scrollWidth > element.clientWidth + 1 || [...element.children].some(isCut));

/** Finds the cells and headings of the grid whose words are cut off. */
export const cutWords = (): string[] =>
  [...document.querySelectorAll('[role="gridcell"], .ag-header-cell-text')].flatMap((cell) =>
    cell.textContent.trim() !== '' && isCut(cell) ? [cell.textContent] : [],
  );
