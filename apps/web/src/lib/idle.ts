import { queryClient } from './query-client.ts';

/** Not every browser tells when it has nothing to do. */
const LOOK_AGAIN_MS = 200;
const soon = (work: () => void): void => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work);
  else setTimeout(work, LOOK_AGAIN_MS);
};

/** Resolves when what the screen asked for has come and the browser has nothing to do. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (queryClient.isFetching() === 0) resolve();
      else setTimeout(() => soon(look), LOOK_AGAIN_MS);
    };
    soon(look);
  });
