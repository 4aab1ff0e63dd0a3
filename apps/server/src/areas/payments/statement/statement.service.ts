import type { QueryOut } from '@quayside/contracts/endpoint';
import type {
  CurrencyStatement,
  getSupplierStatement as statementCall,
  StatementLine,
  SupplierStatement,
} from '@quayside/contracts/payments/supplier-statements';
import { say } from '@quayside/contracts/texts/catalogue';
import { formatAmount } from '@quayside/domain/money/money';
import type { Work } from '../../../db/tx.ts';
import { fieldError } from '../../../http/errors.ts';
import {
  type LineRow,
  listStatementLines,
  type Period,
  type StatementSums,
  sumStatement,
  sumUnscheduled,
} from './statement.views.ts';
import { supplierOf } from './supplier-balance.service.ts';

/** The period of a statement, whose days must not be reversed. */
export function periodOf({
  from = null,
  to = null,
}: {
  from?: string | undefined | null;
  to?: string | undefined | null;
}): Period {
  if (from !== null && to !== null && from > to) throw fieldError('from', say('costs.days_reversed'));
  return { from, to };
}

/** The statement of a supplier, by currency. */
export async function getSupplierStatement(
  w: Work,
  supplierId: string,
  query: QueryOut<typeof statementCall>,
): Promise<SupplierStatement> {
  const period = periodOf(query);
  const supplier = await supplierOf(w, supplierId);
  const sums = new Map((await sumStatement(w, supplierId, period)).map((row) => [row.currency, row]));
  const lines = Map.groupBy(await listStatementLines(w, supplierId, period), ({ currency }) => currency);
  const unscheduled = new Map((await sumUnscheduled(w, supplierId)).map((row) => [row.currency, row]));
  return {
    supplier,
    ...period,
    currencies: [...new Set([...sums.keys(), ...unscheduled.keys()])].toSorted().map((currency) => {
      const { count = 0n, totalMinor = 0n } = unscheduled.get(currency) ?? {};
      return {
        ...ofCurrency(sums.get(currency) ?? { ...NOTHING, currency }, lines.get(currency) ?? []),
        unscheduled: { count: Number(count), total: formatAmount(totalMinor, currency) },
      };
    }),
  };
}

const NOTHING: Omit<StatementSums, 'currency'> = {
  openingMinor: 0n,
  debitMinor: 0n,
  creditMinor: 0n,
  closingMinor: 0n,
  count: 0n,
};

function ofCurrency(sums: StatementSums, lines: readonly LineRow[]): Omit<CurrencyStatement, 'unscheduled'> {
  const { currency } = sums;
  const money = (minor: bigint) => formatAmount(minor, currency);
  return {
    currency,
    opening: money(sums.openingMinor),
    debit: money(sums.debitMinor),
    credit: money(sums.creditMinor),
    closing: money(sums.closingMinor),
    count: Number(sums.count),
    omitted: Number(sums.count) - lines.length,
    lines: lines.map((row) => toLine(row, money)),
  };
}

function toLine(row: LineRow, money: (minor: bigint) => string): StatementLine {
  const { kind, day, minor, usedMinor, balanceMinor, documents, reference, isConfirmed, differenceMinor } = row;
  const isUse = kind === 'CREDIT_USED' || kind === 'DEPOSIT_USED';
  const isDebit = kind === 'INVOICE' || kind === 'REFUND';
  return {
    kind,
    day,
    documents: documents ?? [],
    reference,
    debit: isDebit ? money(minor) : null,
    credit: isDebit || isUse ? null : money(-minor),
    used: isUse ? money(usedMinor) : null,
    balance: money(balanceMinor),
    isConfirmed,
    difference: differenceMinor === null || differenceMinor === 0n ? null : money(differenceMinor),
  };
}
