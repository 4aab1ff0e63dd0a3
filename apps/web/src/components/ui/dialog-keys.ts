import type { KeyboardEvent } from 'react';

const FIELDS = 'input:not([type="hidden"], [type="file"], :disabled), textarea:not(:disabled), select:not(:disabled)';
const PRIMARY = 'button[data-variant="filled"]:not(:disabled, [data-disabled])';
const CLOSE = '.mantine-Modal-close';

const isShown = (element: HTMLElement): boolean => element.getClientRects().length > 0;
const firstOf = (dialog: Element, selector: string) =>
  [...dialog.querySelectorAll<HTMLElement>(selector)].find(isShown);
/** The primary button of a dialog: the last filled one, unless it cannot be pressed. */
const primaryOf = (dialog: Element) => [...dialog.querySelectorAll<HTMLElement>(PRIMARY)].findLast(isShown);
const dialogOf = (element: Element | null) => element?.closest('[role="dialog"]') ?? null;

/**
 * Gives the focus to the first field of the dialog in `root`, or else to its primary button, instead of the button that
 * closes it. Content that arrives later gets the focus too, until the person does something. An element with
 * `data-autofocus` comes first. Returns the function that ends this.
 */
export function placeFocus(root: HTMLElement): () => void {
  const place = () => {
    const dialog = root.querySelector('[role="dialog"]');
    const active = document.activeElement;
    if (!dialog || dialogOf(active) !== dialog || !(active === dialog || active?.matches(CLOSE))) return;
    (firstOf(dialog, '[data-autofocus]:not(:disabled)') ?? firstOf(dialog, FIELDS) ?? primaryOf(dialog))?.focus();
  };
  const observer = new MutationObserver(place);
  const end = () => {
    observer.disconnect();
    root.removeEventListener('focusin', place);
    for (const event of ['keydown', 'pointerdown'] as const) window.removeEventListener(event, end, true);
  };
  observer.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled', 'data-disabled'] });
  root.addEventListener('focusin', place);
  for (const event of ['keydown', 'pointerdown'] as const) window.addEventListener(event, end, true);
  return end;
}

/** Whether Enter in an element is for its dialog: not in an open list, a search or a form, which have it themselves. */
const isForDialog = (target: EventTarget): target is HTMLInputElement =>
  target instanceof HTMLInputElement &&
  target.type !== 'search' &&
  target.getAttribute('aria-expanded') !== 'true' &&
  !target.form?.querySelector('[type="submit"]');

/** Enter in a field of a dialog presses its primary button. */
export function pressPrimary(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget, nativeEvent } = event;
  if (key !== 'Enter' || event.defaultPrevented || nativeEvent.isComposing || !isForDialog(target)) return;
  if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
  // Keys of a dialog that was opened from this one arrive here too.
  const dialog = dialogOf(target);
  if (!dialog || !currentTarget.contains(dialog)) return;
  event.preventDefault();
  // The field may read what was typed only now, and the button then does something else.
  setTimeout(() => primaryOf(dialog)?.click());
}
