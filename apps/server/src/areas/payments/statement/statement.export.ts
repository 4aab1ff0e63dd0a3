import type { QueryOut } from '@quayside/contracts/endpoint';
import { type exportSupplierStatement, STATEMENT_EXPORT } from '@quayside/contracts/exports';
import { sql } from 'kysely';
import { code, type ExportValue, listOf, moneyOf, text } from '../../../db/export-values.ts';
import type { Work } from '../../../db/tx.ts';
import { chosenColumns, type ExportPlan } from '../../../http/export.ts';
import { periodOf } from './statement.service.ts';
import { exportedStatement } from './statement.views.ts';
import { supplierOf } from './supplier-balance.service.ts';

const CURRENCY = sql.ref('l.currency');
const VALUES: Readonly<Record<keyof typeof STATEMENT_EXPORT, ExportValue>> = {
  currency: code(CURRENCY),
  day: code(sql`l.day`),
  kind: code(sql`l.kind`),
  documents: listOf(sql`l.numbers`),
  reference: text(sql`l.reference`),
  debit: moneyOf(sql`l.debit_minor`, CURRENCY, 'currency'),
  credit: moneyOf(sql`l.credit_minor`, CURRENCY, 'currency'),
  used: moneyOf(sql`l.used_minor`, CURRENCY, 'currency'),
  balance: moneyOf(sql`l.balance_minor`, CURRENCY, 'currency'),
};

/** Exports the statement of a supplier. */
export async function statementExport(
  w: Work,
  query: QueryOut<typeof exportSupplierStatement>,
  { supplierId }: { readonly supplierId: string },
): Promise<ExportPlan> {
  const period = periodOf(query);
  await supplierOf(w, supplierId);
  return {
    name: 'statement',
    columns: chosenColumns(STATEMENT_EXPORT, VALUES, query.columns),
    rows: (columns) => sql`
      select ${sql.join(columns)}
      from ${exportedStatement(w, supplierId, period)} l
      order by l.currency, l.part, l.day, l.place, l.rank, l.id`,
  };
}
