import { listPaymentAccountCodes } from '@quayside/contracts/payments/account-codes';
import { listCredits } from '@quayside/contracts/payments/credits';
import {
  type InvoicePayment,
  invoicePaymentTotals,
  listInvoicePayments,
  listPaymentBuckets,
  listPaymentEntries,
  listPayments,
  type Payment,
  paymentTotals,
} from '@quayside/contracts/payments/payments';
import { DUE_BUCKETS } from '@quayside/domain/payables/calendar';
import { aPage } from '../../../testing/pages.ts';
import type { Visitor } from '../../../testing/person.ts';
import { startApi } from '../../../testing/render-app.tsx';

/** The sums of what is open in yuan, in one bucket. */
const sumsOf = (payments: readonly Payment[]) => {
  const open = payments.filter(({ status }) => status === 'UNPAID');
  const add = (of: (payment: Payment) => string) => open.reduce((sum, one) => sum + Number(of(one)), 0).toFixed(2);
  return {
    count: open.length,
    owed: open.length === 0 ? [] : [{ currency: 'CNY', count: open.length, open: add((one) => one.open) }],
    accountCurrency: 'GBP',
    openInAccountCurrency: add((one) => one.openInAccountCurrency ?? '0'),
    withoutRate: 0,
  };
};

/** A fake API with these payables, in their buckets. `payments` may change while the test runs. */
export function startPayables(payments: readonly Payment[] | (() => readonly Payment[]), as: Visitor = 'admin') {
  const api = startApi({ as });
  const now = typeof payments === 'function' ? payments : () => payments;
  api.on(listPayments, ({ query }) => {
    const paid = JSON.stringify(query.filter).includes('PAID"') && !JSON.stringify(query.filter).includes('UNPAID');
    return aPage(now().filter(({ status }) => (paid ? status === 'PAID' : status === 'UNPAID')));
  });
  api.on(paymentTotals, () => sumsOf(now()));
  api.on(listPaymentBuckets, () => ({
    today: '2026-11-20',
    buckets: DUE_BUCKETS.map((bucket) => ({
      bucket,
      ...sumsOf(
        now().filter(({ isOverdue }) =>
          bucket === 'LATE_1_TO_30' ? isOverdue : bucket === 'DUE_0_TO_7' ? !isOverdue : false,
        ),
      ),
    })),
  }));
  api.on(listPaymentEntries, []);
  api.on(listPaymentAccountCodes, []);
  api.on(listCredits, aPage([]));
  return api;
}

/** A fake API with these bills. */
export function startBills(bills: readonly InvoicePayment[], as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(listInvoicePayments, aPage(bills));
  api.on(invoicePaymentTotals, {
    count: bills.length,
    unscheduled: bills.filter(({ id }) => id === null).length,
    currencies: [{ currency: 'CNY', count: bills.length, total: '20000.00', settled: '0.00', open: '20000.00' }],
    accountCurrency: 'GBP',
    openInAccountCurrency: '2150.00',
    withoutRate: 0,
  });
  return api;
}
