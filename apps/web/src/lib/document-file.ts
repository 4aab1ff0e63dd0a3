import { uploadDocument } from '@quayside/contracts/documents/documents';
import { groupDigits, roundDecimal } from './words/format.ts';
import { t } from '../i18n/i18n.ts';

/**
 * The `accept` attribute of file inputs for documents. Pictures become pages of a PDF (picture-pages.ts); a phone
 * offers its camera for them.
 */
export const DOCUMENT_ACCEPT = '.pdf,.doc,.docx,image/jpeg,image/png';
const KINDS = /\.(pdf|docx?)$/i;
const MB = 1024 * 1024;
export const MOST_BYTES = uploadDocument.upload.maxBytes;

/** Checks a file before it is uploaded. Returns the reason if its type or size is not accepted, otherwise undefined. */
export function documentProblem(file: Pick<File, 'name' | 'size'>): string | undefined {
  if (!KINDS.test(file.name)) return t('documents:uploads.wrongKind');
  if (file.size === 0) return t('documents:uploads.empty');
  if (file.size > MOST_BYTES)
    return t('documents:uploads.tooLarge', { size: Math.ceil(file.size / MB), most: MOST_BYTES / MB });
  return undefined;
}

/** Formats a file size: 38 KB, 1.4 MB. */
export function formatFileSize(bytes: number): string {
  if (bytes < MB) return t('documents:size.kb', { size: groupDigits(String(Math.max(1, Math.round(bytes / 1024)))) });
  return t('documents:size.mb', { size: groupDigits(roundDecimal(String(bytes / MB), 1)) });
}
