/**
 * What is typed after the palette was asked for and before its field has the focus. On a slow machine that takes a
 * moment, and somebody in a hurry does not wait: "Ctrl K, kettle" is one movement.
 */
let kept: string | undefined;
let giveUp: () => void = () => undefined;

/**
 * Keeps what is typed from now on, until the palette takes it. Meanwhile neither a shortcut nor a field of the screen
 * gets it. Escape calls `onGiveUp`.
 */
export function keepTyping(onGiveUp: () => void): void {
  if (kept === undefined) window.addEventListener('keydown', onKeyDown, { capture: true });
  kept = '';
  giveUp = onGiveUp;
}

/** Ends keeping what is typed. Returns what was typed; an empty string if nothing was. */
export function takeTyped(): string {
  window.removeEventListener('keydown', onKeyDown, { capture: true });
  const typed = kept ?? '';
  kept = undefined;
  return typed;
}

function onKeyDown(event: KeyboardEvent): void {
  // On Windows, AltGr, which types characters, is reported as Ctrl and Alt.
  const isShortcut = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
  if (kept === undefined || isShortcut || event.isComposing) return;
  if (event.key.length === 1) kept += event.key;
  else if (event.key === 'Backspace') kept = kept.slice(0, -1);
  else if (event.key === 'Escape') giveUp();
  else if (event.key !== 'Enter') return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
