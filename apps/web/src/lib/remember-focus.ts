/**
 * Remembers the focused element. The returned function restores the focus if it was lost, because a dialog closed or a
 * button was disabled for a moment.
 */
export function rememberFocus(): () => void {
  const before = document.activeElement;
  return () => {
    if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
  };
}
