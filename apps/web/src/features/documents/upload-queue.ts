import type { DocumentType } from '@quayside/domain/lists';
import { createStore } from '../../lib/store.ts';

/**
 * The target of an uploaded file. A file with the target `loose` is stored as a document that is not attached to
 * anything.
 */
type UploadTarget =
  | { readonly kind: 'loose'; readonly documentType?: DocumentType }
  /** The file becomes another document of this invoice. */
  | { readonly kind: 'invoice'; readonly invoiceId: string; readonly number: string }
  /** The file becomes a newer version of this document. */
  | { readonly kind: 'version'; readonly documentId: string; readonly name: string };

/**
 * `refused` means that the server will never accept the file. `failed` means that a retry may succeed, so the file is
 * kept.
 */
type UploadState = 'waiting' | 'sending' | 'done' | 'refused' | 'failed';

export interface Upload {
  readonly id: string;
  readonly file: File;
  readonly target: UploadTarget;
  readonly state: UploadState;
  /** Why the file was refused or its upload failed. */
  readonly problem?: string;
  /** The id of the stored document. */
  readonly documentId?: string;
  readonly versionNumber?: number;
}

/** The calls that the queue makes. They are parameters so that tests can replace them. */
export interface UploadCalls {
  /**
   * Uploads the file and returns the stored document. A retry with the same idempotency key does not store a second
   * copy.
   */
  send(upload: Upload, key: string, signal: AbortSignal): Promise<{ id: string; versionNumber: number }>;
  /** Attaches the stored document to its target. */
  place(upload: Upload, key: string): Promise<void>;
  problemOf(file: File): string | undefined;
  /** Converts an error to a message. `isFinal` is true when a retry is pointless. */
  explain(error: unknown, upload: Upload | undefined): { problem: string; isFinal: boolean };
  newId(): string;
}

const AT_ONCE = 2;

/**
 * Uploads files, two at a time. The queue is independent of the pages, so uploads continue when the person navigates.
 */
export class UploadQueue {
  readonly #calls: UploadCalls;
  readonly #aborts = new Map<string, AbortController>();
  readonly #endings = new Map<string, (upload: Upload) => void>();
  readonly #uploads = createStore<readonly Upload[]>([]);

  constructor(calls: UploadCalls) {
    this.#calls = calls;
  }

  get = this.#uploads.get;
  subscribe = this.#uploads.subscribe;

  /**
   * Adds files. Resolves when the first attempt for each file has ended, whether the file was stored, refused, or its
   * upload failed.
   */
  add(files: readonly File[], target: UploadTarget): Promise<readonly Upload[]> {
    const added = files.map((file): Upload => {
      const problem = this.#calls.problemOf(file);
      return {
        id: this.#calls.newId(),
        file,
        target,
        ...(problem === undefined ? { state: 'waiting' } : { state: 'refused', problem }),
      };
    });
    const ends = added.map(async (upload) =>
      upload.state === 'refused' ? upload : new Promise<Upload>((resolve) => this.#endings.set(upload.id, resolve)),
    );
    this.#uploads.set([...this.get(), ...added]);
    this.#next();
    return Promise.all(ends);
  }

  retry(id: string): void {
    this.#change(id, { state: 'waiting' });
    this.#next();
  }

  /** Removes a file from the list. If its upload is running, the upload is aborted. */
  drop(id: string): void {
    this.#aborts.get(id)?.abort();
    this.#uploads.set(this.get().filter((upload) => upload.id !== id));
  }

  /** Aborts all uploads and empties the list. Called when the person or the account changes. */
  clear(): void {
    for (const { id } of this.get()) this.drop(id);
  }

  #next(): void {
    const busy = this.get().filter(({ state }) => state === 'sending').length;
    for (const upload of this.get()
      .filter(({ state }) => state === 'waiting')
      .slice(0, Math.max(0, AT_ONCE - busy)))
      void this.#run(upload.id);
  }

  async #run(id: string): Promise<void> {
    const abort = new AbortController();
    this.#aborts.set(id, abort);
    this.#change(id, { state: 'sending' });
    try {
      const upload = this.#find(id);
      if (upload) {
        // If the file was already stored and only attaching it failed, a retry only attaches it.
        const stored =
          upload.documentId === undefined ? await this.#calls.send(upload, `${id}.file`, abort.signal) : undefined;
        if (stored) this.#change(id, { documentId: stored.id, versionNumber: stored.versionNumber });
        await this.#calls.place(this.#find(id) ?? upload, `${id}.place`);
        this.#change(id, { state: 'done' });
      }
    } catch (error) {
      const { problem, isFinal } = this.#calls.explain(error, this.#find(id));
      this.#change(id, { state: isFinal ? 'refused' : 'failed', problem });
    }
    this.#aborts.delete(id);
    const ended = this.#find(id);
    if (ended) this.#endings.get(id)?.(ended);
    this.#endings.delete(id);
    this.#next();
  }

  #find = (id: string) => this.get().find((upload) => upload.id === id);
  #change(id: string, change: Partial<Upload>): void {
    this.#uploads.set(
      this.get().map((upload) => {
        if (upload.id !== id) return upload;
        const { problem: _, ...rest } = upload;
        return { ...rest, ...change };
      }),
    );
  }
}
