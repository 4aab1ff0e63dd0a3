import type { CodeKind } from '@quayside/contracts/products/product-codes';
import {
  type ImportRow,
  LIGHT_GRAMS,
  type ProductImport,
  THIN_DENSITY,
} from '@quayside/contracts/products/product-imports';
import { formatQuantity, MICRO } from '@quayside/domain/money/money';
import { type Selectable, sql } from 'kysely';
import { PLANNED_EACH_TIME } from '../../../db/prepared.ts';
import type { Work } from '../../../db/tx.ts';
import type { DB } from '../../../db/types.gen.ts';
import { hasMeasure } from './imports.measures.ts';
import { type Change, creationInWords, type PlannedRow } from './imports.plan.ts';
import { type CellError, cellErrorAnswer, firstRows, type RowSummary, summariseRows } from '../../imports/public.ts';
import type { Given } from './imports.rows.ts';
import { measuresOf, type ProductState } from '../rows/products.state.ts';

type Action = PlannedRow['action'];
/**
 * A checked row of an import. It is saved until the import stores it as a product, and then kept so that screens can
 * show it.
 */
export interface StagedRow {
  readonly row: number;
  readonly action: Action;
  readonly key: string | null;
  /** For a row that creates a product: the id that the product will have. */
  readonly productId: string | null;
  readonly data: StagedData;
  readonly errors: readonly CellError[];
}
interface StagedData {
  readonly sku: string;
  readonly name: string;
  readonly given: Given;
  /** The version that the existing product had when the row was checked. */
  readonly version: number | null;
  /** The changes of an existing product; empty for a new one. */
  readonly changes: readonly Change[];
  /**
   * The weight (micrograms) and the volume (cubic millimetres) of a unit, by which one can tell that the file uses
   * another unit. Absent if the row gives no measure.
   */
  readonly parcel?: readonly [weightUg: string | null, volumeMm3: string | null];
  /** How the product was found, if not by its SKU. */
  readonly found?: FoundBy | undefined;
}
type FoundBy = readonly [by: CodeKind, code: string];

/** Converts a planned row to the form that is saved. `found` says how its product was found, if not by its SKU. */
export function toStaged(plan: PlannedRow, productId: string | null, found: FoundBy | undefined): StagedRow {
  const { row, action, key, given, before, state, changes, errors } = plan;
  return {
    row,
    action,
    key: key ?? null,
    productId,
    data: {
      sku: state.sku,
      name: state.name,
      given,
      version: before?.version ?? null,
      changes,
      ...(hasMeasure(given.values) && { parcel: parcelOf(state) }),
      ...(found && { found }),
    },
    errors,
  };
}

function parcelOf(state: ProductState): NonNullable<StagedData['parcel']> {
  const { weightUg, volumeMm3 } = measuresOf(state);
  return [weightUg?.toString() ?? null, volumeMm3?.toString() ?? null];
}

/** Passes the rows as one JSON parameter. With an SQL array of JSON values, each value would be escaped twice. */
function recordsOf(rows: readonly StagedRow[]) {
  const records = rows.map(({ errors, ...r }) => (errors.length === 0 ? r : { ...r, errors }));
  return sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r(
    row integer, action text, key text, "productId" uuid, data jsonb, errors jsonb
  )`;
}

export async function insertStaged(w: Work, importId: string, rows: readonly StagedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into product_import_row (account_id, import_id, row, action, sku_key, product_id, changes, errors)
    select ${w.scope.accountId}::uuid, ${importId}::uuid, r.row, r.action, r.key, r."productId", r.data, r.errors
    from ${recordsOf(rows)}`.execute(w.tx);
}

/** Sets a savepoint. */
export async function setSavepoint(w: Work): Promise<void> {
  await sql`savepoint before_rows`.execute(w.tx);
}
/** Rolls the transaction back to the savepoint. */
export async function rollbackToSavepoint(w: Work): Promise<void> {
  await sql`rollback to savepoint before_rows`.execute(w.tx);
}

/** Updates those saved rows whose final outcome differs from that of the check. */
export async function restage(w: Work, importId: string, rows: readonly StagedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update product_import_row s
    set action = r.action, product_id = r."productId", changes = r.data, errors = r.errors
    from ${recordsOf(rows)}
    where s.account_id = ${w.scope.accountId} and s.import_id = ${importId} and s.row = r.row`.execute(w.tx);
}

/** Marks rows as invalid after a check that compares all rows. */
export async function failRows(w: Work, importId: string, errors: readonly CellError[]): Promise<void> {
  const CHUNK = 5000;
  for (let i = 0; i < errors.length; i += CHUNK) {
    const part = errors.slice(i, i + CHUNK);
    await sql`
      update product_import_row s set action = 'FAIL', product_id = null, errors = jsonb_build_array(r.error::jsonb)
      from unnest(
        ${sql.val(part.map((e) => e.row))}::integer[], ${sql.val(part.map((e) => JSON.stringify(e)))}::text[]
      ) as r(row, error)
      where s.account_id = ${w.scope.accountId} and s.import_id = ${importId} and s.row = r.row`.execute(w.tx);
  }
}

/**
 * The next valid rows after the given row number. Rows with a parent are read in a second pass, when all parents exist.
 */
export async function nextStaged(
  w: Work,
  importId: string,
  round: { readonly withParent: boolean; readonly after: number; readonly limit: number },
): Promise<StagedRow[]> {
  const rows = await w.tx
    .selectFrom('product_import_row')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('import_id', '=', importId)
    .where('action', '<>', 'FAIL')
    .where('row', '>', round.after)
    .where(sql<boolean>`(changes -> 'given' -> 'parent' is not null) = ${round.withParent}`)
    .orderBy('row')
    .limit(round.limit)
    .execute();
  return rows.map(toStagedRow);
}

const MANY = 500;

/**
 * Finds the products that the rows of an import match by SKU, and locks them. Returns their ids by row number. All rows
 * are matched at once, before anything is stored: without statistics, PostgreSQL would assume that the account has no
 * products, and scan everything stored so far for each single look-up.
 */
export async function matchStaged(w: Work, importId: string): Promise<Map<number, string>> {
  const staged = await sql`
    select from product_import_row
    where account_id = ${w.scope.accountId} and import_id = ${importId}
    limit ${MANY}`.execute(w.tx);
  // A few rows are looked up one by one. For many rows, a plan is forced that reads each table once, whatever the
  // statistics say. The statement is planned anew each time, because a prepared one could still use the plan for few
  // rows.
  const isMany = staged.rows.length === MANY;
  if (isMany) await sql`select set_config('enable_nestloop', 'off', true)`.execute(w.tx);
  const { rows } = await sql<{ row: number; id: string }>`
    ${sql.raw(PLANNED_EACH_TIME)}
    select s.row, p.id
    from product_import_row s
    join product p on p.account_id = s.account_id and p.sku_key = s.sku_key
    where s.account_id = ${w.scope.accountId} and s.import_id = ${importId} and s.action <> 'FAIL'
    order by p.id
    for update of p`.execute(w.tx);
  if (isMany) await sql`select set_config('enable_nestloop', 'on', true)`.execute(w.tx);
  return new Map(rows.map((r) => [r.row, r.id]));
}

/** A row of the table. */
export type StoredRow = Pick<
  Selectable<DB['product_import_row']>,
  'row' | 'action' | 'sku_key' | 'product_id' | 'changes' | 'errors'
>;
export const toStagedRow = (r: StoredRow): StagedRow => ({
  row: r.row,
  action: r.action as Action,
  key: r.sku_key,
  productId: r.product_id,
  data: r.changes as unknown as StagedData,
  errors: (r.errors as unknown as CellError[] | null) ?? [],
});

/** The number of the first row with each SKU, among the rows saved so far. */
export async function stagedKeys(w: Work, importId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; row: number }>`
    select sku_key as key, min(row) as row from product_import_row
    where account_id = ${w.scope.accountId} and import_id = ${importId} and sku_key is not null
    group by sku_key`.execute(w.tx);
  return new Map(rows.map((r) => [r.key, r.row]));
}

interface Summary extends RowSummary, Pick<ProductImport, 'sample' | 'parcels'> {}

/** Counts the rows by outcome, and collects the first errors and a few sample rows. */
export async function summarise(w: Work, importId: string): Promise<Summary> {
  const table = 'product_import_row';
  const rows = await summariseRows(w, table, importId);
  const first = await firstRows<StagedData>(w, table, importId, 'changes');
  return {
    ...rows,
    parcels: await parcelsOf(w, importId),
    sample: first.map(({ row, action, value: { sku, name } }) => ({ row, action, sku, name })),
  };
}

const LIGHT_UG = BigInt(LIGHT_GRAMS) * MICRO;
/** The density is computed in thousandths of a microgram per cubic millimetre, which is a kilogram per cubic metre. */
const THOUSAND = 1000n;

/** The median parcel of the valid rows with a measure. It is as large as one of them, so no value is invented. */
async function parcelsOf(w: Work, importId: string): Promise<ProductImport['parcels']> {
  const { rows } = await sql<{ weight: bigint | null; density: bigint | null; n: bigint }>`
    select count(*) as n, percentile_disc(0.5) within group (order by p.weight) as weight,
      percentile_disc(0.5) within group (order by p.weight * ${THOUSAND} / p.volume) as density
    from (
      select (changes -> 'parcel' ->> 0)::bigint as weight, (changes -> 'parcel' ->> 1)::bigint as volume
      from product_import_row
      where account_id = ${w.scope.accountId} and import_id = ${importId} and action <> 'FAIL' and changes ? 'parcel'
    ) as p`.execute(w.tx);
  const [found] = rows;
  if (!found || found.n === 0n) return null;
  const { weight, density } = found;
  const isThin = density !== null && density < BigInt(THIN_DENSITY) * THOUSAND;
  return {
    weight: weight === null ? null : formatQuantity(weight),
    density: density === null ? null : formatQuantity(density * (MICRO / THOUSAND)),
    doubt: weight !== null && weight < LIGHT_UG ? 'LIGHT' : isThin ? 'THIN' : null,
  };
}

/** The numbers of the rows that belong to these products, by product id. */
export async function rowsOfProducts(w: Work, importId: string, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; row: number }>`
    select product_id as id, row from product_import_row
    where account_id = ${w.scope.accountId} and import_id = ${importId}
      and product_id = any(${sql.val([...ids])}::uuid[]) and action in ('CREATE', 'UPDATE')`.execute(w.tx);
  return new Map(rows.map((r) => [r.id, r.row]));
}

/** Converts a row of an import to the form that the API returns. */
export const toImportRow = (w: Work, r: StagedRow): ImportRow => ({
  row: r.row,
  action: r.action,
  sku: r.data.sku,
  name: r.data.name,
  productId: r.productId,
  foundBy: r.data.found ? { by: r.data.found[0], code: r.data.found[1] } : null,
  changes: (r.action === 'CREATE' ? creationInWords(r.data.given) : r.data.changes).map(
    ([field, before, after, unitBefore = null, unitAfter = null]) => ({ field, before, after, unitBefore, unitAfter }),
  ),
  errors: r.errors.map((error) => cellErrorAnswer(w, error)),
});
