import type { QueryOut } from '@quayside/contracts/endpoint';
import type { decisionFilters, listMissingDecisions } from '@quayside/contracts/stock/missing';
import type { Debtor, MissingKind } from '@quayside/domain/stock/receipts';
import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import { byId, byPresence, defineList, neverNull } from '../../../http/list.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { PACK_LISTS, SHIPMENT_PLANS } from '../../shipments/facts.ts';
import { ORDERS } from '../../costs/facts.ts';
import { PRODUCTS } from '../../products/facts.ts';

// Chooses pages of decisions about units that did not arrive. This file writes nothing.

const list = defineList<typeof listMissingDecisions, typeof decisionFilters>({
  filters: {
    order: byId(sql.ref('d.order_id')),
    plan: byId(sql.ref('d.plan_id')),
    takenBack: byPresence(sql`d.taken_back_at is not null`),
  },
  sorts: { day: neverNull(sql`d.day`) },
  usual: [{ field: 'day', direction: 'desc' }],
  last: sql`d.id`,
  lastDirection: 'desc',
});

/** A decision about missing units as lists show it. */
export interface DecisionHead {
  readonly id: string;
  readonly packListId: string;
  readonly packListNumber: bigint;
  readonly orderId: string;
  readonly orderNumber: string;
  readonly planId: string | null;
  readonly planNumber: bigint | null;
  readonly planStatus: string | null;
  readonly sku: string;
  readonly kind: MissingKind;
  readonly debtor: Debtor;
  readonly day: string;
  readonly units: bigint;
  readonly found: bigint;
  readonly words: string | null;
  readonly creditNoteId: string | null;
  readonly creditNoteNumber: string | null;
  readonly createdAt: Date;
  readonly createdBy: string | null;
  readonly takenBackAt: Date | null;
}

/** One page of decisions, newest first unless sorted otherwise, and the total count. */
export function listDecisionHeads(w: Work, q: QueryOut<typeof listMissingDecisions>) {
  const decisions = w.tx.selectFrom('missing_decision as d').where('d.account_id', '=', w.scope.accountId);
  return list.heads(w, q, list.filtered(w, decisions, q).select('d.id'), readDecisionHeads);
}

/** The decisions with these ids. */
export async function readDecisionHeads(w: Work, ids: readonly string[]): Promise<Map<string, DecisionHead>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<DecisionHead>`
    select d.id, d.pack_list_id as "packListId", l.number as "packListNumber", d.order_id as "orderId",
      c.number as "orderNumber", d.plan_id as "planId", s.number as "planNumber", s.status as "planStatus", p.sku,
      d.kind, d.debtor, d.day, d.units, d.found, d.words, d.credit_invoice_id as "creditNoteId",
      i.invoice_number as "creditNoteNumber", d.created_at as "createdAt", d.created_by as "createdBy",
      d.taken_back_at as "takenBackAt"
    from missing_decision d
    join ${PACK_LISTS} l on l.account_id = d.account_id and l.id = d.pack_list_id
    join ${ORDERS} c on c.account_id = d.account_id and c.id = d.order_id
    join ${PRODUCTS} p on p.account_id = d.account_id and p.id = d.product_id
    left join ${SHIPMENT_PLANS} s on s.account_id = d.account_id and s.id = d.plan_id
    left join ${INVOICES} i on i.account_id = d.account_id and i.id = d.credit_invoice_id
    where d.account_id = ${w.scope.accountId} and d.id = ${anyOf(ids)}`.execute(w.tx);
  return new Map(rows.map((row) => [row.id, row]));
}
