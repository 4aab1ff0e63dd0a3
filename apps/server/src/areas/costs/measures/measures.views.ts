import type { AppliedBasis } from '@quayside/domain/landed-cost/types';
import type { InvoiceStatus } from '@quayside/domain/lists';
import type { Work } from '../../../db/tx.ts';
import { INVOICES, INVOICE_LINES } from '../../invoices/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';

interface LineRef {
  readonly name: string | null;
  /** The basis by which the line is currently shared. */
  readonly basis: AppliedBasis | null;
  readonly invoice: {
    readonly id: string;
    readonly number: string;
    readonly supplierName: string | null;
    readonly status: InvoiceStatus;
  };
}

/** The labels by which people recognise lines: the invoice number and the name of the line, with the current basis. */
export async function refsOfLines(w: Work, lineIds: readonly string[]): Promise<Map<string, LineRef>> {
  if (lineIds.length === 0) return new Map();
  const rows = await w.tx
    .selectFrom(INVOICE_LINES.as('l'))
    .innerJoin(INVOICES.as('i'), (j) => j.onRef('i.account_id', '=', 'l.account_id').onRef('i.id', '=', 'l.invoice_id'))
    .leftJoin(SUPPLIERS.as('s'), (j) =>
      j.onRef('s.account_id', '=', 'i.account_id').onRef('s.id', '=', 'i.supplier_id'),
    )
    .leftJoin('cost_allocation as a', (j) =>
      j.onRef('a.account_id', '=', 'l.account_id').onRef('a.line_id', '=', 'l.id').on('a.superseded_at', 'is', null),
    )
    .select(['l.id', 'l.name', 'a.basis', 'i.id as invoice_id', 'i.invoice_number', 'i.status', 's.company_name'])
    .where('l.account_id', '=', w.scope.accountId)
    .where('l.id', 'in', [...lineIds])
    .execute();
  return new Map(
    rows.map((r) => [
      r.id,
      {
        name: r.name,
        basis: r.basis,
        invoice: {
          id: r.invoice_id,
          number: r.invoice_number,
          supplierName: r.company_name,
          status: r.status,
        },
      },
    ]),
  );
}
