import type { InvoiceKind } from '@quayside/domain/lists';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';

// Finds invoices that may be duplicates of a given one. This file writes nothing.

/** What the stored key of a number leaves out, as the column `same_number_key` is generated. */
const LEFT_OUT =
  ` \t!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~` +
  '\u00ad\u00b7\u2010\u2011\u2012\u2013\u2014\u2015\u2018\u2019\u201c\u201d\u2022\u2044\u2212\u2215\u00ab\u00bb' +
  '\u200b\u200c\u200d\u2060\ufeff\u3001\u3002\u300a\u300b\u300c\u300d\u3010\u3011';
const DAYS = 45;
const MOST = 20;

/**
 * The invoices of the account that could be a duplicate: all of the same kind, because a credit note is never a
 * duplicate of an invoice.
 */
const others = (w: Work, kind: InvoiceKind, exceptId: string | null) => {
  const query = w.tx
    .selectFrom('invoice')
    .select('id')
    .where('account_id', '=', w.scope.accountId)
    .where('deleted_at', 'is', null)
    .where('kind', '=', kind);
  return exceptId === null ? query : query.where('id', '<>', exceptId);
};
type Others = { readonly kind: InvoiceKind; readonly exceptId: string | null };

/**
 * Finds invoices with the same supplier and number, compared by letters and digits. Invoice numbers that were generated
 * from the date are not compared.
 */
export async function findSameNumber(
  w: Work,
  of: Others & { readonly supplierId: string; readonly invoiceNumber: string },
): Promise<string[]> {
  const rows = await others(w, of.kind, of.exceptId)
    .where('supplier_id', '=', of.supplierId)
    // Under row-level security an index of `lower` is not used, because that function could reveal rows of others. The
    // key is a column: letters and digits alone, without case.
    .where(
      'same_number_key',
      '=',
      sql<string>`translate(lower(normalize(${of.invoiceNumber}::text, NFKC)), ${LEFT_OUT}, '')`,
    )
    .where('same_number_key', '<>', '')
    .where('is_number_from_date', '=', false)
    .orderBy('date', 'desc')
    .limit(MOST)
    .execute();
  return rows.map((r) => r.id);
}

/** Finds invoices with the same supplier, currency and total, and a date in the given range. */
export async function findSameTotal(
  w: Work,
  of: Others & {
    readonly supplierId: string;
    readonly currency: string;
    readonly totalMinor: bigint;
    readonly date: string;
  },
): Promise<string[]> {
  const rows = await others(w, of.kind, of.exceptId)
    .where('supplier_id', '=', of.supplierId)
    .where('currency', '=', of.currency)
    .where('total_minor', '=', of.totalMinor)
    .where(sql<boolean>`date between ${of.date}::date - ${DAYS}::int and ${of.date}::date + ${DAYS}::int`)
    .orderBy('date', 'desc')
    .limit(MOST)
    .execute();
  return rows.map((r) => r.id);
}

/** The fields of the found invoices that the response contains. */
export function listDuplicateRows(w: Work, kind: InvoiceKind, ids: readonly string[]) {
  return w.tx
    .selectFrom('invoice as i')
    .leftJoin(SUPPLIERS.as('s'), (j) =>
      j.onRef('s.account_id', '=', 'i.account_id').onRef('s.id', '=', 'i.supplier_id'),
    )
    .select(['i.id', 'i.invoice_number', 's.company_name', 'i.date', 'i.total_minor', 'i.currency', 'i.status'])
    .where('i.account_id', '=', w.scope.accountId)
    .where('i.id', 'in', [...ids])
    .where('i.deleted_at', 'is', null)
    .where('i.kind', '=', kind)
    .orderBy('i.date', 'desc')
    .orderBy('i.id')
    .limit(MOST)
    .execute();
}

/** The other invoices of the same supplier whose number is that of one of these invoices, newest first. */
export async function listSameNumbers(
  w: Work,
  invoiceIds: readonly string[],
): Promise<{ readonly number: string; readonly day: string }[]> {
  if (invoiceIds.length === 0) return [];
  const { rows } = await sql<{ number: string; day: string }>`
    select other.invoice_number as number, other.date as day
    from invoice own
    join invoice other on other.account_id = own.account_id and other.supplier_id = own.supplier_id
      and other.same_number_key = own.same_number_key and other.kind = own.kind and other.id <> own.id
    where own.account_id = ${w.scope.accountId} and own.id = any(${sql.val([...invoiceIds])}::uuid[])
      and not own.is_number_from_date and own.same_number_key <> ''
      and not other.is_number_from_date and other.deleted_at is null
    order by other.date desc, other.id
    limit ${sql.lit(MOST)}`.execute(w.tx);
  return rows;
}
