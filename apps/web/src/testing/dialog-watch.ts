const CLOSE = '.mantine-Modal-close';
const OTHERS =
  'input:not([type="file"], :disabled), textarea:not(:disabled), button[data-variant="filled"]:not(:disabled)';

const isShown = (element: Element): boolean => element.getClientRects().length > 0;

/**
 * Watches all dialogs that tests open. When the first key or the pointer is pressed in one, its focus must be where the
 * person begins: not on the button that closes it. `report` gets a sentence about each dialog that is otherwise.
 */
export function watchDialogs(report: (problem: string) => void): void {
  const seen = new WeakSet<Element>();
  const look = () => {
    const dialog = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1);
    if (!dialog || seen.has(dialog)) return;
    seen.add(dialog);
    const others = [...dialog.querySelectorAll(OTHERS)].filter(isShown);
    const { activeElement } = document;
    if (others.length > 0 && activeElement?.matches(CLOSE) && dialog.contains(activeElement))
      report(`The dialog "${dialog.textContent.slice(0, 60)}" was opened with the focus on the button that closes it`);
  };
  for (const event of ['keydown', 'pointerdown'] as const) window.addEventListener(event, look, true);
}
