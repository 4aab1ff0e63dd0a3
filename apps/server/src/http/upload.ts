import { say } from '@quayside/contracts/texts/catalogue';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { UploadSpec } from '@quayside/contracts/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredFile, StoredFiles } from '../files/stored-files.ts';
import { FileTooLarge, StoreFull, StoreReadOnly } from '../ports/file-store.ts';
import { AppError, codeOf, fieldError } from './errors.ts';
import { drainRequest } from './unread-bodies.ts';

/** A received file: stored durably, but not yet claimed by a row. Its name is cleaned and is used for display only. */
export interface Upload extends StoredFile {
  readonly fileName: string;
}

/** The maximum length of a text field in the form. The longest field in use is an id. */
const MAX_FIELD = 200;
const CONTROL_AND_BIDI = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Returns the last part of the path, without control characters and characters that change the text direction, at most
 * 255 characters long.
 */
export function cleanFileName(name: string | undefined): string {
  const base = (name ?? '').split(/[\\/]/).pop() ?? '';
  const clean = base.replace(CONTROL_AND_BIDI, '').trim().slice(-255);
  return clean === '' || !clean.isWellFormed() ? 'file' : clean;
}

/** The text fields of the form that precede the file, each at most once. */
export type FormFields = Readonly<Record<string, string>>;

/**
 * Stores the single file of a multipart request. Counts the bytes as they arrive, to enforce the limit. Before the file
 * is stored, `check` gets the form fields and may refuse the request.
 */
export async function receiveUpload<T>(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  spec: UploadSpec,
  files: StoredFiles,
  check: (fields: FormFields) => T,
): Promise<{ upload: Upload; checked: T }> {
  if (!request.isMultipart()) throw new AppError('wrong_file', { message: say('http.send_form') });
  let part: MultipartFile | undefined;
  try {
    const parts = request.parts({
      limits: { files: 1, fields: 5, fieldSize: MAX_FIELD, fileSize: spec.maxBytes + 1 },
    });
    part = await nextFile(parts, spec.field);
    if (!part || part.fieldname !== spec.field) throw fieldError(spec.field, say('choose.file'));
    const checked = check(fieldsOf(part));
    const upload = await store(part, spec, files);
    try {
      await requireEnd(parts, spec.field);
    } catch (error) {
      await files.remove(upload.storageKey).catch(() => undefined);
      throw error;
    }
    return { upload, checked };
  } catch (error) {
    part?.file.destroy();
    if (!(await drainRequest(request))) reply.header('connection', 'close');
    throw error;
  }
}

/** Reads up to the file of the form; undefined if there is none. */
async function nextFile(parts: AsyncIterator<Multipart>, field: string): Promise<MultipartFile | undefined> {
  for (;;) {
    const { done, value } = await nextPart(parts, field);
    if (done === true) return undefined;
    if (value.type === 'file') return value;
  }
}

/** Refuses a form in which anything follows the file, because fields are used before the file is stored. */
async function requireEnd(parts: AsyncIterator<Multipart>, field: string): Promise<void> {
  const { done, value } = await nextPart(parts, field);
  if (done !== true) throw fieldError(value.fieldname, say('http.field_after_file'));
}

async function nextPart(parts: AsyncIterator<Multipart>, field: string): Promise<IteratorResult<Multipart>> {
  try {
    return await parts.next();
  } catch (error) {
    throw codeOf(error) === 'FST_FILES_LIMIT' ? fieldError(field, say('http.one_file')) : unreadable();
  }
}

const unreadable = () => new AppError('malformed', { message: say('http.upload_unreadable') });

async function store(part: MultipartFile, spec: UploadSpec, files: StoredFiles): Promise<Upload> {
  let cutOff: Error | undefined;
  part.file.once('error', (error) => (cutOff = error));
  try {
    const stored = await files.put(part.file, { maxBytes: spec.maxBytes });
    if (part.file.truncated) {
      await files.remove(stored.storageKey);
      throw new AppError('too_large', {
        message: say('file.too_large', { megabytes: Math.floor(spec.maxBytes / 1024 / 1024) }),
      });
    }
    if (stored.size === 0) {
      await files.remove(stored.storageKey);
      throw fieldError(spec.field, say('file.empty'));
    }
    return { ...stored, fileName: cleanFileName(part.filename) };
  } catch (error) {
    if (error instanceof FileTooLarge)
      throw new AppError('too_large', {
        message: say('file.too_large', { megabytes: Math.floor(spec.maxBytes / 1024 / 1024) }),
      });
    // The form ended in the middle of the file. If the file is small, this may happen before the error listener was
    // added.
    if (error !== undefined && (error === cutOff || error === part.file.errored)) throw unreadable();
    if (error instanceof StoreFull) throw new AppError('storage_full', { cause: error });
    if (error instanceof StoreReadOnly)
      throw new AppError('storage_read_only', { retryAfterSeconds: 60, cause: error });
    throw error;
  }
}

function fieldsOf(part: MultipartFile): FormFields {
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(part.fields)) {
    if (value === part || value === undefined) continue;
    if (Array.isArray(value) || value.type !== 'field' || typeof value.value !== 'string' || value.valueTruncated)
      throw fieldError(name, say('http.once'));
    fields.set(name, value.value);
  }
  return Object.fromEntries(fields);
}
