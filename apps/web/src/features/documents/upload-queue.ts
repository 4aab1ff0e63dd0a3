import type { DocumentType } from '@quayside/domain/lists';
import { createStore } from '../../lib/store.ts';

/** Where a file goes. Nothing named: among the documents, to find its invoice later. */
export type UploadTarget =
  | { readonly kind: 'loose'; readonly documentType?: DocumentType }
  /** A document of an invoice, beside those that it has. */
  | { readonly kind: 'invoice'; readonly invoiceId: string; readonly number: string }
  /** A newer version of a document. */
  | { readonly kind: 'version'; readonly documentId: string; readonly name: string };

/** refused: this file will never be taken. failed: trying again may help; the file is kept. */
export type UploadState = 'waiting' | 'sending' | 'done' | 'refused' | 'failed';

export interface Upload {
  readonly id: string;
  readonly file: File;
  readonly target: UploadTarget;
  readonly state: UploadState;
  /** Why not, in words. */
  readonly problem?: string;
  /** The document that it became. */
  readonly documentId?: string;
  readonly versionNumber?: number;
}

/** What the queue asks of the world. */
export interface UploadCalls {
  /** Stores the file; the same key stores it once. Answers the document. */
  send(upload: Upload, key: string, signal: AbortSignal): Promise<{ id: string; versionNumber: number }>;
  /** What comes after it is stored: attaching it. */
  place(upload: Upload, key: string): Promise<void>;
  problemOf(file: File): string | undefined;
  /** The words of a failure, and whether the file will never be taken. */
  explain(error: unknown, upload: Upload | undefined): { problem: string; isFinal: boolean };
  newId(): string;
}

const AT_ONCE = 2;

/** Files on their way, two at a time. It outlives pages: whoever goes elsewhere meanwhile loses nothing. */
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

  /** Takes files in. Answers them when each is stored, refused or has failed for the first time. */
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

  /** Takes a file off the list; one that is being sent is stopped. */
  drop(id: string): void {
    this.#aborts.get(id)?.abort();
    this.#uploads.set(this.get().filter((upload) => upload.id !== id));
  }

  /** Nothing of one person or account is shown to the next. */
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
        // A file that is stored already and only waits for its place is not sent again.
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
