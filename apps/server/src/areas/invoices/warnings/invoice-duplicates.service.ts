import { say, type Text } from '@quayside/contracts/texts/catalogue';
import type { InvoiceKind } from '@quayside/domain/lists';
import { isCurrency } from '@quayside/domain/money/currencies';
import { formatAmount, parseAmount } from '@quayside/domain/money/money';
import type { Work } from '../../../db/tx.ts';
import { fieldError } from '../../../http/errors.ts';
import { findEntitiesWithSameFile } from '../../documents/public.ts';
import { findSameNumber, findSameTotal, listDuplicateRows, listSameNumbers } from './invoice-duplicates.views.ts';
import { findInvoiceRow, type InvoiceRow } from '../rows/invoices.queries.ts';
import type { Duplicate, QueryOf } from '../invoices.types.ts';

/** The known facts about an invoice that is stored or still being typed; null means unknown. */
interface Candidate {
  readonly kind: InvoiceKind;
  readonly exceptId: string | null;
  readonly supplierId: string | null;
  readonly invoiceNumber: string | null;
  readonly date: string | null;
  readonly currency: string | null;
  readonly totalMinor: bigint | null;
  readonly documentId: string | null;
}

type Facts = Pick<
  InvoiceRow,
  | 'id'
  | 'kind'
  | 'supplier_id'
  | 'invoice_number'
  | 'is_number_from_date'
  | 'date'
  | 'currency'
  | 'total_minor'
  | 'document_id'
>;
/** Those properties of a stored invoice that are compared with other invoices. */
export const candidateOf = (row: Facts): Candidate => ({
  kind: row.kind,
  exceptId: row.id,
  supplierId: row.supplier_id,
  invoiceNumber: row.is_number_from_date ? null : row.invoice_number,
  date: row.date,
  currency: row.currency,
  totalMinor: row.total_minor,
  documentId: row.document_id,
});

/** Other invoices that may be the same bill, newest first. Each has all of the reasons why it may be. */
export async function duplicatesOf(w: Work, of: Candidate): Promise<Duplicate[]> {
  const { supplierId, invoiceNumber, date, currency, totalMinor, documentId, exceptId } = of;
  const found: Readonly<Record<Duplicate['reasons'][number], readonly string[]>> = {
    NUMBER:
      supplierId === null || invoiceNumber === null
        ? []
        : await findSameNumber(w, { ...of, supplierId, invoiceNumber }),
    // A total of 0 is not compared, because many different invoices can have it.
    TOTAL:
      supplierId === null || currency === null || date === null || !totalMinor
        ? []
        : await findSameTotal(w, { ...of, supplierId, currency, totalMinor, date }),
    FILE:
      documentId === null
        ? []
        : (await findEntitiesWithSameFile(w, 'INVOICE', documentId)).filter((id) => id !== exceptId),
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
    status: r.status,
    reasons: (['NUMBER', 'TOTAL', 'FILE'] as const).filter((reason) => found[reason].includes(r.id)),
  }));
}

/** Says of each duplicate with the same number that it has it. */
export const sameNumberTexts = (duplicates: readonly Duplicate[]): Text[] =>
  duplicates
    .filter(({ reasons }) => reasons.includes('NUMBER'))
    .map(({ invoiceNumber: number, date: day }) => say('invoices.same_number', { number, day }));

/** The sentences about invoices with the same number as one of these, which may be paid already. */
export const sameNumbersOf = async (w: Work, invoiceIds: readonly string[]): Promise<Text[]> =>
  (await listSameNumbers(w, invoiceIds)).map((other) => say('invoices.same_number', other));

/** Finds duplicates of an invoice that somebody is typing. A negative total is compared only with credit notes. */
export async function findDuplicates(w: Work, q: QueryOf<'findInvoiceDuplicates'>): Promise<Duplicate[]> {
  const totalMinor = totalOf(q);
  const same = q.exceptId === undefined ? undefined : await findInvoiceRow(w, q.exceptId);
  return duplicatesOf(w, {
    kind: same ? same.kind : totalMinor !== null && totalMinor < 0n ? 'CREDIT_NOTE' : 'INVOICE',
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
  if (currency !== undefined && !isCurrency(currency)) throw fieldError('currency', say('choose.currency'));
  if (total === undefined || currency === undefined) return null;
  const parsed = parseAmount(total, currency);
  if (!parsed.ok) throw fieldError('total', parsed.message);
  return parsed.value;
}
