import { differenceOf } from '@quayside/domain/payables/instalments';
import { isGoneRest, makesRest } from '@quayside/domain/payables/rest';
import type { Ledger, Ledgers, OrderLedger, PaymentRow, WorkedPayment } from '../payments.types.ts';
import { ON_ITS_DAY } from '../rows/due-columns.ts';

// What nobody is left to take of a total becomes one more instalment (payables §1). While it is worked out, each
// schedule ends with an instalment of nothing that can take it. It is stored if it took something.

const NEW = 'new ';

/** How a rest falls due: on the day on which it is made. */
export const dueOfRest = (today: string) => ({ ...ON_ITS_DAY, event: null, pinned_on: today, is_rest: true }) as const;

/** Whether an instalment is not stored yet. */
export const isNewRest = ({ id }: Pick<PaymentRow, 'id'>): boolean => id.startsWith(NEW);

/** The same ledgers, each with an instalment of nothing, if a rest becomes one. It is due today. */
export const withNewRests = ({ invoices, orders }: Ledgers, today: string): Ledgers => ({
  invoices: invoices.map((ledger) => (canHaveRest(ledger) ? withNewRest(ledger, ledger.invoice.id, today) : ledger)),
  orders: orders.map((ledger) => (isOrderOpen(ledger) ? withNewRest(ledger, ledger.order.id, today) : ledger)),
});

/** The amounts of a closed invoice stay, and while the total is unknown there is no rest. */
const canHaveRest = ({ invoice }: Ledger): boolean => invoice.status !== 'CLOSED' && invoice.totalMinor !== null;
const isOrderOpen = ({ order }: OrderLedger): boolean => order.status !== 'CLOSED';

function withNewRest<L extends { readonly payments: readonly PaymentRow[] }>(ledger: L, id: string, today: string): L {
  const { payments } = ledger;
  const last = payments.at(-1);
  return last === undefined || !makesRest(payments)
    ? ledger
    : { ...ledger, payments: [...payments, newRest(last, id, today)] };
}

const newRest = (beside: PaymentRow, ownerId: string, today: string): PaymentRow => ({
  ...beside,
  id: NEW + ownerId,
  twin_id: null,
  position: beside.position + 1,
  hundredths: null,
  amount_minor: 0n,
  settled_minor: 0n,
  owed_minor: 0n,
  owed_base_minor: null,
  ...dueOfRest(today),
  due_on: today,
  is_estimated: false,
  is_ended: false,
  account_code_id: null,
  transaction_reference: null,
});

/** Whether instalments by percents are less than the total, so that somebody has to take the rest. */
export const isShort = (totalMinor: bigint | null, payments: readonly PaymentRow[]): boolean =>
  totalMinor !== null &&
  payments.some(isNewRest) &&
  differenceOf(
    totalMinor,
    payments.map((row) => row.amount_minor),
  ) > 0n;

/** The instalments that stay: a rest for which nothing is left is gone, unless something settles it. */
export function withoutGoneRests(
  rows: readonly PaymentRow[],
  worked: readonly WorkedPayment[],
  entries: readonly { readonly paymentId: string }[],
): WorkedPayment[] {
  const settled = new Set(entries.map(({ paymentId }) => paymentId));
  return worked.filter(
    (one, place) => !isGoneRest({ ...one, isRest: rows[place]?.is_rest ?? false }, settled.has(one.id)),
  );
}
