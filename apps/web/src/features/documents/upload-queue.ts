import type { DocumentType } from '@quayside/domain/lists';
import { createStore } from '../../lib/store.ts';

/** The target of a file. Without one, it is stored as a document that belongs to nothing yet. */
type UploadTarget =
  | { readonly kind: 'loose'; readonly documentType?: DocumentType }
  /** Another document of this invoice. */
  | { readonly kind: 'invoice'; readonly invoiceId: string; readonly number: string }
  /** A newer version of a document. */
  | { readonly kind: 'version'; readonly documentId: string; readonly name: string };

/** refused: the file will never be accepted. failed: a retry may help, so the file is kept. */
type UploadState = 'waiting' | 'sending' | 'done' | 'refused' | 'failed';

export interface Upload {
  readonly id: string;
  readonly file: File;
  readonly target: UploadTarget;
  readonly state: UploadState;
  /** The reason of a refusal or failure. */
  readonly problem?: string;
  /** The document that the file was stored as. */
  readonly documentId?: string;
  readonly versionNumber?: number;
}

/** The effects that the queue depends on. */
export interface UploadCalls {
  /** Uploads the file; the idempotency key prevents a second copy. Answers the document. */
  send(upload: Upload, key: string, signal: AbortSignal): Promise<{ id: string; versionNumber: number }>;
  /** Attaches the stored document to its target. */
  place(upload: Upload, key: string): Promise<void>;
  problemOf(file: File): string | undefined;
  /** The message of a failure, and whether the file will never be accepted. */
  explain(error: unknown, upload: Upload | undefined): { problem: string; isFinal: boolean };
  newId(): string;
}

const AT_ONCE = 2;

/** Uploads files, two at a time. The queue is kept outside the pages, so that navigation does not stop it. */
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

  /** Adds files. Resolves when each of them is stored, refused or has failed for the first time. */
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

  /** Removes a file from the list; aborts it if it is being uploaded. */
  drop(id: string): void {
    this.#aborts.get(id)?.abort();
    this.#uploads.set(this.get().filter((upload) => upload.id !== id));
  }

  /** Clear the list when another person or account is opened. */
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
        // If the file is stored already and only attaching failed, do not upload it again.
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
