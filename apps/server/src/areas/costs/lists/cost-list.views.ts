import type { CostEntry } from '@quayside/contracts/costs/costs';
import type { FilterChip, Page } from '@quayside/contracts/paging';
import { formatAmount, MICRO, unitCost } from '@quayside/domain/money/money';
import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import type { CopiedColumn, CopiedQuery } from '../../../db/copy.ts';
import {
  cappedCount,
  chipCondition,
  containing,
  countBeside,
  envelope,
  holdsWord,
  inPeopleOrder,
  pageWindow,
  searchWords,
} from '../../../db/paging.ts';
import { readPage } from '../../../db/plans.ts';
import type { Work } from '../../../db/tx.ts';
import { checkFilter } from '../../../http/filters.ts';
import { INVOICES, INVOICE_LINES } from '../../invoices/facts.ts';
import { PACK_LISTS, packListRefOf } from '../../shipments/facts.ts';
import { PRODUCTS } from '../../products/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';
import { orderRefOf } from '../facts.ts';

interface CostListQuery {
  readonly page?: number | undefined;
  readonly offset?: number | undefined;
  readonly size: number;
  readonly search?: string | undefined;
  readonly sort?:
    | readonly {
        field: 'date' | 'product' | 'costType' | 'invoiceNumber' | 'amount' | 'recordedAt';
        direction: 'asc' | 'desc';
      }[]
    | undefined;
  readonly filter: readonly FilterChip[];
}

/** SQL expression: the units of what carries an entry: of its pack list, or of its order; null without one. */
export const unitsOfEntry = sql<bigint | null>`case when e.pack_list_id is null then c.units else (
  select pl.lot_units from ${PACK_LISTS} pl where pl.account_id = e.account_id and pl.id = e.pack_list_id
) end`;

const base = (w: Work) =>
  w.tx
    .selectFrom('cost_entry as e')
    .innerJoin('cost_allocation as a', (j) =>
      j.onRef('a.account_id', '=', 'e.account_id').onRef('a.id', '=', 'e.allocation_id'),
    )
    .innerJoin(PRODUCTS.as('p'), (j) => j.onRef('p.account_id', '=', 'e.account_id').onRef('p.id', '=', 'e.product_id'))
    .innerJoin(INVOICES.as('i'), (j) => j.onRef('i.account_id', '=', 'e.account_id').onRef('i.id', '=', 'e.invoice_id'))
    .innerJoin(INVOICE_LINES.as('l'), (j) =>
      j.onRef('l.account_id', '=', 'e.account_id').onRef('l.id', '=', 'e.line_id'),
    )
    .leftJoin(SUPPLIERS.as('s'), (j) =>
      j.onRef('s.account_id', '=', 'i.account_id').onRef('s.id', '=', 'i.supplier_id'),
    )
    .leftJoin('cost_layer as c', (j) => j.onRef('c.account_id', '=', 'e.account_id').onRef('c.id', '=', 'e.layer_id'))
    .where('e.account_id', '=', w.scope.accountId)
    .where('e.superseded_at', 'is', null)
    // No current entry belongs to a deleted invoice. The condition is here only because it allows a page to be read
    // from the index of invoices by date, which does not contain deleted invoices.
    .where('i.deleted_at', 'is', null);

const FORMS = {
  supplier: 'uuid',
  product: 'uuid',
  invoice: 'uuid',
  date: 'date',
  excluded: ['true', 'false'],
  provisional: ['true', 'false'],
} as const;

function conditions(chips: readonly FilterChip[], search: string | undefined): Expression<boolean>[] {
  checkFilter(chips, FORMS);
  const of = chips.map((chip): Expression<boolean> => {
    switch (chip.field) {
      case 'supplier':
        return chipCondition(chip, sql.ref('i.supplier_id'), 'uuid');
      case 'product':
        return chipCondition(chip, sql.ref('e.product_id'), 'uuid');
      case 'invoice':
        return chipCondition(chip, sql.ref('e.invoice_id'), 'uuid');
      case 'date':
        return chipCondition(chip, sql.ref('i.date'), 'date');
      case 'excluded':
        return sql<boolean>`e.is_excluded::text = any(${chip.values}::text[])`;
      case 'provisional':
        return sql<boolean>`a.is_provisional::text = any(${chip.values}::text[])`;
      case 'invoiceNumber':
        return chipCondition(chip, sql.ref('i.invoice_number'));
      default:
        return chipCondition(chip, sql.ref('e.cost_type'));
    }
  });
  const found = searchWords(search).map(
    (word) =>
      sql<boolean>`(
        p.search_text like ${containing(word)}
        or ${holdsWord(sql`lower(i.invoice_number)`, word)}
        or ${holdsWord(sql`lower(s.company_name)`, word)}
        or ${holdsWord(sql`lower(coalesce(l.name, ''))`, word)}
      )`,
  );
  return [...of, ...found];
}

const SORT = {
  date: sql`i.date`,
  product: sql`p.name_key`,
  costType: sql`e.cost_type`,
  invoiceNumber: inPeopleOrder(sql`i.invoice_number`),
  amount: sql`e.account_minor`,
  recordedAt: sql`e.recorded_at`,
} as const;

const inOrder = <D, T extends keyof D, O>(
  rows: SelectQueryBuilder<D, T, O>,
  sort: CostListQuery['sort'],
): SelectQueryBuilder<D, T, O> =>
  (sort ?? [{ field: 'date', direction: 'desc' } as const])
    .reduce((ordered, { field, direction }) => ordered.orderBy(SORT[field], direction), rows)
    .orderBy(sql`e.id`, 'desc');

/** All assigned costs that match a filter, in the order of the list, for an export with COPY. */
export const costRows = (
  w: Work,
  q: Pick<CostListQuery, 'search' | 'filter' | 'sort'>,
  columns: readonly CopiedColumn[],
): CopiedQuery =>
  inOrder(
    base(w)
      .where((eb) => eb.and(conditions(q.filter, q.search)))
      .select(columns),
    q.sort,
  );

/** Lists assigned costs, either of all products or of one product. */
export async function listCosts(w: Work, query: CostListQuery, productId?: string): Promise<Page<CostEntry>> {
  const window = pageWindow(query);
  let rows = base(w).where((eb) => eb.and(conditions(query.filter, query.search)));
  if (productId !== undefined) rows = rows.where('e.product_id', '=', productId);
  const sorted = rows.select([
    'e.id',
    'e.line_id',
    'e.cost_type',
    'e.account_minor',
    'e.document_minor',
    'e.is_excluded',
    'e.recorded_at',
    'a.basis',
    'a.is_provisional',
    'p.id as product_id',
    'p.sku',
    'p.name as product_name',
    'i.id as invoice_id',
    'i.invoice_number',
    'i.date',
    'i.status',
    'i.currency',
    's.company_name',
    'l.position',
    'l.name as line_name',
    unitsOfEntry.as('units'),
    orderRefOf.as('order'),
    packListRefOf(sql`e.account_id`, sql`e.pack_list_id`).as('pack_list'),
  ]);
  const found = await readPage(w.tx, inOrder(sorted, query.sort), window);
  const count = await countBeside(found, window, () => cappedCount(w.tx, rows.select('e.id')));
  const content = found.map(
    (r): CostEntry => ({
      id: r.id,
      product: { id: r.product_id, sku: r.sku, name: r.product_name },
      invoice: {
        id: r.invoice_id,
        number: r.invoice_number,
        date: r.date,
        status: r.status as CostEntry['invoice']['status'],
        currency: r.currency,
        supplierName: r.company_name ?? '',
      },
      lineId: r.line_id,
      linePosition: r.position,
      lineName: r.line_name,
      costType: r.cost_type as CostEntry['costType'],
      order: r.order,
      packList: r.pack_list,
      quantity: Number(r.units ?? 0n),
      amount: formatAmount(r.account_minor, w.scope.currency),
      documentAmount: formatAmount(r.document_minor, r.currency),
      perUnit: r.units === null || r.units === 0n ? null : unitCost(r.account_minor, r.units * MICRO, w.scope.currency),
      basis: r.basis as CostEntry['basis'],
      isProvisional: r.is_provisional,
      isExcluded: r.is_excluded,
      recordedAt: r.recorded_at.toISOString(),
    }),
  );
  return envelope(content, count, window);
}

/** The exact count and the sums of the costs that match the filter. */
export async function costTotals(
  w: Work,
  query: { search?: string | undefined; filter: readonly FilterChip[] },
): Promise<{ count: number; amount: string; excludedAmount: string }> {
  const row = await base(w)
    .where((eb) => eb.and(conditions(query.filter, query.search)))
    .select([
      sql<bigint>`count(*)`.as('count'),
      sql<string>`coalesce(sum(e.account_minor) filter (where not e.is_excluded), 0)`.as('amount'),
      sql<string>`coalesce(sum(e.account_minor) filter (where e.is_excluded), 0)`.as('excluded'),
    ])
    .executeTakeFirstOrThrow();
  return {
    count: Number(row.count),
    amount: formatAmount(BigInt(row.amount), w.scope.currency),
    excludedAmount: formatAmount(BigInt(row.excluded), w.scope.currency),
  };
}
