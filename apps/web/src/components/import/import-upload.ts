import { t } from '../../i18n/i18n.ts';
import { hasCode } from '../../lib/errors/api-error.ts';
import type { CallInput } from '../../lib/api/call.ts';
import { session } from '../../lib/session/session-store.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { failureText } from '../../lib/errors/failure-text.ts';
import type { AnyImport } from './import-types.ts';

/** A running or failed upload. */
interface ImportUpload {
  readonly file: File;
  /** The uploaded fraction of the file, from 0 to 1. Undefined before the first progress event. */
  readonly part: number | undefined;
  /** The reason why the upload failed. The same file can then be sent again. */
  readonly problem: string | undefined;
}

interface UploadSpec {
  readonly maxBytes: number;
  /** Sends the file, which the server then checks. */
  readonly create: (
    file: File,
    watch: Pick<CallInput<never>, 'signal'> & {
      readonly idempotencyKey: string;
      readonly signal: AbortSignal;
      readonly onProgress: (progress: { readonly sent: number; readonly total: number }) => void;
    },
  ) => Promise<AnyImport>;
  /** Called with the new import. */
  readonly onCreated: (made: AnyImport) => void;
}

/** Uploads the files of one kind of import. An upload is kept outside the page, so that it survives navigation. */
export interface ImportUploader {
  readonly upload: Store<ImportUpload | undefined>;
  /**
   * Uploads a file. Returns the import, or undefined if the upload was refused, failed or was aborted.
   */
  readonly start: (file: File) => Promise<AnyImport | undefined>;
  /** Sends the same file again with the same idempotency key, which prevents a second import of the file. */
  readonly retry: () => Promise<AnyImport | undefined>;
  /** Aborts a running upload, or removes a failed one. */
  readonly abort: () => void;
}

// Reloading the page would abort the upload, so the browser asks for confirmation.
const guard = (event: BeforeUnloadEvent) => event.preventDefault();

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
const problemOf = (error: unknown) =>
  `${sentence(failureText(error))}${hasCode(error, 'wrong_file') ? ` ${t('imports:wrongKindHint')}` : ''}`;

export function createImportUploader({ maxBytes, create, onCreated }: UploadSpec): ImportUploader {
  const upload = createStore<ImportUpload | undefined>(undefined);
  let running: AbortController | undefined;
  let key = '';

  async function send(file: File): Promise<AnyImport | undefined> {
    const controller = new AbortController();
    running = controller;
    upload.set({ file, part: undefined, problem: undefined });
    window.addEventListener('beforeunload', guard);
    try {
      const made = await create(file, {
        idempotencyKey: key,
        signal: controller.signal,
        onProgress: ({ sent, total }) => {
          if (running === controller) upload.set({ file, part: sent / total, problem: undefined });
        },
      });
      if (controller.signal.aborted) return undefined;
      onCreated(made);
      upload.set(undefined);
      return made;
    } catch (error) {
      if (!controller.signal.aborted) upload.set({ file, part: undefined, problem: problemOf(error) });
      return undefined;
    } finally {
      if (running === controller) running = undefined;
      window.removeEventListener('beforeunload', guard);
    }
  }

  const abort = () => {
    running?.abort();
    upload.set(undefined);
  };
  // Clear the upload when the person or the account changes.
  let owner = session.get()?.accountId;
  session.subscribe(() => {
    const now = session.get()?.accountId;
    if (now !== owner) abort();
    owner = now;
  });
  return {
    upload,
    start(file) {
      running?.abort();
      key = crypto.randomUUID();
      if (file.size <= maxBytes) return send(file);
      const problem = t('imports:tooLarge', { megabytes: maxBytes / 1024 / 1024 });
      upload.set({ file, part: undefined, problem });
      return Promise.resolve(undefined);
    },
    retry() {
      const file = upload.get()?.file;
      return file ? send(file) : Promise.resolve(undefined);
    },
    abort,
  };
}
