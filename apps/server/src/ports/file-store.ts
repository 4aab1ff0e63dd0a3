import type { Readable } from 'node:stream';

/** Thrown when a file exceeds the limit. The caller tells the client what the limit is. */
export class FileTooLarge extends Error {}
/** Thrown when the store has no space left for a file. Nothing of the file is kept. */
export class StoreFull extends Error {}
/** Thrown when the store does not accept files at all, for example because its folder is read-only. */
export class StoreReadOnly extends Error {}

/** Thrown when something that the store did not create is in the place of the file. The caller can use another key. */
export class PlaceTaken extends Error {}

/** A file in the bin, and the day on which it was moved there. */
export interface BinnedFile {
  readonly key: string;
  readonly day: string;
}

/**
 * Stores bytes under keys that the application chooses: now in a folder, perhaps later in object storage. The store
 * does not decide which files are still needed; `files/` does.
 */
export interface FileStore {
  /** Where the store is, and where in it the id of the installation is kept, for messages to operators. */
  readonly place: string;
  readonly idPlace: string;
  /** Reads the id of the installation to which the store belongs; undefined if it has none yet. */
  installation(): Promise<string | undefined>;
  /**
   * Gives the store the id of an installation, unless it has one. Returns the id that it has now: of two processes that
   * do this at once, one wins, and both get the id of the winner.
   */
  joinInstallation(id: string): Promise<string>;
  /** Throws `StoreFull` or `StoreReadOnly` if the store cannot take a small file now. */
  requireWritable(): Promise<void>;
  /**
   * Streams a file to the store and returns when it is durable and complete. Throws `FileTooLarge` if it exceeds
   * `maxBytes`, and `StoreFull` or `StoreReadOnly` if the store cannot take it; in these cases nothing is stored.
   * Throws `PlaceTaken` before it reads from the stream.
   */
  put(key: string, stream: Readable, options: { maxBytes: number }): Promise<{ size: number; sha256: string }>;
  /** Reads a whole file into memory. No file is larger than the `maxBytes` with which it was stored. */
  read(key: string): Promise<Buffer>;
  open(key: string): Promise<Readable>;
  /** Removes a file, and whatever an interrupted upload left of it. A missing file is not an error. */
  remove(key: string): Promise<void>;
  /** Streams the keys of all files in any order, including those of interrupted uploads, without those in the bin. */
  list(): AsyncIterable<string>;
  /**
   * Moves a file to the bin of a day (yyyy-MM-dd), and removes what an interrupted upload left. A missing file is not
   * an error.
   */
  moveToBin(file: BinnedFile): Promise<void>;
  listBin(): AsyncIterable<BinnedFile>;
  /** Moves a file back from the bin to where it was. */
  takeFromBin(file: BinnedFile): Promise<void>;
  removeFromBin(file: BinnedFile): Promise<void>;
}
