import type { OrderImport } from '@quayside/contracts/stock/order-imports';
import type { ReportLine } from '@quayside/domain/stock/order-report';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { IMPORTS } from '../../imports/facts.ts';

/** The key of the last line of a part, after which the next one begins. Its first part is a day. */
type Cursor = readonly string[];

const textOf = (value: bigint | null): string | null => (value === null ? null : String(value));

/** Adds lines of a file to those that were read before. Rows of the same order and SKU are summed, as `summed` does. */
export async function stageLines(w: Work, importId: string, lines: readonly ReportLine[]): Promise<void> {
  if (lines.length === 0) return;
  const text = (key: 'number' | 'sku' | 'day' | 'channel' | 'fulfilment' | 'orderStatus' | 'status' | 'currency') =>
    sql.val(lines.map((line) => line[key]));
  await sql`
    insert into order_import_line as s (
      account_id, import_id, number, sku, row, day, channel, order_status, status, units, shipped, currency,
      price_minor, last_updated_at, fulfilment
    )
    select ${w.scope.accountId}::uuid, ${importId}::uuid, n.*
    from unnest(
      ${text('number')}::text[], ${text('sku')}::text[], ${sql.val(lines.map(({ row }) => row))}::integer[],
      ${text('day')}::date[], ${text('channel')}::text[], ${text('orderStatus')}::text[], ${text('status')}::text[],
      ${sql.val(lines.map(({ units }) => String(units)))}::bigint[],
      ${sql.val(lines.map(({ shipped }) => String(shipped)))}::bigint[], ${text('currency')}::text[],
      ${sql.val(lines.map(({ priceMinor }) => textOf(priceMinor)))}::bigint[],
      ${sql.val(lines.map(({ lastUpdatedAt }) => lastUpdatedAt?.toISOString() ?? null))}::timestamptz[],
      ${text('fulfilment')}::text[]
    ) n
    on conflict (account_id, import_id, number, sku) do update
    set status = case when excluded.status = 'SHIPPED' then excluded.status else s.status end,
      units = s.units + excluded.units, shipped = s.shipped + excluded.shipped,
      currency = coalesce(s.currency, excluded.currency),
      price_minor = case
        when s.price_minor is null and excluded.price_minor is null then null
        else coalesce(s.price_minor, 0) + coalesce(excluded.price_minor, 0)
      end,
      last_updated_at = greatest(s.last_updated_at, excluded.last_updated_at)`.execute(w.tx);
}

/** A line as it was before an import replaced it. */
export interface LineBefore {
  readonly productId: string | null;
  readonly status: string;
  readonly units: string;
  readonly shipped: string;
  readonly currency: string | null;
  readonly priceMinor: string | null;
  readonly lastUpdatedAt: string | null;
  readonly importId: string;
  readonly day: string;
  readonly channel: string;
  readonly orderStatus: string;
  /** Absent in what imports of an earlier release kept. */
  readonly fulfilment?: string;
}

/** The next lines of a file in the order of their days. */
export async function readStaged(
  w: Work,
  importId: string,
  after: Cursor | null,
  limit: number,
): Promise<ReportLine[]> {
  const rest = after ? sql`and (day, number, sku) > (${after[0]}::date, ${after[1]}, ${after[2]})` : sql``;
  const { rows } = await sql<ReportLine>`
    select number, sku, row, day, channel, order_status as "orderStatus", status, units, shipped, currency,
      price_minor as "priceMinor", last_updated_at as "lastUpdatedAt", fulfilment
    from order_import_line
    where account_id = ${w.scope.accountId} and import_id = ${importId} ${rest}
    order by day, number, sku
    limit ${limit}`.execute(w.tx);
  return rows;
}

/** A line that an import stored. `before` null: the import created it. */
export interface StoredChange {
  readonly lineId: string;
  readonly day: string;
  readonly before: LineBefore | null;
}

/** Keeps what lines were before an import stored them. */
export async function insertChanges(w: Work, importId: string, changes: readonly StoredChange[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    insert into order_import_change (account_id, import_id, day, line_id, before)
    select ${w.scope.accountId}::uuid, ${importId}::uuid, n.day, n.line_id, n.before::jsonb
    from unnest(
      ${sql.val(changes.map(({ day }) => day))}::date[], ${sql.val(changes.map(({ lineId }) => lineId))}::uuid[],
      ${sql.val(changes.map(({ before }) => (before === null ? null : JSON.stringify(before))))}::text[]
    ) n(day, line_id, before)`.execute(w.tx);
}

/** The next lines that an import stored, in the order of their days. */
export async function readChanges(
  w: Work,
  importId: string,
  after: Cursor | null,
  limit: number,
): Promise<StoredChange[]> {
  const rest = after ? sql`and (day, line_id) > (${after[0]}::date, ${after[1]}::uuid)` : sql``;
  const { rows } = await sql<StoredChange>`
    select day, line_id as "lineId", before from order_import_change
    where account_id = ${w.scope.accountId} and import_id = ${importId} ${rest}
    order by day, line_id
    limit ${limit}`.execute(w.tx);
  return rows;
}

/** The SKUs of a file, with their lines and the units that were shipped. */
export async function stagedSkus(w: Work, importId: string): Promise<OrderImport['unknownSkus']> {
  const { rows } = await sql<{ sku: string; lines: bigint; units: bigint }>`
    select sku, count(*) as lines, sum(shipped)::bigint as units from order_import_line
    where account_id = ${w.scope.accountId} and import_id = ${importId}
    group by sku`.execute(w.tx);
  return rows.map(({ sku, lines, units }) => ({ sku, lines: Number(lines), units: Number(units) }));
}

/** How many lines of a file are new, another, the same, or older than what is known. */
export async function countStaged(
  w: Work,
  importId: string,
): Promise<Pick<OrderImport['counts'], 'lines' | 'create' | 'update' | 'same' | 'older'>> {
  const { rows } = await sql<{ action: 'CREATE' | 'UPDATE' | 'SAME' | 'OLDER'; lines: bigint }>`
    select case
        when l.id is null then 'CREATE'
        when s.last_updated_at < l.last_updated_at then 'OLDER'
        when (
            s.units, s.shipped, s.status, s.currency, s.price_minor, s.last_updated_at, s.day, s.channel,
            s.order_status, s.fulfilment
          )
          is not distinct from
          (
            l.units, l.shipped, l.status, l.currency, l.price_minor, l.last_updated_at, o.day, o.channel, o.status,
            l.fulfilment
          )
          then 'SAME'
        else 'UPDATE'
      end as action, count(*) as lines
    from order_import_line s
    left join customer_order o on o.account_id = s.account_id and o.number = s.number
    left join customer_order_line l on l.account_id = s.account_id and l.customer_order_id = o.id and l.sku = s.sku
    where s.account_id = ${w.scope.accountId} and s.import_id = ${importId}
    group by 1`.execute(w.tx);
  const of = (action: string) => Number(rows.find((row) => row.action === action)?.lines ?? 0n);
  return {
    lines: rows.reduce((sum, { lines }) => sum + Number(lines), 0),
    create: of('CREATE'),
    update: of('UPDATE'),
    same: of('SAME'),
    older: of('OLDER'),
  };
}

/**
 * Deletes what imports keep beside their result: what the file says once they are over, and, once they can no longer be
 * undone, what lines were before and the rows that were refused.
 */
export async function dropOldLines(w: Work, before: Date): Promise<void> {
  const a = w.scope.accountId;
  await sql`
    delete from order_import_line s using ${IMPORTS} i
    where s.account_id = ${a} and i.account_id = s.account_id and i.id = s.import_id
      and i.state not in ('PENDING', 'CHECKING', 'CHECKED', 'IMPORTING')`.execute(w.tx);
  await sql`
    delete from order_import_refusal r using ${IMPORTS} i
    where r.account_id = ${a} and i.account_id = r.account_id and i.id = r.import_id
      and i.finished_at < ${before}`.execute(w.tx);
  await sql`
    delete from order_import_change c using ${IMPORTS} i
    where c.account_id = ${a} and i.account_id = c.account_id and i.id = c.import_id
      and i.finished_at < ${before} and i.state <> 'UNDOING'`.execute(w.tx);
}

/** Deletes the lines of an import of which nothing is stored. */
export async function deleteStagedLines(w: Work, importId: string): Promise<void> {
  await w.tx
    .deleteFrom('order_import_line')
    .where('account_id', '=', w.scope.accountId)
    .where('import_id', '=', importId)
    .execute();
}
