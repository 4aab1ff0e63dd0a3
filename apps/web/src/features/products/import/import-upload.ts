import { createProductImport, type ProductImport } from '@quayside/contracts/product-imports';
import { t } from '../../../i18n/i18n.ts';
import { hasCode } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { session } from '../../../lib/session-store.ts';
import { createStore, useStore } from '../../../lib/store.ts';
import { failureText } from '../../../lib/toasts.ts';
import { cacheImport } from './api.ts';

/** A running or failed upload. The upload is kept outside the page, so that it continues when the person navigates. */
interface ImportUpload {
  readonly file: File;
  /** The uploaded fraction of the file, from 0 to 1. Undefined before the first progress event. */
  readonly part: number | undefined;
  /** The reason why the upload failed. The same file can then be sent again. */
  readonly problem: string | undefined;
}

const MAX_BYTES = createProductImport.upload.maxBytes;
const upload = createStore<ImportUpload | undefined>(undefined);
let abort: AbortController | undefined;
let key = '';

// Reloading the page would abort the upload, so the browser asks for confirmation.
const guard = (event: BeforeUnloadEvent) => event.preventDefault();

async function send(file: File): Promise<ProductImport | undefined> {
  const controller = new AbortController();
  abort = controller;
  upload.set({ file, part: undefined, problem: undefined });
  window.addEventListener('beforeunload', guard);
  try {
    const made = await call(createProductImport, {
      query: { dryRun: 'true' },
      file,
      idempotencyKey: key,
      signal: controller.signal,
      onProgress: ({ sent, total }) => {
        if (abort === controller) upload.set({ file, part: sent / total, problem: undefined });
      },
    });
    if (controller.signal.aborted) return undefined;
    cacheImport(made);
    upload.set(undefined);
    return made;
  } catch (error) {
    if (!controller.signal.aborted) upload.set({ file, part: undefined, problem: problemOf(error) });
    return undefined;
  } finally {
    if (abort === controller) abort = undefined;
    window.removeEventListener('beforeunload', guard);
  }
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
const problemOf = (error: unknown) =>
  `${sentence(failureText(error))}${hasCode(error, 'wrong_file') ? ` ${t('products:import.wrongKindHint')}` : ''}`;

/**
 * Uploads a file, which the server then checks. Returns the import, or undefined if the upload was refused, failed or
 * was aborted.
 */
export function startUpload(file: File): Promise<ProductImport | undefined> {
  abort?.abort();
  key = crypto.randomUUID();
  if (file.size <= MAX_BYTES) return send(file);
  upload.set({ file, part: undefined, problem: t('products:import.tooLarge', { megabytes: MAX_BYTES / 1024 / 1024 }) });
  return Promise.resolve(undefined);
}

/** Sends the same file again with the same idempotency key, which prevents a second import of the file. */
export function retryUpload(): Promise<ProductImport | undefined> {
  const file = upload.get()?.file;
  return file ? send(file) : Promise.resolve(undefined);
}

/** Aborts a running upload, or removes a failed one. */
export function abortUpload(): void {
  abort?.abort();
  upload.set(undefined);
}

// Clear the upload when the person or the account changes.
let owner = session.get()?.accountId;
session.subscribe(() => {
  const now = session.get()?.accountId;
  if (now !== owner) abortUpload();
  owner = now;
});

export const useImportUpload = (): ImportUpload | undefined => useStore(upload);
