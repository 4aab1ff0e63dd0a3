import { DUPLICATE_REASONS } from '@quayside/contracts/suppliers/suppliers';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { companyDomainOf, type DuplicateReason } from './supplier-duplicates.rules.ts';

// Finds suppliers that may be the same company. Each reason is an equality on an indexed column. This file writes
// nothing.

const MOST_PER_REASON = 20;

/** The known facts about a company that is typed or stored; null means unknown. */
interface Company {
  readonly companyName: string | null;
  readonly localName: string | null;
  readonly email: string | null;
  readonly telephone: string | null;
  readonly xeroId: string | null;
  /** The keyed hash of the company's bank account number. */
  readonly accountHash: string | null;
  readonly exceptId: string | null;
}

/** Finds suppliers that may be this company, with the reasons. For each reason, at most a few suppliers are found. */
export async function findSameCompany(w: Work, of: Company): Promise<Map<string, DuplicateReason[]>> {
  const names = [of.companyName, of.localName].filter((name) => name !== null);
  // The names are compared with both columns, because a person may have typed the local name as the company name, or
  // vice versa.
  const sameName = (column: 'name_key' | 'local_name_key') =>
    names.length === 0
      ? undefined
      : sql<boolean>`s.${sql.ref(column)} in (${sql.join(names.map((name) => sql`company_key(${name}::text)`))})`;
  const domain = companyDomainOf(of.email);
  const conditions: Readonly<Record<DuplicateReason, RawBuilder<boolean> | undefined>> = {
    NAME: sameName('name_key'),
    LOCAL_NAME: sameName('local_name_key'),
    EMAIL: of.email === null ? undefined : sql<boolean>`s.email_key = lower(${of.email}::text)`,
    EMAIL_DOMAIN: domain === null ? undefined : sql<boolean>`s.email_domain = ${domain}`,
    TELEPHONE: of.telephone === null ? undefined : sql<boolean>`s.telephone_key = telephone_key(${of.telephone}::text)`,
    XERO_ID: of.xeroId === null ? undefined : sql<boolean>`s.xero_key = lower(${of.xeroId}::text)`,
    BANK_ACCOUNT:
      of.accountHash === null
        ? undefined
        : sql<boolean>`s.id in (
          select b.supplier_id
          from supplier_bank_details b
          where b.account_id = ${w.scope.accountId} and b.account_hash = ${of.accountHash}
        )`,
  };
  const found = new Map<string, DuplicateReason[]>();
  for (const reason of DUPLICATE_REASONS) {
    const condition = conditions[reason];
    if (!condition) continue;
    let query = w.tx
      .selectFrom('supplier as s')
      .select('s.id')
      .where('s.account_id', '=', w.scope.accountId)
      .where(condition);
    if (of.exceptId !== null) query = query.where('s.id', '<>', of.exceptId);
    for (const { id } of await query.orderBy('s.id').limit(MOST_PER_REASON).execute())
      found.set(id, [...(found.get(id) ?? []), reason]);
  }
  return found;
}
