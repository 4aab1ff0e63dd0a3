/** One part of the total of an invoice or a purchase order, in minor units of its currency (payables §1). */
export interface Instalment {
  readonly id: string;
  /**
   * Its share of the total in hundredths of a per cent. Null for every instalment of a schedule by amounts; in a
   * schedule by percents, null for one that was made for the rest.
   */
  readonly hundredths: number | null;
  readonly amountMinor: bigint;
  /** The sum of its entries that are not reversed. */
  readonly settledMinor: bigint;
  /**
   * Whether its twin on the purchase order is paid (payables §6). It then has exactly what the deposit brings, and no
   * part of the rest.
   */
  readonly isDeposit?: boolean;
}

/** What is still to be paid of an instalment. */
export const openOf = ({ amountMinor, settledMinor }: Pick<Instalment, 'amountMinor' | 'settledMinor'>): bigint =>
  amountMinor - settledMinor;

/** Whether nothing is open. An instalment of 0 counts as paid. */
export const isPaid = (instalment: Pick<Instalment, 'amountMinor' | 'settledMinor'>): boolean =>
  openOf(instalment) <= 0n;

export const PAYMENT_STATUSES = ['UNPAID', 'PAID'] as const;
type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The status of an instalment: unpaid until nothing is open. Overdue and part paid are shown, and never stored. */
export const statusOf = (instalment: Pick<Instalment, 'amountMinor' | 'settledMinor'>): PaymentStatus =>
  isPaid(instalment) ? 'PAID' : 'UNPAID';

/** Adds amounts of one currency. */
export const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

/** What the amounts lack to the total; negative when they exceed it. */
export const differenceOf = (totalMinor: bigint, amountsMinor: readonly bigint[]): bigint =>
  totalMinor - sumOf(amountsMinor);

/** The fields of a schedule that are worked out from its instalments. */
interface ScheduleSummary {
  /** The earliest day of what is open; when all is paid, the last day. Null when no such day is known. */
  readonly dueDay: string | null;
  readonly isConfirmed: boolean;
  readonly isReconciled: boolean;
  readonly openMinor: bigint;
}

/** Summarizes a schedule: when it is due, whether all is paid, and whether it is paid and equals the total. */
export function summaryOf(
  totalMinor: bigint,
  instalments: readonly (Pick<Instalment, 'amountMinor' | 'settledMinor'> & { readonly dueDay: string | null })[],
): ScheduleSummary {
  const isConfirmed = instalments.every(isPaid);
  const days = instalments
    .filter((one) => isConfirmed || !isPaid(one))
    .flatMap(({ dueDay }) => (dueDay === null ? [] : [dueDay]))
    .sort();
  const difference = differenceOf(
    totalMinor,
    instalments.map(({ amountMinor }) => amountMinor),
  );
  return {
    dueDay: days.at(isConfirmed ? -1 : 0) ?? null,
    isConfirmed,
    isReconciled: isConfirmed && difference === 0n,
    openMinor: sumOf(instalments.map(openOf)),
  };
}
