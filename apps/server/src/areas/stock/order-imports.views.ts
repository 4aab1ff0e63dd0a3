import type { QueryOut } from '@quayside/contracts/endpoint';
import type { listOrderImports, listUnknownSkus, OrderImport, UnknownSku } from '@quayside/contracts/order-imports';
import type { Page } from '@quayside/contracts/paging';
import { wordsOfStored } from '@quayside/contracts/texts/words';
import { sql } from 'kysely';
import { cappedCount, chipCondition, countBeside, envelope, pageWindow, searchIn } from '../../db/paging.ts';
import { todayOf } from '../../db/today.ts';
import type { Work } from '../../db/tx.ts';
import { personNames } from '../accounts/public.ts';
import { findOrderImport, type OrderImportRecord, toOrderImport } from './order-imports.queries.ts';
import { readRules } from './sale-places.queries.ts';
import { placesOf } from './sale-places.service.ts';

const RUNNING: ReadonlySet<string> = new Set(['PENDING', 'CHECKING', 'IMPORTING', 'UNDOING']);
const UNDOABLE: ReadonlySet<string> = new Set(['IMPORTED', 'FAILED']);
/** Lines are kept for so long, and an import can be undone. */
export const KEPT_DAYS = 30;
const DAY_MS = 24 * 3_600_000;

type Rules = Awaited<ReturnType<typeof readRules>>;

/** What of a file was shipped, with the places that it leaves as they are chosen now. */
function salePlacesOf(w: Work, { soldOn = [] }: OrderImportRecord['result'], rules: Rules): OrderImport['salePlaces'] {
  const sold = soldOn.map(({ lines, units, ...rest }) => ({ ...rest, lines: BigInt(lines), units: BigInt(units) }));
  return placesOf(sold, rules, todayOf(w)).map(({ source, channel, place, lines, units }) => ({
    ...{ source, channel, place, lines, units },
  }));
}

function toAnswer(w: Work, r: OrderImportRecord, names: ReadonlyMap<string, string>, rules: Rules): OrderImport {
  const { result } = r;
  const { create, update } = result.counts;
  const isRecent = r.finishedAt !== null && w.now.getTime() - r.finishedAt.getTime() < KEPT_DAYS * DAY_MS;
  return {
    id: r.id,
    state: r.state,
    fileName: r.fileName,
    isDryRun: r.isDryRun,
    encoding: result.encoding,
    ...(result.reading && { reading: result.reading }),
    isMixed: result.isMixed ?? false,
    counts: result.counts,
    progress: RUNNING.has(r.state) ? { done: r.rowsDone, total: r.rowsTotal } : null,
    errors: result.errors.map(({ reason, ...error }) => ({
      ...error,
      reason: wordsOfStored(reason, w.scope.language),
    })),
    errorCount: result.errorCount,
    hasErrorFile: isRecent && (result.refused ?? 0) > 0,
    unknownSkus: result.unknownSkus,
    unknownSkuCount: result.unknownSkuCount,
    salePlaces: salePlacesOf(w, result, rules),
    sameFileAs: result.sameFileAs,
    failure: result.failure ? wordsOfStored(result.failure, w.scope.language) : null,
    undo: result.undo,
    canUndo: UNDOABLE.has(r.state) && isRecent && create + update > 0 && result.undo === null,
    createdBy: r.createdBy === null ? null : (names.get(r.createdBy) ?? null),
    createdAt: r.createdAt.toISOString(),
    finishedAt: r.finishedAt?.toISOString() ?? null,
  };
}

/** One import as the API returns it. */
export async function findOrderImportView(w: Work, id: string): Promise<OrderImport | undefined> {
  const record = await findOrderImport(w, id);
  return record && toAnswer(w, record, await personNames(w, [record.createdBy]), await readRules(w));
}

/** Imports, newest first by default, without their errors. */
export async function listOrderImportPage(w: Work, q: QueryOut<typeof listOrderImports>): Promise<Page<OrderImport>> {
  const window = pageWindow(q);
  let rows = w.tx.selectFrom('order_import as i').where('i.account_id', '=', w.scope.accountId);
  for (const chip of q.filter) rows = rows.where(chipCondition(chip, sql.ref('i.state')));
  for (const word of searchIn(sql<string>`lower(i.file_name)`, q.search)) rows = rows.where(word);
  const direction = q.sort?.[0]?.direction ?? 'desc';
  const found = await rows
    .selectAll('i')
    .select(sql`i.result || '{"errors": [], "unknownSkus": []}'`.as('result'))
    .orderBy('i.created_at', direction)
    .orderBy('i.id', direction)
    .limit(window.size)
    .offset(window.offset)
    .execute();
  const count = await countBeside(found, window, () => cappedCount(w.tx, rows.select('i.id')));
  const records = found.map((r) => toOrderImport({ ...r, result: r.result as never }));
  const names = await personNames(
    w,
    records.map(({ createdBy }) => createdBy),
  );
  const rules = await readRules(w);
  return envelope(
    records.map((r) => toAnswer(w, r, names, rules)),
    count,
    window,
  );
}

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
