import { say } from '@quayside/contracts/texts/catalogue';
import type { MultipartFile } from '@fastify/multipart';
import type { UploadSpec } from '@quayside/contracts/endpoint';
import type { FastifyRequest } from 'fastify';
import type { StoredFile, StoredFiles } from '../files/stored-files.ts';
import { FileTooLarge } from '../ports/file-store.ts';
import { AppError, fieldError } from './errors.ts';

/** A received file: durable, but not yet claimed by a row. The name is cleaned and only ever displayed. */
export interface Upload extends StoredFile {
  readonly fileName: string;
}

/** The longest text field in characters; the longest in use is an id. */
const MAX_FIELD = 200;
/** Bytes that the server still reads after a refusal. */
const READ_ON = 20 * 1024 * 1024;
const READ_ON_MS = 5_000;
const CONTROL_AND_BIDI = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The last part of the path, without control and direction characters, at most 255 characters. */
export function cleanFileName(name: string | undefined): string {
  const base = (name ?? '').split(/[\\/]/).pop() ?? '';
  const clean = base.replace(CONTROL_AND_BIDI, '').trim().slice(-255);
  return clean === '' || !clean.isWellFormed() ? 'file' : clean;
}

/** Text fields before the file, each at most once. */
export type FormFields = Readonly<Record<string, string>>;

/**
 * Stores the one file of a multipart request, counting bytes as they arrive. `check` gets the fields first and may
 * refuse.
 */
export async function receiveUpload<T>(
  request: FastifyRequest,
  spec: UploadSpec,
  files: StoredFiles,
  check: (fields: FormFields) => T,
): Promise<{ upload: Upload; checked: T }> {
  if (!request.isMultipart()) throw new AppError('wrong_file', { message: say('http.send_form') });
  let part: MultipartFile | undefined;
  try {
    part = await request.file({ limits: { files: 1, fields: 5, fieldSize: MAX_FIELD, fileSize: spec.maxBytes + 1 } });
  } catch {
    throw new AppError('malformed', { message: say('http.upload_unreadable') });
  }
  if (!part || part.fieldname !== spec.field) throw fieldError(spec.field, say('choose.file'));
  try {
    const checked = check(fieldsOf(part));
    return { upload: await store(part, spec, files), checked };
  } catch (error) {
    part.file.destroy();
    await drainRequest(request);
    throw error;
  }
}

/**
 * Reads on a little after a refusal, so that most senders finish: a client that is still sending when the connection
 * closes loses the answer. A client that sends far more is cut off; a slow one gets the refusal while it sends.
 */
function drainRequest(request: FastifyRequest): Promise<void> {
  const { raw } = request;
  let left = READ_ON;
  return new Promise((resolve) => {
    const patience = setTimeout(resolve, READ_ON_MS);
    const done = () => (clearTimeout(patience), resolve());
    if (raw.readableEnded || raw.destroyed) return done();
    raw.once('end', done).once('close', done).once('error', done);
    raw.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) raw.destroy();
    });
    raw.resume();
  });
}

async function store(part: MultipartFile, spec: UploadSpec, files: StoredFiles): Promise<Upload> {
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
