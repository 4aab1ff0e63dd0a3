import type { PaidRate } from '@quayside/contracts/costs/costs';
import { formatAmount, isSameRate, parseRate, type Rate } from '@quayside/domain/money/money';
import { costRateOf, costRateSums, paidRateOf } from '@quayside/domain/payables/exchange';
import type { Work } from '../../../db/tx.ts';
import { paidInvoicesOf, type PaidInvoiceRow, settlementsOf, type SettlementRow } from './paid-rates.views.ts';

/**
 * How the rates follow at which invoices were paid. `isReplayed`: worked out again from the figures that are shown, the
 * rate is the stored one.
 */
export async function explainPaidRates(
  w: Work,
  invoiceIds: readonly string[],
): Promise<{ readonly shown: PaidRate; readonly isReplayed: boolean }[]> {
  const invoices = await paidInvoicesOf(w, invoiceIds);
  const settlements = Map.groupBy(
    await settlementsOf(
      w,
      invoices.map(({ id }) => id),
    ),
    (row) => row.invoiceId,
  );
  return invoices.map((invoice) => explainOne(invoice, settlements.get(invoice.id) ?? [], w.scope.currency));
}

function explainOne(invoice: PaidInvoiceRow, settlements: readonly SettlementRow[], accountCurrency: string) {
  const { currency, totalMinor } = invoice;
  const rates = { totalMinor, currency, accountCurrency, rate: rateOf(invoice.rate) };
  const entries = settlements.map((row) => ({ ...row, isMoney: row.kind !== 'CREDIT_NOTE' }));
  const { openMinor, openWorth, amountMinor, worth } = costRateSums(rates, entries);
  const credited = entries.reduce((sum, entry) => (entry.isMoney ? sum : sum + entry.amountMinor), 0n);
  const shown: PaidRate = {
    invoice: { id: invoice.id, number: invoice.number },
    currency,
    costRate: invoice.costRate,
    ownRate: invoice.rate,
    payments: settlements.flatMap(({ kind, day, ...entry }) =>
      kind === 'CREDIT_NOTE'
        ? []
        : [
            {
              kind,
              day,
              amount: formatAmount(entry.amountMinor, currency),
              base: formatAmount(entry.baseMinor, accountCurrency),
              rate: paidRateOf(entry.baseMinor, entry.amountMinor, { currency, accountCurrency })?.text ?? null,
            },
          ],
    ),
    creditNotes: formatAmount(credited, currency),
    open: formatAmount(openMinor, currency),
    openWorth,
    total: formatAmount(amountMinor, currency),
    worth,
  };
  return { shown, isReplayed: isSameRate(costRateOf(rates, entries), rateOf(invoice.costRate)) };
}

function rateOf(text: string): Rate {
  const rate = parseRate(text);
  if (!rate.ok) throw new RangeError(`The stored rate ${text} cannot be read`);
  return rate.value;
}
