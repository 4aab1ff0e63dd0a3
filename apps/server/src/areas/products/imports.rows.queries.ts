import { wordsOfStored } from '@quayside/contracts/texts/words';
import type { ImportRow, ProductImport } from '@quayside/contracts/product-imports';
import { sql } from 'kysely';
import { PLANNED_EACH_TIME } from '../../db/prepared.ts';
import type { Work } from '../../db/tx.ts';
import { type Change, creationInWords, type PlannedRow } from './imports.plan.ts';
import type { CellError, Given } from './imports.rows.ts';

export type Action = PlannedRow['action'];
/** A row while it waits to be stored, and for later display. */
export interface StagedRow {
  readonly row: number;
  readonly action: Action;
  readonly key: string | null;
  /** For a row that creates a product: the id of the future product. */
  readonly productId: string | null;
  readonly data: StagedData;
  readonly errors: readonly CellError[];
}
export interface StagedData {
  readonly sku: string;
  readonly name: string;
  readonly given: Given;
  /** The version of the existing product at the time of the decision. */
  readonly version: number | null;
  /** For an update only. */
  readonly changes: readonly Change[];
}

/** Converts a planned row to its stored form. */
export function toStaged(plan: PlannedRow, productId: string | null): StagedRow {
  const { row, action, key, given, before, state, changes, errors } = plan;
  return {
    row,
    action,
    key: key ?? null,
    productId,
    data: { sku: state.sku, name: state.name, given, version: before?.version ?? null, changes },
    errors,
  };
}

/** The rows as one JSON parameter: as SQL arrays, each row's JSON would be escaped a second time. */
function recordsOf(rows: readonly StagedRow[]) {
  const records = rows.map(({ errors, ...r }) => (errors.length === 0 ? r : { ...r, errors }));
  return sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r(row integer, action text, key text, "productId" uuid, data jsonb, errors jsonb)`;
}

export async function insertStaged(w: Work, importId: string, rows: readonly StagedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into product_import_row (account_id, import_id, row, action, sku_key, product_id, changes, errors)
    select ${w.scope.accountId}::uuid, ${importId}::uuid, r.row, r.action, r.key, r."productId", r.data, r.errors from ${recordsOf(rows)}`.execute(
    w.tx,
  );
}

/** Updates rows whose final outcome differs from the staged one. */
export async function restage(w: Work, importId: string, rows: readonly StagedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update product_import_row s set action = r.action, product_id = r."productId", changes = r.data, errors = r.errors from ${recordsOf(rows)}
    where s.account_id = ${w.scope.accountId} and s.import_id = ${importId} and s.row = r.row`.execute(w.tx);
}

/** Marks rows as invalid after a check of all rows together. */
export async function failRows(w: Work, importId: string, errors: readonly CellError[]): Promise<void> {
  const CHUNK = 5000;
  for (let i = 0; i < errors.length; i += CHUNK) {
    const part = errors.slice(i, i + CHUNK);
    await sql`
      update product_import_row s set action = 'FAIL', product_id = null, errors = jsonb_build_array(r.error::jsonb)
      from unnest(${sql.val(part.map((e) => e.row))}::integer[], ${sql.val(part.map((e) => JSON.stringify(e)))}::text[]) as r(row, error)
      where s.account_id = ${w.scope.accountId} and s.import_id = ${importId} and s.row = r.row`.execute(w.tx);
  }
}

export async function deleteStaged(w: Work, importId: string): Promise<void> {
  await w.tx
    .deleteFrom('product_import_row')
    .where('account_id', '=', w.scope.accountId)
    .where('import_id', '=', importId)
    .execute();
}

/** The next valid rows after a row. Rows with a parent are read in a second pass, when the parents exist. */
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
 * Matches rows of an import to products by SKU and locks the products; the result is by row number. All rows at once,
 * before anything is stored: without statistics PostgreSQL takes a new account for empty, and would scan everything
 * stored so far for each look-up.
 */
export async function matchStaged(w: Work, importId: string): Promise<Map<number, string>> {
  const staged =
    await sql`select from product_import_row where account_id = ${w.scope.accountId} and import_id = ${importId} limit ${MANY}`.execute(
      w.tx,
    );
  // Look few rows up one by one. For many, force a plan that reads each side once, whatever the statistics say. A
  // prepared statement would go on with the plan that suited few rows.
  const isMany = staged.rows.length === MANY;
  if (isMany) await sql`select set_config('enable_nestloop', 'off', true)`.execute(w.tx);
  const { rows } = await sql<{ row: number; id: string }>`
    ${sql.raw(PLANNED_EACH_TIME)} select s.row, p.id from product_import_row s join product p on p.account_id = s.account_id and p.sku_key = s.sku_key
    where s.account_id = ${w.scope.accountId} and s.import_id = ${importId} and s.action <> 'FAIL' order by p.id for update of p`.execute(
    w.tx,
  );
  if (isMany) await sql`select set_config('enable_nestloop', 'on', true)`.execute(w.tx);
  return new Map(rows.map((r) => [r.row, r.id]));
}

export const toStagedRow = (r: {
  row: number;
  action: string;
  sku_key: string | null;
  product_id: string | null;
  changes: unknown;
  errors: unknown;
}): StagedRow => ({
  row: r.row,
  action: r.action as Action,
  key: r.sku_key,
  productId: r.product_id,
  data: r.changes as StagedData,
  errors: (r.errors as CellError[] | null) ?? [],
});

/** The first row of each staged SKU. */
export async function stagedKeys(w: Work, importId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; row: number }>`
    select sku_key as key, min(row) as row from product_import_row
    where account_id = ${w.scope.accountId} and import_id = ${importId} and sku_key is not null group by sku_key`.execute(
    w.tx,
  );
  return new Map(rows.map((r) => [r.key, r.row]));
}

const MAX_ERRORS = 1000;
const SAMPLE_ROWS = 20;
export interface Summary extends Pick<ProductImport, 'counts' | 'errorCount' | 'sample'> {
  readonly errors: readonly CellError[];
}

/** The counts over all rows. */
export async function summarise(w: Work, importId: string): Promise<Summary> {
  const of = sql`account_id = ${w.scope.accountId} and import_id = ${importId}`;
  const actions = await sql<{ action: Action; n: bigint; errors: bigint }>`
    select action, count(*) as n, coalesce(sum(jsonb_array_length(errors)), 0) as errors from product_import_row where ${of} group by action`.execute(
    w.tx,
  );
  const failed = await sql<{ errors: CellError[] }>`
    select errors from product_import_row where ${of} and action = 'FAIL' order by row limit ${sql.lit(MAX_ERRORS)}`.execute(
    w.tx,
  );
  const first = await sql<{ row: number; action: Action; data: StagedData }>`
    select row, action, changes as data from product_import_row where ${of} order by row limit ${sql.lit(SAMPLE_ROWS)}`.execute(
    w.tx,
  );
  const count = (action: Action) => Number(actions.rows.find((r) => r.action === action)?.n ?? 0n);
  return {
    counts: {
      rows: actions.rows.reduce((sum, r) => sum + Number(r.n), 0),
      create: count('CREATE'),
      update: count('UPDATE'),
      skip: count('SKIP'),
      fail: count('FAIL'),
    },
    errors: failed.rows.flatMap((r) => r.errors).slice(0, MAX_ERRORS),
    errorCount: actions.rows.reduce((sum, r) => sum + Number(r.errors), 0),
    sample: first.rows.map(({ row, action, data }) => ({ row, action, sku: data.sku, name: data.name })),
  };
}

/** The errors of a range of rows, by row. */
export async function errorsBetween(
  w: Work,
  importId: string,
  from: number,
  to: number,
): Promise<Map<number, readonly CellError[]>> {
  const { rows } = await sql<{ row: number; errors: CellError[] }>`
    select row, errors from product_import_row
    where account_id = ${w.scope.accountId} and import_id = ${importId} and action = 'FAIL' and row between ${from} and ${to}`.execute(
    w.tx,
  );
  return new Map(rows.map((r) => [r.row, r.errors]));
}

/** The rows of these products, by product id. */
export async function rowsOfProducts(w: Work, importId: string, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; row: number }>`
    select product_id as id, row from product_import_row
    where account_id = ${w.scope.accountId} and import_id = ${importId} and product_id = any(${sql.val([...ids])}::uuid[]) and action in ('CREATE', 'UPDATE')`.execute(
    w.tx,
  );
  return new Map(rows.map((r) => [r.id, r.row]));
}

/** A row of an import in the API's form. */
export const toImportRow = (w: Work, r: StagedRow): ImportRow => ({
  row: r.row,
  action: r.action,
  sku: r.data.sku,
  name: r.data.name,
  productId: r.productId,
  changes: (r.action === 'CREATE' ? creationInWords(r.data.given) : r.data.changes).map(([field, before, after]) => ({
    field,
    before,
    after,
  })),
  errors: r.errors.map((error) => cellErrorAnswer(w, error)),
});

/** A cell's error in the caller's language. */
export const cellErrorAnswer = (w: Work, error: CellError): ProductImport['errors'][number] => ({
  ...error,
  reason: wordsOfStored(error.reason, w.scope.language),
});
