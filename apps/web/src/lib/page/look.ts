import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { app } from '../kept/kept-state.ts';

/** Stores Mantine's colour scheme in the app state. `auto` follows the system. */
export const colorSchemeManager: MantineColorSchemeManager = (() => {
  let stop: (() => void) | undefined;
  const keep = (theme: MantineColorScheme) => {
    // Mantine also sets values that came from another tab. These are already stored and need not be written again.
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
