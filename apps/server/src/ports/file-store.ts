import type { Readable } from 'node:stream';

/** A file that has arrived and is safe on disk, but belongs to no row yet. */
export interface StoredFile {
  readonly storageKey: string;
  readonly size: number;
  readonly sha256: string;
}

/** Where uploaded bytes live. Bytes first, then the row; a sweeper removes what no row names. */
export interface FileStore {
  /** Bytes that all files of one account may take together. */
  readonly quotaBytes: number;
  /** Streams to disk and makes it durable. Throws `too_large` past `maxBytes`, leaving nothing behind. */
  put(stream: Readable, options: { maxBytes: number }): Promise<StoredFile>;
  /** The whole file; `maxBytes` of `put` kept it small enough for that. */
  read(storageKey: string): Promise<Buffer>;
  open(storageKey: string): Promise<Readable>;
  remove(storageKey: string): Promise<void>;
  /** Keys of files last written before a time, uploads that broke off too: for the sweeper. */
  listOld(before: Date): Promise<string[]>;
}
