import { Readable } from 'node:stream';
import { WARNING_HEADER } from '@quayside/contracts/endpoint';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import { inAccount, type Scope, type TxDeps, type Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import type { StoredFile, StoredFiles } from '../../../files/stored-files.ts';
import { AppError } from '../../../http/errors.ts';
import type { BinaryAnswer } from '../../../http/mount.ts';
import { cleanFileName } from '../../../http/upload.ts';
import { PdfNotMade } from '../../../pdf/pdf-queue.ts';
import type { RenderPdf } from '../../../pdf/pdf-renderer.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { addDocument, addVersion, findDocumentVersion } from '../../documents/public.ts';
import { openOrder, requireOpenable } from '../orders/moves.service.ts';
import { requirePrintable, unprintableText } from './purchase-order-pdf.characters.ts';
import { type PdfOptions, type Printable, printableOf } from './purchase-order-pdf.model.ts';
import { type OrderRow, saveOrder, saveRevision } from '../rows/purchase-orders.queries.ts';
import { getPurchaseOrder, requireOrderRow } from '../orders/purchase-orders.service.ts';
import type { BodyOf } from '../purchasing.types.ts';

type Body = BodyOf<'generatePurchaseOrderPdf'>;
const MAX_BYTES = 20 * 1024 * 1024;
const RETRY_SECONDS = 10;

/** Who asks for a PDF, and until when somebody waits for it. */
interface PdfRequest {
  readonly scope: Scope;
  readonly signal: AbortSignal;
}

/** What making a PDF needs. */
type PdfDeps = TxDeps & { readonly files: StoredFiles; readonly renderPdf: RenderPdf };
/** A PDF that was made before the transaction that stores it. */
interface MadePdf {
  readonly printable: Printable;
  readonly bytes: Buffer;
  /** Where its bytes are; undefined for a preview, and when the stored file is the same. */
  readonly stored: StoredFile | undefined;
  /** What a preview shows as boxes; undefined without any. */
  readonly warning: Text | undefined;
}

/**
 * Makes the PDF and stores its bytes, before the transaction that claims them: laying out a long purchase order takes
 * seconds, during which no lock may be held.
 */
export async function makePdf(
  deps: PdfDeps,
  { scope, signal }: PdfRequest,
  id: string,
  { preview, version, ...options }: Body,
): Promise<MadePdf> {
  const printable = await inAccount(deps, scope, async (w) => {
    const row = await requireOrderRow(w, id, version);
    if (!preview) await requireOpenable(w, row);
    return printableOf(w, row, options);
  });
  if (!preview) requirePrintable(printable.order);
  const caller = { accountId: scope.accountId, userId: scope.userId, isPreview: preview, signal };
  const bytes = await deps.renderPdf(printable.order, caller).catch(explain);
  const stored = preview ? undefined : await deps.files.put(Readable.from([bytes]), { maxBytes: MAX_BYTES });
  // A PDF that is stored has been refused if it shows boxes.
  return { printable, bytes, stored, warning: preview ? unprintableText(printable.order) : undefined };
}

/** The refusal of a PDF that was not made. Throws any other error. */
function explain(error: unknown): never {
  if (!(error instanceof PdfNotMade)) throw error;
  if (error.reason === 'too_long') throw new AppError('purchasing.too_long');
  throw new AppError('unavailable', { message: say('purchasing.pdfs_waiting'), retryAfterSeconds: RETRY_SECONDS });
}

/** The PDF as it would be generated. */
export async function previewPdf(
  deps: PdfDeps,
  request: PdfRequest,
  id: string,
  options: PdfOptions,
): Promise<MadePdf> {
  return makePdf(deps, request, id, { ...options, preview: true });
}

const nameOf = ({ poNumber }: Printable['order'], revision: number): string =>
  cleanFileName(`${poNumber.replaceAll(/[\\/]/g, '-')}${revision === 1 ? '' : `-rev${revision}`}.pdf`);

export function answerPdf({ language }: Pick<Scope, 'language'>, { printable, bytes, warning }: MadePdf): BinaryAnswer {
  const fileName = encodeURIComponent(nameOf(printable.order, printable.revision)).replaceAll("'", '%27');
  return {
    headers: {
      'content-type': 'application/pdf',
      'content-length': String(bytes.byteLength),
      'content-disposition': `inline; filename*=UTF-8''${fileName}`,
      'x-content-type-options': 'nosniff',
      // A preview shows boxes; the words say where.
      ...(warning && { [WARNING_HEADER]: encodeURIComponent(wordsOf(warning, language)) }),
    },
    body: bytes,
  };
}

/**
 * Stores a PDF as the next version of the purchase order's document, and opens a draft. If the newest revision shows
 * the same, that one is answered and nothing is stored.
 */
export async function storePdf(
  w: Work,
  files: StoredFiles,
  id: string,
  { version, preview, ...options }: Body,
  made: MadePdf,
): Promise<BinaryAnswer> {
  if (preview) return answerPdf(w.scope, made);
  try {
    await lockCosts(w);
    const row = await requireOrderRow(w, id, version);
    const now = await printableOf(w, row, options);
    if (now.key !== made.printable.key || now.revision !== made.printable.revision)
      throw new AppError('conflict_version', {
        message: say('purchasing.changed_meanwhile'),
        current: await getPurchaseOrder(w, id),
      });
    const known =
      row.generated_document_id === null ? undefined : await findDocumentVersion(w, row.generated_document_id);
    const isStored = now.isNewest && known !== undefined && known.number === row.generated_version;
    if (isStored && made.stored) await files.remove(made.stored.storageKey).catch(() => undefined);
    if (!isStored) await keepPdf(w, files, row, made, known !== undefined);
    if (row.status === 'DRAFT') await openOrder(w, await requireOrderRow(w, id, undefined));
    return answerPdf(w.scope, made);
  } catch (error) {
    // The refusal rolls back the row that would have claimed the file, so remove the bytes now.
    if (made.stored && error instanceof AppError) await files.remove(made.stored.storageKey).catch(() => undefined);
    throw error;
  }
}

async function keepPdf(
  w: Work,
  files: StoredFiles,
  row: OrderRow,
  { printable, stored }: MadePdf,
  hasDocument: boolean,
): Promise<void> {
  if (!stored) throw new Error('The bytes of the PDF were not stored');
  const upload = {
    ...stored,
    fileName: nameOf(printable.order, printable.revision),
    contentType: 'application/pdf',
    quotaBytes: files.quotaBytes,
  };
  let documentId = row.generated_document_id;
  if (documentId !== null && hasDocument) await addVersion(w, documentId, upload);
  else
    documentId = await addDocument(w, upload, {
      documentType: 'PURCHASE_ORDER',
      entities: [{ entityType: 'PURCHASE_ORDER', entityId: row.id }],
    });
  const version = row.version + 1;
  const versionNumber = (await findDocumentVersion(w, documentId))?.number ?? 1;
  await saveOrder(w, row.id, {
    version,
    revision: printable.revision,
    generated_content: row.content,
    generated_key: printable.key,
    generated_document_id: documentId,
    generated_version: versionNumber,
    generated_at: w.now,
  });
  const { revision } = printable;
  await saveRevision(w, row.id, {
    revision,
    document_id: documentId,
    version_number: versionNumber,
    content: row.content,
  });
  await record(
    w,
    {
      action: 'purchase-order.generated',
      subjectIds: [row.id],
      historyOf: row.id,
      details: {
        changes: [{ field: 'revision', from: row.revision === 0 ? null : row.revision, to: printable.revision }],
        trace: { documentId, sha256: stored.sha256 },
      },
    },
    changed('purchase-orders', [row.id], version),
  );
}
