import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { app } from './state.ts';

/** Keeps the scheme in the app state; until somebody chooses, the system's counts. */
export const colorSchemeManager: MantineColorSchemeManager = (() => {
  let stop: (() => void) | undefined;
  const keep = (theme: MantineColorScheme) => {
    // What came from another tab is set here too, and is kept already.
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
