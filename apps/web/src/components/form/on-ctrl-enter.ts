import type { KeyboardEvent } from 'react';

/** Handles Ctrl Enter, the key of the main action, inside a dialog. There the shortcuts of the page are off. */
export const onCtrlEnter =
  (act: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    act();
  };
