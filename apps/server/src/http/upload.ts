import type { MultipartFile } from '@fastify/multipart';
import type { UploadSpec } from '@quayside/contracts/endpoint';
import type { FastifyRequest } from 'fastify';
import type { FileStore, StoredFile } from '../ports/file-store.ts';
import { AppError, fieldError } from './errors.ts';

/** A file that arrived: safe on disk, not yet in any row. The name is cleaned and only ever shown. */
export interface Upload extends StoredFile {
  readonly fileName: string;
}

/** Characters of a text field; the longest that a call knows is an id. */
const MAX_FIELD = 200;
/** Bytes that are still taken off the line after a refusal. */
const READ_ON = 20 * 1024 * 1024;
const READ_ON_MS = 5_000;
const CONTROL_AND_BIDI = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Last path part, without control and direction characters, at most 255 long. */
export function cleanFileName(name: string | undefined): string {
  const base = (name ?? '').split(/[\\/]/).pop() ?? '';
  const clean = base.replace(CONTROL_AND_BIDI, '').trim().slice(-255);
  return clean === '' || !clean.isWellFormed() ? 'file' : clean;
}

/** Text fields that came before the file, each once. */
export type FormFields = Readonly<Record<string, string>>;

/** Takes the one file of a multipart request to disk, counting bytes on the way. `check` sees the fields first and may refuse. */
export async function receiveUpload<T>(
  request: FastifyRequest,
  spec: UploadSpec,
  files: FileStore,
  check: (fields: FormFields) => T,
): Promise<{ upload: Upload; checked: T }> {
  if (!request.isMultipart()) throw new AppError('wrong_file', { message: 'Send the file as multipart/form-data' });
  let part: MultipartFile | undefined;
  try {
    part = await request.file({ limits: { files: 1, fields: 5, fieldSize: MAX_FIELD, fileSize: spec.maxBytes + 1 } });
  } catch {
    throw new AppError('malformed', { message: 'The upload could not be read' });
  }
  if (!part || part.fieldname !== spec.field) throw fieldError(spec.field, 'Choose a file');
  try {
    const checked = check(fieldsOf(part));
    return { upload: await store(part, spec, files), checked };
  } catch (error) {
    part.file.destroy();
    await letGo(request);
    throw error;
  }
}

/**
 * Reads a little on, so that most senders are done when the refusal leaves: an answer to somebody who still sends is lost when the
 * connection is closed. One that goes on sending is cut off; one that is slow gets the refusal while it sends.
 */
function letGo(request: FastifyRequest): Promise<void> {
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

async function store(part: MultipartFile, spec: UploadSpec, files: FileStore): Promise<Upload> {
  try {
    const stored = await files.put(part.file, { maxBytes: spec.maxBytes });
    if (part.file.truncated) {
      await files.remove(stored.storageKey);
      throw new AppError('too_large', { message: `The file is larger than ${Math.floor(spec.maxBytes / 1024 / 1024)} MB` });
    }
    if (stored.size === 0) {
      await files.remove(stored.storageKey);
      throw fieldError(spec.field, 'The file is empty');
    }
    return { ...stored, fileName: cleanFileName(part.filename) };
  } catch (error) {
    if (error instanceof Error && error.constructor.name === 'FileTooLarge')
      throw new AppError('too_large', { message: `The file is larger than ${Math.floor(spec.maxBytes / 1024 / 1024)} MB` });
    throw error;
  }
}

function fieldsOf(part: MultipartFile): FormFields {
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(part.fields)) {
    if (value === part || value === undefined) continue;
    if (Array.isArray(value) || value.type !== 'field' || typeof value.value !== 'string' || value.valueTruncated)
      throw fieldError(name, 'Give this once, as a short text');
    fields.set(name, value.value);
  }
  return Object.fromEntries(fields);
}
