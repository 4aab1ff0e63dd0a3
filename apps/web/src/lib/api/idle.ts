import { queryClient } from './query-client.ts';

/** How often to check for idleness in a browser without requestIdleCallback. */
const LOOK_AGAIN_MS = 200;
const soon = (work: () => void): void => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work);
  else setTimeout(work, LOOK_AGAIN_MS);
};

/** Resolves when no query of the screen is in flight and the browser is idle. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (queryClient.isFetching() === 0) resolve();
      else setTimeout(() => soon(look), LOOK_AGAIN_MS);
    };
    soon(look);
  });
