import { createProductImport, type ProductImport } from '@quayside/contracts/product-imports';
import { t } from '../../../i18n/i18n.ts';
import { hasCode } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { session } from '../../../lib/session-store.ts';
import { createStore, useStore } from '../../../lib/store.ts';
import { failureText } from '../../../lib/toasts.ts';
import { keepImport } from './api.ts';

/** A file on its way. It outlives the page: whoever goes elsewhere meanwhile loses nothing. */
export interface ImportUpload {
  readonly file: File;
  /** Of the file, 0 to 1; undefined before the first byte is counted. */
  readonly part: number | undefined;
  /** Why not, in words; the same file can be sent again. */
  readonly problem: string | undefined;
}

const MAX_BYTES = createProductImport.upload.maxBytes;
const upload = createStore<ImportUpload | undefined>(undefined);
let abort: AbortController | undefined;
let key = '';

// A reload would lose what was sent so far; the browser asks.
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
    keepImport(made);
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

/** Sends a file to be checked; answers the import, or nothing where it was refused, failed or stopped. */
export function startUpload(file: File): Promise<ProductImport | undefined> {
  abort?.abort();
  key = crypto.randomUUID();
  if (file.size <= MAX_BYTES) return send(file);
  upload.set({ file, part: undefined, problem: t('products:import.tooLarge', { megabytes: MAX_BYTES / 1024 / 1024 }) });
  return Promise.resolve(undefined);
}

/** The same file once more: what the server has got already, it does not do twice. */
export function retryUpload(): Promise<ProductImport | undefined> {
  const file = upload.get()?.file;
  return file ? send(file) : Promise.resolve(undefined);
}

/** Stops what is on its way, and forgets what failed. */
export function dropUpload(): void {
  abort?.abort();
  upload.set(undefined);
}

// Nothing of one person or account is shown to the next.
let owner = session.get()?.accountId;
session.subscribe(() => {
  const now = session.get()?.accountId;
  if (now !== owner) dropUpload();
  owner = now;
});

export const useImportUpload = (): ImportUpload | undefined => useStore(upload);
