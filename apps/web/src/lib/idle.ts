import { queryClient } from './query-client.ts';

/** Not every browser supports requestIdleCallback. */
const LOOK_AGAIN_MS = 200;
const soon = (work: () => void): void => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work);
  else setTimeout(work, LOOK_AGAIN_MS);
};

/** Resolves when the screen's own requests are done and the browser is idle. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (queryClient.isFetching() === 0) resolve();
      else setTimeout(() => soon(look), LOOK_AGAIN_MS);
    };
    soon(look);
  });
