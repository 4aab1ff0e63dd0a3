import type { QueryOut } from '@quayside/contracts/endpoint';
import type { listMissingDecisions } from '@quayside/contracts/missing';
import type { FilterChip } from '@quayside/contracts/paging';
import type { Debtor, MissingKind } from '@quayside/domain/stock/receipts';
import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import { cappedCount, chipCondition, countBeside, pageWindow } from '../../db/paging.ts';
import { readPage } from '../../db/plans.ts';
import type { Work } from '../../db/tx.ts';

// Chooses pages of decisions about units that did not arrive. This file writes nothing.

function conditionOf(chip: FilterChip): RawBuilder<boolean> {
  switch (chip.field) {
    case 'order':
      return chipCondition(chip, sql.ref('d.order_id'), 'uuid');
    case 'plan':
      return chipCondition(chip, sql.ref('d.plan_id'), 'uuid');
    default:
      return chip.op === 'isEmpty' ? sql<boolean>`d.taken_back_at is null` : sql<boolean>`d.taken_back_at is not null`;
  }
}

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

type Query = QueryOut<typeof listMissingDecisions>;

/** One page of decisions, newest first unless sorted otherwise, and the total count. */
export async function listDecisionHeads(
  w: Work,
  q: Query,
): Promise<{ rows: DecisionHead[]; count: number; window: ReturnType<typeof pageWindow> }> {
  const window = pageWindow(q);
  const found = q.filter
    .map(conditionOf)
    .reduce(
      (rows, condition) => rows.where(condition),
      w.tx.selectFrom('missing_decision as d').where('d.account_id', '=', w.scope.accountId).select('d.id'),
    );
  const sorted = found.orderBy('d.day', q.sort?.[0]?.direction ?? 'desc').orderBy('d.id', 'desc');
  const page = await readPage(w.tx, sorted, window);
  const count = await countBeside(page, window, () => cappedCount(w.tx, found));
  const byId = await readDecisionHeads(
    w,
    page.map(({ id }) => id),
  );
  return { rows: page.flatMap(({ id }) => byId.get(id) ?? []), count, window };
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
    join pack_list l on l.account_id = d.account_id and l.id = d.pack_list_id
    join cost_layer c on c.account_id = d.account_id and c.id = d.order_id
    join product p on p.account_id = d.account_id and p.id = d.product_id
    left join shipment_plan s on s.account_id = d.account_id and s.id = d.plan_id
    left join invoice i on i.account_id = d.account_id and i.id = d.credit_invoice_id
    where d.account_id = ${w.scope.accountId} and d.id = ${anyOf(ids)}`.execute(w.tx);
  return new Map(rows.map((row) => [row.id, row]));
}
