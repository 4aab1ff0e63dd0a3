import type { Readable } from 'node:stream';

/** The file exceeds the limit; the caller names the limit to the client. */
export class FileTooLarge extends Error {}

/**
 * Stores bytes under keys that the application chooses: now in a folder, perhaps later in object storage. It does not
 * decide which files are still needed (`files/` does).
 */
export interface FileStore {
  /**
   * Streams a file to the store and makes it durable. Throws `FileTooLarge` past `maxBytes` and leaves no bytes behind.
   */
  put(key: string, stream: Readable, options: { maxBytes: number }): Promise<{ size: number; sha256: string }>;
  /** Reads the whole file; `maxBytes` of `put` limits its size. */
  read(key: string): Promise<Buffer>;
  open(key: string): Promise<Readable>;
  /** Removes a file and what an interrupted upload left of it; a missing file is no error. */
  remove(key: string): Promise<void>;
  /** Streams the keys of all files, including interrupted uploads, in no order. */
  list(): AsyncIterable<string>;
}
