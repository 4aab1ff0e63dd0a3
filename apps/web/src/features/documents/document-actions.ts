import type { Document } from '@quayside/contracts/documents/documents';
import { t } from '../../i18n/i18n.ts';
import { withPicturesAsPdf } from '../../lib/page/picture-pages.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { write } from '../../lib/api/write.ts';
import { bringBack, removeDocument, setEntities } from './api.ts';
import { uploads } from './uploads.ts';

const words = (verb: 'delete' | 'update') => ({ verb, entity: t('documents:entity') });

/** Runs an action and shows a toast with an Undo button. Returns whether the action succeeded. */
async function withUndo(
  verb: 'delete' | 'update',
  act: () => Promise<void>,
  doneMessage: string,
  undo: () => Promise<void>,
  toldBack: string,
): Promise<boolean> {
  const acted = await write(act, {
    failure: words(verb),
    done: doneMessage,
    undo: () => write(undo, { failure: words('update'), done: toldBack }),
  });
  return acted !== undefined;
}

/**
 * Deletes a document, and offers Undo for 10 s. The server keeps a deleted document for 30 days. Returns whether the
 * document was deleted.
 */
export const deleteWithUndo = (document: Document): Promise<boolean> =>
  withUndo(
    'delete',
    () => removeDocument(document),
    t('documents:list.deleted', { name: document.fileName }),
    () => bringBack(document.id),
    t('documents:invoice.restored', { name: document.fileName }),
  );

/** Detaches a document from an invoice. If the document is attached to nothing else, it is deleted. */
export function removeFromInvoice(
  document: Document,
  invoice: { id: string; invoiceNumber: string },
): Promise<boolean> {
  const others = document.entities.filter(
    ({ entityType, entityId }) => entityType !== 'INVOICE' || entityId !== invoice.id,
  );
  const name = document.fileName;
  const restored = t('documents:invoice.restored', { name });
  if (others.length === 0)
    return withUndo(
      'delete',
      () => removeDocument(document),
      t('documents:invoice.removed', { name }),
      () => bringBack(document.id),
      restored,
    );
  return withUndo(
    'update',
    () => setEntities(document.id, others),
    t('documents:invoice.removedHere', {
      name,
      number: invoice.invoiceNumber,
      others: others.map(({ label }) => label).join(', '),
    }),
    () => setEntities(document.id, document.entities),
    restored,
  );
}

/** Uploads a newer version of a document. Success is shown in a toast. A failed upload stays in the list of uploads. */
export async function replaceWith(
  { id, fileName: name }: Pick<Document, 'id' | 'fileName'>,
  file: File,
): Promise<void> {
  const [ended] = await uploads.add(await withPicturesAsPdf([file]), { kind: 'version', documentId: id, name });
  if (ended?.state !== 'done') return;
  uploads.drop(ended.id);
  toast('success', t('documents:invoice.versionStored', { number: ended.versionNumber ?? 1, name }), {
    scope: 'global',
  });
}

/** Uploads files and attaches them to an invoice, which keeps its other documents. */
export async function attachFiles(
  invoice: { id: string; invoiceNumber: string },
  files: readonly File[],
): Promise<void> {
  const number = invoice.invoiceNumber;
  const attach = async (one: File) => {
    const [ended] = await uploads.add([one], { kind: 'invoice', invoiceId: invoice.id, number });
    if (ended?.state !== 'done') return;
    uploads.drop(ended.id);
    toast('success', t('documents:invoice.attached', { name: one.name, number }), { scope: 'global' });
  };
  await Promise.all((await withPicturesAsPdf(files)).map(attach));
}
