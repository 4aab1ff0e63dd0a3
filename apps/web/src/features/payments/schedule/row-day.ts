import type { InvoiceWithLines } from '@quayside/contracts/invoices/invoices';
import type { Payment } from '@quayside/contracts/payments/payments';
import { dueDayOf } from '@quayside/domain/payables/due-days';
import type { ScheduleRow } from './schedule-rows.ts';

/** A day, or null while it is unknown, and whether it is only estimated. */
export type RowDay = ReturnType<typeof dueDayOf>;

const NO_LEAD_TIMES = { shippingMethod: null, times: [] };

/**
 * The day of an instalment while it is edited: as stored while its rule is unchanged, else from the days of the
 * invoice. Lead times and purchase orders are added by the server when it is saved.
 */
export function dayOfRow(invoice: InvoiceWithLines, row: ScheduleRow, stored: Payment | undefined): RowDay {
  if (stored && (stored.status === 'PAID' || isSameRule(row, stored)))
    return { day: stored.dueDate, isEstimated: stored.isEstimated };
  return dueDayOf(
    { ...row, pinnedDay: row.pinned === '' ? null : row.pinned },
    {
      invoice: { ...invoice, invoiceDate: invoice.date },
      purchaseOrders: [],
      plans: [],
      leadTimes: NO_LEAD_TIMES,
    },
  );
}

const isSameRule = (row: ScheduleRow, { event, months, days, monthEnd, isPinned, dueDate }: Payment): boolean =>
  row.event === event &&
  row.months === months &&
  row.days === days &&
  row.monthEnd === monthEnd &&
  row.pinned === (isPinned ? (dueDate ?? '') : '');
