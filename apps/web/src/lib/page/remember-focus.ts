/**
 * Stores which element has the focus. The returned function restores the focus if it was lost because a dialog closed
 * or a button was briefly disabled.
 */
export function rememberFocus(): () => void {
  const before = document.activeElement;
  return () => {
    if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
  };
}
