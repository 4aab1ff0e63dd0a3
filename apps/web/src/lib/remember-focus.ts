/** Where the focus is now; the answer gives it back if it was lost meanwhile, with a dialog that closed or a button that was off for a moment. */
export function rememberFocus(): () => void {
  const before = document.activeElement;
  return () => {
    if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
  };
}
