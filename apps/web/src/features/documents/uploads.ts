import { uploadDocument, uploadDocumentVersion } from '@quayside/contracts/documents/documents';
import { attachInvoiceDocument } from '@quayside/contracts/invoices/invoice-documents';
import { t } from '../../i18n/i18n.ts';
import { isApiError, isNetworkError } from '../../lib/errors/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { documentProblem } from '../../lib/document-file.ts';
import { session } from '../../lib/session/session-store.ts';
import { useStore } from '../../lib/store.ts';
import { failureText } from '../../lib/errors/failure-text.ts';
import { rememberDocument, rememberInvoice } from './api.ts';
import { type Upload, UploadQueue } from './upload-queue.ts';

/** Error codes after which the same file would fail again, because it is too large or of the wrong type. */
const FINAL = new Set(['too_large', 'wrong_file']);

/** The upload queue of this tab. */
export const uploads = new UploadQueue({
  async send({ file, target }, idempotencyKey, signal) {
    const stored =
      target.kind === 'version'
        ? await call(uploadDocumentVersion, { params: { documentId: target.documentId }, file, idempotencyKey, signal })
        : await call(uploadDocument, {
            query: { documentType: target.kind === 'loose' ? target.documentType : 'INVOICE' },
            file,
            idempotencyKey,
            signal,
          });
    rememberDocument(stored);
    return stored;
  },
  async place({ target, documentId }, idempotencyKey) {
    if (target.kind !== 'invoice' || documentId === undefined) return;
    rememberInvoice(
      await call(attachInvoiceDocument, { params: { id: target.invoiceId }, body: { documentId }, idempotencyKey }),
    );
  },
  problemOf: documentProblem,
  explain: (error, upload) => ({
    problem: isNetworkError(error)
      ? t('documents:uploads.notConnected')
      : failureText(error, {
          verb: 'create',
          entity: t('documents:entity'),
          fixed: upload?.target.kind === 'version' ? 'replaceDocument' : 'uploadDocument',
        }),
    isFinal: isApiError(error) && FINAL.has(error.code),
  }),
  newId: () => crypto.randomUUID(),
});

const owner = () => {
  const held = session.get();
  return held?.accountId ? `${held.userId}.${held.accountId}` : undefined;
};
let known = owner();
// Clear the queue when another person or account is opened. Keep the queue when the same person signs in to the same
// account again.
session.subscribe(() => {
  const now = owner();
  if (now === undefined || now === known) return;
  if (known !== undefined) uploads.clear();
  known = now;
});

export const useUploads = (): readonly Upload[] => useStore(uploads);
