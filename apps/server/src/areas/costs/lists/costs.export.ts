import type { QueryOut } from '@quayside/contracts/endpoint';
import {
  COST_EXPORT,
  type exportCosts,
  type exportReconciliation,
  type exportRestatements,
  RECONCILIATION_EXPORT,
  RESTATEMENT_EXPORT,
} from '@quayside/contracts/exports';
import { sql } from 'kysely';
import {
  code,
  type ExportValue,
  instant,
  listFrom,
  money,
  moneyOf,
  number,
  text,
  unitCost,
  yesNo,
} from '../../../db/export-values.ts';
import { numberedAs } from '../../../db/numbered-as.ts';
import type { Work } from '../../../db/tx.ts';
import { chosenColumns, type ExportPlan } from '../../../http/export.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { PACK_LISTS } from '../../shipments/facts.ts';
import { costRows, unitsOfEntry } from './cost-list.views.ts';
import { orderLabelOf } from '../facts.ts';
import { itemRows } from '../reconciliation/reconciliation.views.ts';
import { betweenDays } from '../restatements/restatements.service.ts';
import { GONE_OF_ROW, ofOrder, restatedRows } from '../restatements/restatements.views.ts';

const costs = (currency: string): Readonly<Record<keyof typeof COST_EXPORT, ExportValue>> => ({
  date: code(sql`i.date`),
  sku: text(sql`p.sku`),
  product: text(sql`p.name`),
  costType: code(sql`e.cost_type`),
  invoiceNumber: text(sql`i.invoice_number`),
  supplier: text(sql`s.company_name`),
  order: text(orderLabelOf),
  packList: text(sql`(
    select ${numberedAs('PL', sql`pl.number`)}
    from ${PACK_LISTS} pl
    where pl.account_id = e.account_id and pl.id = e.pack_list_id
  )`),
  line: text(sql`l.name`),
  account: text(sql`l.ledger_account`),
  internalReference: text(sql`l.internal_reference`),
  currency: code(sql`i.currency`),
  documentAmount: moneyOf(sql`e.document_minor`, sql`i.currency`, 'currency'),
  amount: money(sql`e.account_minor`, currency),
  perUnit: unitCost(sql`e.account_minor::numeric / nullif(${unitsOfEntry}, 0)`, currency),
  basis: code(sql`a.basis`),
  isExcluded: yesNo(sql`e.is_excluded`),
  exclusionReason: text(sql`l.exclusion_reason`),
  isProvisional: yesNo(sql`a.is_provisional`),
  recordedAt: instant(sql`e.recorded_at`),
});

const restated = (w: Work): Readonly<Record<keyof typeof RESTATEMENT_EXPORT, ExportValue>> => ({
  sku: text(sql`p.sku`),
  product: text(sql`p.name`),
  order: text(ofOrder(w, orderLabelOf)),
  date: code(sql`r.date`),
  unitsBefore: number(sql`r.units_before`),
  units: number(sql`r.units_after`),
  before: money(sql`r.before`, w.scope.currency),
  after: money(sql`r.before + r.change`, w.scope.currency),
  change: money(sql`r.change`, w.scope.currency),
  gone: money(GONE_OF_ROW, w.scope.currency),
  goneMonths: listFrom(sql`
    select g.month || ': ' || ${money(sql`g.change`, w.scope.currency).value} as word
    from gone g
    where g.place_id = r.place_id and g.product_id = r.product_id
    order by g.month`),
  left: money(sql`r.change - ${GONE_OF_ROW}`, w.scope.currency),
  perUnitBefore: unitCost(sql`r.before::numeric / nullif(r.units_before, 0)`, w.scope.currency),
  perUnitAfter: unitCost(sql`(r.before + r.change)::numeric / nullif(r.units_after, 0)`, w.scope.currency),
  invoices: listFrom(sql`
    select v.invoice_number as word
    from causes x
    join ${INVOICES} v on v.account_id = ${w.scope.accountId} and v.id = x.invoice_id
    where x.place_id = r.place_id and x.product_id = r.product_id
    order by abs(x.change) desc, v.date, v.invoice_number, x.invoice_id`),
});

const ITEMS: Readonly<Record<keyof typeof RECONCILIATION_EXPORT, ExportValue>> = {
  date: code(sql`i.date`),
  kind: code(sql`x.kind`),
  invoiceNumber: text(sql`i.invoice_number`),
  supplier: text(sql`s.company_name`),
  line: text(sql`l.name`),
  costType: code(sql`r.cost_type`),
  status: code(sql`i.status`),
  reason: text(sql`case when x.kind = 'EXCLUDED' then r.exclusion_reason else x.reason end`),
  currency: code(sql`i.currency`),
  amount: moneyOf(sql`x.amount_minor`, sql`i.currency`, 'currency'),
};

/** Exports the list of assigned costs. */
export const costExport = (w: Work, q: QueryOut<typeof exportCosts>): ExportPlan => ({
  name: 'costs',
  columns: chosenColumns(COST_EXPORT, costs(w.scope.currency), q.columns),
  rows: (columns) => costRows(w, q, columns),
});

/** Exports the orders whose cost changed between two days. */
export const restatementExport = (w: Work, q: QueryOut<typeof exportRestatements>): ExportPlan => ({
  name: 'restatements',
  columns: chosenColumns(RESTATEMENT_EXPORT, restated(w), q.columns),
  rows: (columns) => restatedRows(w, betweenDays(w, q).between, q, columns),
});

/** Exports the lines and invoices with amounts that are not assigned to products. */
export const reconciliationExport = (w: Work, q: QueryOut<typeof exportReconciliation>): ExportPlan => ({
  name: 'reconciliation',
  columns: chosenColumns(RECONCILIATION_EXPORT, ITEMS, q.columns),
  rows: (columns) => itemRows(w, q, columns),
});
