import { useMemo, useRef } from 'react';

/** The row version that this page last wrote, so that its own writes do not count as conflicts in its own forms. */
export interface OwnVersion {
  /** The version to send with a write: the newest one this page wrote, or the one the input is based on. */
  readonly newestOwn: (typedUpon?: number) => number;
  /** Records the version that a write of this page produced. */
  readonly onWritten: (version: number) => void;
}

/** For a page that shows a row with several forms and buttons that all write it. */
export function useOwnVersion(first: number): OwnVersion {
  const own = useRef(first);
  return useMemo(
    () => ({
      newestOwn: (typedUpon = 0) => Math.max(typedUpon, own.current),
      onWritten: (version) => {
        own.current = version;
      },
    }),
    [],
  );
}
