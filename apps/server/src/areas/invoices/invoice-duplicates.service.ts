import type { InvoiceKind, InvoiceStatus } from '@quayside/domain/lists';
import { isCurrency } from '@quayside/domain/money/currencies';
import { formatAmount, parseAmount } from '@quayside/domain/money/money';
import type { Work } from '../../db/tx.ts';
import { fieldError } from '../../http/errors.ts';
import { invoicesWithSameFile } from '../documents/public.ts';
import { findSameNumber, findSameTotal, listDuplicateRows } from './invoice-duplicates.views.ts';
import { findInvoiceRow, type InvoiceRow } from './invoices.queries.ts';
import type { Duplicate, QueryOf } from './invoices.types.ts';

/** What is known of a bill, typed or still to be typed; null where it is not. */
export interface Candidate {
  readonly kind: InvoiceKind;
  readonly exceptId: string | null;
  readonly supplierId: string | null;
  readonly invoiceNumber: string | null;
  readonly date: string | null;
  readonly currency: string | null;
  readonly totalMinor: bigint | null;
  readonly documentId: string | null;
}

type Facts = Pick<InvoiceRow, 'id' | 'kind' | 'supplier_id' | 'invoice_number' | 'is_number_from_date' | 'date' | 'currency' | 'total_minor' | 'document_id'>;
/** A stored invoice, as it is compared with the others. */
export const candidateOf = (row: Facts): Candidate => ({
  kind: row.kind as InvoiceKind,
  exceptId: row.id,
  supplierId: row.supplier_id,
  invoiceNumber: row.is_number_from_date ? null : row.invoice_number,
  date: row.date,
  currency: row.currency,
  totalMinor: row.total_minor,
  documentId: row.document_id,
});

/** Other invoices that may be the same bill, newest first, each with all its reasons. */
export async function duplicatesOf(w: Work, of: Candidate): Promise<Duplicate[]> {
  const { supplierId, invoiceNumber, date, currency, totalMinor, documentId, exceptId } = of;
  const found: Readonly<Record<Duplicate['reasons'][number], readonly string[]>> = {
    NUMBER: supplierId === null || invoiceNumber === null ? [] : await findSameNumber(w, { ...of, supplierId, invoiceNumber }),
    // Nothing to pay is no total to go by.
    TOTAL:
      supplierId === null || currency === null || date === null || !totalMinor ? [] : await findSameTotal(w, { ...of, supplierId, currency, totalMinor, date }),
    FILE: documentId === null ? [] : (await invoicesWithSameFile(w, documentId)).filter((id) => id !== exceptId),
  };
  const ids = [...new Set(Object.values(found).flat())];
  if (ids.length === 0) return [];
  return (await listDuplicateRows(w, of.kind, ids)).map((r) => ({
    id: r.id,
    invoiceNumber: r.invoice_number,
    supplierName: r.company_name,
    date: r.date,
    total: r.total_minor === null ? null : formatAmount(r.total_minor, r.currency),
    currency: r.currency,
    status: r.status as InvoiceStatus,
    reasons: (['NUMBER', 'TOTAL', 'FILE'] as const).filter((reason) => found[reason].includes(r.id)),
  }));
}

/** The same for a bill that is being typed. What takes off is compared with credit notes. */
export async function findDuplicates(w: Work, q: QueryOf<'findInvoiceDuplicates'>): Promise<Duplicate[]> {
  const totalMinor = totalOf(q);
  const same = q.exceptId === undefined ? undefined : await findInvoiceRow(w, q.exceptId);
  return duplicatesOf(w, {
    kind: same ? (same.kind as InvoiceKind) : totalMinor !== null && totalMinor < 0n ? 'CREDIT_NOTE' : 'INVOICE',
    exceptId: q.exceptId ?? null,
    supplierId: q.supplierId ?? null,
    invoiceNumber: q.invoiceNumber?.trim() || null,
    date: q.date ?? null,
    currency: q.currency ?? null,
    totalMinor,
    documentId: q.documentId ?? null,
  });
}

function totalOf({ total, currency }: QueryOf<'findInvoiceDuplicates'>): bigint | null {
  if (currency !== undefined && !isCurrency(currency)) throw fieldError('currency', 'Choose a currency');
  if (total === undefined || currency === undefined) return null;
  const parsed = parseAmount(total, currency);
  if (!parsed.ok) throw fieldError('total', parsed.message);
  return parsed.value;
}
