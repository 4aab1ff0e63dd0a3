import type { NamedSupplier } from '@quayside/contracts/suppliers/supplier-imports';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';

/** The names of a supplier as imports compare them. */
export interface SupplierName extends NamedSupplier {
  readonly nameKey: string | null;
  readonly localNameKey: string | null;
}

const toNamed = (r: {
  id: string;
  company_name: string;
  local_name: string | null;
  city: string | null;
  email: string | null;
}): NamedSupplier => ({
  id: r.id,
  companyName: r.company_name,
  localName: r.local_name,
  city: r.city,
  email: r.email,
});

/** Finds the names of suppliers by id. Ids that do not exist are omitted. */
export async function findNamedSuppliers(w: Work, ids: readonly string[]): Promise<NamedSupplier[]> {
  if (ids.length === 0) return [];
  const rows = await w.tx
    .selectFrom('supplier')
    .select(['id', 'company_name', 'local_name', 'city', 'email'])
    .where('account_id', '=', w.scope.accountId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map(toNamed);
}

/** The names of all suppliers of the account. */
export async function listSupplierNames(w: Work): Promise<SupplierName[]> {
  const rows = await w.tx
    .selectFrom('supplier')
    .select(['id', 'company_name', 'local_name', 'city', 'email', 'name_key', 'local_name_key'])
    .where('account_id', '=', w.scope.accountId)
    .orderBy(sql`lower(company_name)`)
    .orderBy('id')
    .execute();
  return rows.map((r) => ({
    ...toNamed(r),
    nameKey: r.name_key,
    localNameKey: r.local_name_key,
  }));
}

/** The keys of company names: without case, punctuation and legal form. Names without a key are omitted. */
export async function companyKeys(w: Work, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; key: string | null }>`
    select n.name, company_key(n.name) as key from unnest(${sql.val([...new Set(names)])}::text[]) as n(name)
  `.execute(w.tx);
  return new Map(rows.flatMap((r) => (r.key === null ? [] : [[r.name, r.key]])));
}
