import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { app } from './kept-state.ts';

/** Stores the colour scheme in the app state; `auto` follows the system. */
export const colorSchemeManager: MantineColorSchemeManager = (() => {
  let stop: (() => void) | undefined;
  const keep = (theme: MantineColorScheme) => {
    // A value from another tab is set here too and is already stored.
    if (app.get().theme !== theme) app.update((now) => ({ ...now, theme, darkMode: theme === 'dark' }));
  };
  return {
    get: () => app.get().theme,
    set: keep,
    subscribe: (onUpdate: (scheme: MantineColorScheme) => void) => {
      let last = app.get().theme;
      stop = app.subscribe(() => {
        const before = last;
        last = app.get().theme;
        if (last !== before) onUpdate(last);
      });
    },
    unsubscribe: () => stop?.(),
    clear: () => keep('auto'),
  };
})();
