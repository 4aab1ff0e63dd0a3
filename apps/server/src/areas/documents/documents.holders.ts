import type { Work } from '../../db/tx.ts';

/**
 * What the invoices have to say when documents come and go. The application hands it in, because documents ask
 * no area to their right.
 */
export interface InvoiceHolder {
  /** Lets nobody else move invoices until the end of the unit of work; taken before any document is. */
  lock(w: Work): Promise<void>;
  /** Refuses with 422 where one of them is closed: what belongs to it stays as it is. */
  requireOpen(w: Work, invoiceIds: readonly string[]): Promise<void>;
  /** The document was attached to them: it comes to the front where nothing is. */
  attached(w: Work, invoiceIds: readonly string[], documentId: string): Promise<void>;
  /** The document was detached or deleted: it is taken off the front. Says which invoices it was in front of. */
  detached(w: Work, invoiceIds: readonly string[], documentId: string): Promise<void>;
  /** The document came back from deletion: it comes to the front where nothing is, but a closed invoice stays as it is. */
  restored(w: Work, invoiceIds: readonly string[], documentId: string): Promise<void>;
  /** The file of the document was replaced. */
  replaced(w: Work, invoiceIds: readonly string[], documentId: string): Promise<void>;
}
