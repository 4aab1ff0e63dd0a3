import type { Text } from '@quayside/contracts/texts/catalogue';
import type { StoredFiles } from '../files/stored-files.ts';
import { openTable, type OpenTable, type OpenOptions } from '../tables/open-table.ts';
import { UnreadableTable } from '../tables/unreadable.ts';
import { AppError, fieldError } from './errors.ts';

export type TableFiles = Pick<StoredFiles, 'open' | 'read' | 'remove'>;

/**
 * Opens the table in a stored file; undefined if the file has none. Invalid content further down in the file throws
 * when it is read.
 */
export const openStoredTable = (files: TableFiles, key: string, options: OpenOptions): Promise<OpenTable | undefined> =>
  openTable(
    {
      pieces: async function* () {
        for await (const piece of await files.open(key)) yield piece as Buffer;
      },
      whole: () => files.read(key),
    },
    options,
  );

/**
 * Like `openStoredTable`, but for calls: answers an invalid file, or a file without a table, with an error at the
 * upload field.
 */
export async function openUploadedTable(
  files: TableFiles,
  key: string,
  options: OpenOptions,
  noTable: Text,
): Promise<OpenTable> {
  const table = await openStoredTable(files, key, options).catch(refuseFile);
  if (!table) throw new AppError('wrong_file', { message: noTable });
  return table;
}

/** Turns an error about the content of a file into an error at the upload field. */
export function refuseFile(error: unknown): never {
  throw error instanceof UnreadableTable ? fieldError('file', error.text, 'imports.unreadable') : error;
}

/** The headers of an answer that the browser saves as a CSV file. */
export function csvAttachment(name: string) {
  const plain = name.replace(/[^\w .()-]/g, '_');
  return {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
  };
}
