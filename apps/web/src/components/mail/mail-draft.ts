import type { Document } from '@quayside/contracts/documents/documents';

/** The values of the form of a mail. `body` is plain text, and becomes HTML when the mail is sent. */
export type MailDraft = {
  to: string[];
  cc: string[];
  subject: string;
  body: string;
  documentIds: string[];
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Plain text as HTML: blank lines part paragraphs, and other line breaks stay. */
export const htmlOf = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escaped(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('');

/** The size of the chosen documents together. */
export const sizeOf = (documents: readonly Pick<Document, 'size'>[]): number =>
  documents.reduce((sum, { size }) => sum + size, 0);
