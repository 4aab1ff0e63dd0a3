import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import type { DB } from '../../../db/types.gen.ts';
import { AppError, onConstraint } from '../../../http/errors.ts';

export type SupplierRow = Selectable<DB['supplier']>;
/** The columns that a person can write. */
export type SupplierValues = Omit<
  Insertable<DB['supplier']>,
  'account_id' | 'id' | 'created_at' | 'updated_at' | 'version' | 'archived_at' | Generated
>;
/** The columns that the database generates. */
const GENERATED = [
  'search_text',
  'name_key',
  'local_name_key',
  'email_key',
  'email_domain',
  'telephone_key',
  'xero_key',
] as const;
type Generated = (typeof GENERATED)[number];

/** The supplier fields that other areas show or copy. */
export interface SupplierRef {
  readonly id: string;
  readonly companyName: string;
  readonly localName: string | null;
  readonly currency: string | null;
  readonly archivedAt: Date | null;
}

/** Finds suppliers of the account by id. Ids that do not exist are omitted. */
export async function findSupplierRefs(w: Work, ids: readonly string[]): Promise<Map<string, SupplierRef>> {
  if (ids.length === 0) return new Map();
  const rows = await w.tx
    .selectFrom('supplier')
    .select(['id', 'company_name', 'local_name', 'currency', 'archived_at'])
    .where('account_id', '=', w.scope.accountId)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(
    rows.map((r) => [
      r.id,
      {
        id: r.id,
        companyName: r.company_name,
        localName: r.local_name,
        currency: r.currency,
        archivedAt: r.archived_at,
      },
    ]),
  );
}

/** What was agreed with suppliers about payments and shipping. */
export async function findTermRows(
  w: Work,
  ids: readonly string[],
): Promise<Pick<SupplierRow, 'id' | 'payment_terms' | 'shipping_method'>[]> {
  if (ids.length === 0) return [];
  return w.tx
    .selectFrom('supplier')
    .select(['id', 'payment_terms', 'shipping_method'])
    .where('account_id', '=', w.scope.accountId)
    .where('id', 'in', [...new Set(ids)])
    .execute();
}

/**
 * The ids of suppliers by company name, ignoring case and the forms of its characters, such as full-width ones. An
 * archived supplier is found only if no other supplier has the name.
 */
export async function findSupplierIdsByName(w: Work, names: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (names.length === 0) return found;
  const rows = await sql<{ name: string; id: string; archived_at: Date | null }>`
    select wanted.name, s.id, s.archived_at from unnest(${sql.val([...new Set(names)])}::text[]) as wanted(name)
    join supplier s on s.account_id = ${w.scope.accountId}
      and lower(normalize(s.company_name, NFKC)) = lower(normalize(wanted.name, NFKC))
    order by s.id`.execute(w.tx);
  for (const [name, all] of Map.groupBy(rows.rows, (r) => r.name)) {
    const current = all.filter((r) => r.archived_at === null);
    found.set(
      name,
      (current.length > 0 ? current : all).map((r) => r.id),
    );
  }
  return found;
}

/** How far invoices of suppliers may be off their purchase orders. */
export async function findToleranceRows(w: Work, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return w.tx
    .selectFrom('supplier')
    .select(['id', 'price_tolerance_hundredths', 'tolerance_amount', 'tolerance_currency'])
    .select('quantity_tolerance_hundredths')
    .where('account_id', '=', w.scope.accountId)
    .where('id', 'in', [...new Set(ids)])
    .execute();
}

/** Reads the row of a supplier. */
export const findSupplier = (w: Work, id: string): Promise<SupplierRow | undefined> =>
  w.tx
    .selectFrom('supplier')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Reads the row of a supplier and locks it until the end of the transaction. */
export function lockSupplier(w: Work, id: string): Promise<SupplierRow | undefined> {
  return w.tx
    .selectFrom('supplier')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function insertSupplier(w: Work, id: string, values: SupplierValues): Promise<void> {
  await w.tx
    .insertInto('supplier')
    .values({ ...values, account_id: w.scope.accountId, id, created_at: w.now, updated_at: w.now })
    .execute();
}

/** Inserts a deleted supplier again from its stored JSON, with the next version. */
export async function restoreSupplier(w: Work, gone: SupplierRow): Promise<void> {
  const row = Object.fromEntries(
    Object.entries(gone).filter(([name]) => !GENERATED.some((column) => column === name)),
  ) as Omit<SupplierRow, Generated>;
  await w.tx
    .insertInto('supplier')
    .values({
      ...row,
      account_id: w.scope.accountId,
      payment_terms: JSON.stringify(row.payment_terms),
      archived_at: row.archived_at && new Date(row.archived_at),
      created_at: new Date(row.created_at),
      updated_at: w.now,
      version: row.version + 1,
    })
    .execute();
}

export async function saveSupplier(w: Work, id: string, values: Updateable<DB['supplier']>): Promise<void> {
  await w.tx
    .updateTable('supplier')
    .set({ ...values, updated_at: w.now })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .execute();
}

/**
 * Deletes a supplier. Foreign keys prevent this if a record that refers to the supplier was added in the meantime, or
 * if a record marked as deleted still refers to it.
 */
export async function removeSupplier(w: Work, id: string): Promise<void> {
  const inUse = () => new AppError('suppliers.in_use');
  await onConstraint(
    w.tx.deleteFrom('supplier').where('account_id', '=', w.scope.accountId).where('id', '=', id).execute(),
    {
      product_supplier_supplier_fk: inUse,
      invoice_supplier_fk: inUse,
      purchase_order_supplier_fk: inUse,
      payment_supplier_fk: inUse,
      payment_transfer_supplier_fk: inUse,
      credit_supplier_fk: inUse,
      shipment_plan_carrier_fk: inUse,
      freight_rate_forwarder_fk: inUse,
    },
  );
}
