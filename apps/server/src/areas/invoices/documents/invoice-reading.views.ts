import type { KnownSupplier } from '@quayside/domain/invoices/known-suppliers';
import type { ReaderFacts } from '@quayside/domain/invoices/read-document';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';
import { ACCOUNTS } from '../../accounts/facts.ts';

/** Invoices name the account's own company; the newest ones are enough. */
const NEWEST_INVOICES = 200;
const MAX_SUPPLIERS = 20_000;

/** The names of the account's own company, and the currencies that it uses, its own first. */
export async function findReaderFacts(w: Work): Promise<ReaderFacts> {
  const { accountId, currency } = w.scope;
  const names = await sql<{ name: string }>`
    select name from ${ACCOUNTS} where account_id = ${accountId}
    union
    select newest.name from (
      select bill_to_company as name from invoice
      where account_id = ${accountId} and deleted_at is null
      order by date desc
      limit ${sql.lit(NEWEST_INVOICES)}
    ) as newest
    where newest.name is not null`.execute(w.tx);
  const currencies = await sql<{ currency: string }>`
    select distinct currency from ${SUPPLIERS}
    where account_id = ${accountId} and currency is not null and archived_at is null
    order by currency`.execute(w.tx);
  return {
    ownNames: names.rows.map(({ name }) => name),
    currencies: [...new Set([currency, ...currencies.rows.map((row) => row.currency)])],
  };
}

/** All suppliers with what a document can say about them. There are few suppliers compared with other records. */
export async function listKnownSuppliers(w: Work): Promise<KnownSupplier[]> {
  const rows = await w.tx
    .selectFrom(SUPPLIERS.as('supplier'))
    .select(['id', 'company_name', 'local_name', 'email', 'telephone'])
    .where('account_id', '=', w.scope.accountId)
    .where('archived_at', 'is', null)
    .orderBy('company_name')
    .limit(MAX_SUPPLIERS)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    names: [row.company_name, ...(row.local_name === null ? [] : [row.local_name])],
    email: row.email,
    telephone: row.telephone,
  }));
}
