import { useMemo, useRef } from 'react';

/** Tracks the row version that this page wrote last, so that the page does not cause version conflicts with itself. */
export interface OwnVersion {
  /**
   * The version to send with a write. It is the newer of two versions: the one that this page wrote last, and the one
   * on which the person's input is based.
   */
  readonly newestOwn: (typedUpon?: number) => number;
  /** Records the version that a write of this page produced. */
  readonly onWritten: (version: number) => void;
}

/** Tracks the version for a page on which several forms and buttons write the same row. */
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
