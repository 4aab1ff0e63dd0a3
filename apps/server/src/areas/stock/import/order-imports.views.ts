import type { QueryOut } from '@quayside/contracts/endpoint';
import type {
  listOrderImports,
  listUnknownSkus,
  OrderImport,
  UnknownSku,
} from '@quayside/contracts/stock/order-imports';
import type { Page } from '@quayside/contracts/paging';
import { sql } from 'kysely';
import { cappedCount, countBeside, envelope, pageWindow, searchIn } from '../../../db/paging.ts';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { commonAnswer, creatorNames, KEPT_DAYS, listImports, readImport } from '../../imports/public.ts';
import { ORDERS, type OrderImportRecord } from './order-imports.kind.ts';
import { readRules } from '../rows/sale-places.queries.ts';
import { placesOf } from '../orders/sale-places.service.ts';

const DAY_MS = 24 * 3_600_000;

type Rules = Awaited<ReturnType<typeof readRules>>;

/** What of a file was shipped, with the places that it leaves as they are chosen now. */
function salePlacesOf(w: Work, { soldOn = [] }: OrderImportRecord['result'], rules: Rules): OrderImport['salePlaces'] {
  const sold = soldOn.map(({ lines, units, ...rest }) => ({ ...rest, lines: BigInt(lines), units: BigInt(units) }));
  return placesOf(sold, rules, todayOf(w)).map(({ source, channel, place, lines, units }) => ({
    ...{ source, channel, place, lines, units },
  }));
}

async function answersOf(w: Work, records: readonly OrderImportRecord[]): Promise<OrderImport[]> {
  const names = await creatorNames(w, records);
  const rules = await readRules(w);
  return records.map((r) => {
    const { result } = r;
    const common = commonAnswer(w, ORDERS, r);
    const isRecent = r.finishedAt !== null && w.now.getTime() - r.finishedAt.getTime() < KEPT_DAYS * DAY_MS;
    return {
      ...common,
      counts: result.counts,
      hasErrorFile: isRecent && (result.refused ?? 0) > 0,
      unknownSkus: result.unknownSkus,
      unknownSkuCount: result.unknownSkuCount,
      salePlaces: salePlacesOf(w, result, rules),
      undo: result.undo,
      canUndo: common.canUndo && isRecent,
      createdBy: r.createdBy === null ? null : (names.get(r.createdBy) ?? null),
    };
  });
}

/** One import as the API returns it. Throws 404 if it does not exist. */
export async function getOrderImport(w: Work, id: string): Promise<OrderImport> {
  const [answer] = await answersOf(w, [await readImport(w, ORDERS, id)]);
  if (!answer) throw new Error(`the import ${id} has no answer`);
  return answer;
}

/** Lists imports, without their errors. */
export const listOrderImportPage = (w: Work, q: QueryOut<typeof listOrderImports>): Promise<Page<OrderImport>> =>
  listImports(w, ORDERS, q, ['errors', 'unknownSkus'], (records) => answersOf(w, records));

const SORTS = { sku: sql`u.sku`, lines: sql`u.lines`, units: sql`u.units`, lastDay: sql`u."lastDay"` };

/** SKUs of customer orders that no product has, the most sold first. */
export async function listUnknownSkuPage(w: Work, q: QueryOut<typeof listUnknownSkus>): Promise<Page<UnknownSku>> {
  const window = pageWindow(q);
  const grouped = sql<{ sku: string; lines: bigint; units: bigint; firstDay: string; lastDay: string }>`(
    select l.sku, count(*) as lines, sum(l.shipped)::bigint as units, min(o.day) as "firstDay", max(o.day) as "lastDay"
    from customer_order_line l
    join customer_order o on o.account_id = l.account_id and o.id = l.customer_order_id
    where l.account_id = ${w.scope.accountId} and l.product_id is null
    group by l.sku
  )`;
  let rows = w.tx.selectFrom(grouped.as('u'));
  for (const word of searchIn(sql<string>`lower(u.sku)`, q.search)) rows = rows.where(word);
  const sorted = (q.sort ?? [{ field: 'units' as const, direction: 'desc' as const }]).reduce(
    (all, { field, direction }) => all.orderBy(SORTS[field], direction),
    rows.selectAll('u'),
  );
  const found = await sorted.orderBy('u.sku').limit(window.size).offset(window.offset).execute();
  const count = await countBeside(found, window, () => cappedCount(w.tx, rows.select('u.sku')));
  return envelope(
    found.map((row) => ({ ...row, lines: Number(row.lines), units: Number(row.units) })),
    count,
    window,
  );
}
