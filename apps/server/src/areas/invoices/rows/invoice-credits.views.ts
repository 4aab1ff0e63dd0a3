import type { Use } from '@quayside/contracts/errors';
import type { LineFigures } from '@quayside/domain/invoices/credits';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import type { CreditedLine } from './invoice-credits.rules.ts';
import { quantityMicroOf } from './invoice-lines.queries.ts';

// Reads credits together with the lines they credit. This file writes nothing.

/** Finds lines that are not deleted by id, with the properties that a credit of the line depends on. */
export async function findCreditedLines(w: Work, ids: readonly string[]): Promise<Map<string, CreditedLine>> {
  if (ids.length === 0) return new Map();
  const rows = await w.tx
    .selectFrom('invoice_line as l')
    .innerJoin('invoice as i', (j) => j.onRef('i.account_id', '=', 'l.account_id').onRef('i.id', '=', 'l.invoice_id'))
    .select([
      'l.id',
      'l.invoice_id',
      'l.position',
      'l.product_id',
      'l.cost_type',
      'l.is_tax_recoverable',
      'l.is_excluded',
      'l.exclusion_reason',
      'l.purchase_order_line_id',
      'l.amount_minor',
      'l.tax_minor',
    ])
    .select(['i.invoice_number', 'i.kind', 'i.status', 'i.currency'])
    .where('l.account_id', '=', w.scope.accountId)
    .where('l.id', 'in', [...new Set(ids)])
    .where('l.deleted_at', 'is', null)
    .where('i.deleted_at', 'is', null)
    .execute();
  return new Map(
    rows.map((r) => [
      r.id,
      {
        id: r.id,
        invoiceId: r.invoice_id,
        invoiceNumber: r.invoice_number,
        invoiceKind: r.kind,
        invoiceStatus: r.status,
        currency: r.currency,
        position: r.position,
        amountMinor: r.amount_minor,
        taxMinor: r.tax_minor,
        productId: r.product_id,
        costType: r.cost_type,
        isTaxRecoverable: r.is_tax_recoverable,
        isExcluded: r.is_excluded,
        exclusionReason: r.exclusion_reason,
        purchaseOrderLineId: r.purchase_order_line_id,
      },
    ]),
  );
}

/** Credits that are not deleted, joined with their credit notes. */
const credits = (w: Work) =>
  w.tx
    .selectFrom('invoice_line as c')
    .innerJoin('invoice as n', (j) => j.onRef('n.account_id', '=', 'c.account_id').onRef('n.id', '=', 'c.invoice_id'))
    .where('c.account_id', '=', w.scope.accountId)
    .where('c.deleted_at', 'is', null)
    .where('n.deleted_at', 'is', null);

/**
 * The amounts and quantities by which credit notes reduce each line, each 0 or below. Credit notes in review do not
 * count.
 */
export async function sumCredits(w: Work, lineIds: readonly string[]): Promise<Map<string, LineFigures>> {
  if (lineIds.length === 0) return new Map();
  const rows = await credits(w)
    .select([
      'c.credits_line_id as line_id',
      sql<string>`sum(c.amount_minor)::text`.as('amount'),
      sql<string>`sum(c.tax_minor)::text`.as('tax'),
      sql<string>`sum(c.quantity)::text`.as('quantity'),
    ])
    .where('c.credits_line_id', 'in', [...lineIds])
    .where('n.status', '<>', 'REVIEW')
    .groupBy('c.credits_line_id')
    .execute();
  return new Map(
    rows.map((r) => [
      r.line_id ?? '',
      { amountMinor: BigInt(r.amount), taxMinor: BigInt(r.tax), quantityMicro: quantityMicroOf(r.quantity) },
    ]),
  );
}

/**
 * The credit notes that credit these lines, including credit notes in review. The lines cannot be deleted as long as
 * there are any.
 */
export async function usesAsCredited(w: Work, lineIds: readonly string[]): Promise<Use[]> {
  if (lineIds.length === 0) return [];
  const rows = await credits(w)
    .select(['n.id', 'n.invoice_number'])
    .distinct()
    .where('c.credits_line_id', 'in', [...lineIds])
    .orderBy('n.invoice_number')
    .orderBy('n.id')
    .limit(20)
    .execute();
  return rows.map((r) => ({ type: 'INVOICE', id: r.id, label: r.invoice_number }));
}

interface InvoiceRef {
  readonly id: string;
  readonly number: string;
}

/** The invoices whose lines this invoice credits, and the credit notes that credit its own lines. */
export async function listCreditRefs(
  w: Work,
  invoiceId: string,
): Promise<{ credits: InvoiceRef[]; creditedBy: InvoiceRef[] }> {
  const line = (q: ReturnType<typeof credits>) =>
    q.innerJoin('invoice_line as o', (j) =>
      j.onRef('o.account_id', '=', 'c.account_id').onRef('o.id', '=', 'c.credits_line_id'),
    );
  const credited = await line(credits(w))
    .innerJoin('invoice as i', (j) => j.onRef('i.account_id', '=', 'o.account_id').onRef('i.id', '=', 'o.invoice_id'))
    .select(['i.id', 'i.invoice_number as number'])
    .distinct()
    .where('c.invoice_id', '=', invoiceId)
    .orderBy('i.invoice_number')
    .orderBy('i.id')
    .execute();
  const creditedBy = await line(credits(w))
    .select(['n.id', 'n.invoice_number as number'])
    .distinct()
    .where('o.invoice_id', '=', invoiceId)
    .where('o.deleted_at', 'is', null)
    .orderBy('n.invoice_number')
    .orderBy('n.id')
    .execute();
  return { credits: credited, creditedBy };
}
