import { cdp } from 'vitest/browser';

/** Makes the browser render the page as for print, or as for the screen again. */
export const showFor = (media: 'print' | 'screen') =>
  (cdp() as unknown as { send(method: string, input: object): Promise<void> }).send('Emulation.setEmulatedMedia', {
    media,
  });
