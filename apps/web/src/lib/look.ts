import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { z } from 'zod';
import { kept } from './persist.ts';

// public/first-paint.js reads this too, before anything is painted.
const look = kept('look', 1, z.object({ scheme: z.enum(['light', 'dark', 'auto']) }));

/** Keeps the scheme under our own key; until somebody chooses, the system's counts. */
export const colorSchemeManager: MantineColorSchemeManager = (() => {
  let stop: (() => void) | undefined;
  return {
    get: (fallback) => look.read()?.scheme ?? fallback,
    set: (scheme) => look.write({ scheme }),
    subscribe: (onUpdate: (scheme: MantineColorScheme) => void) => {
      stop = look.subscribe(() => onUpdate(look.read()?.scheme ?? 'auto'));
    },
    unsubscribe: () => stop?.(),
    clear: () => look.clear(),
  };
})();
