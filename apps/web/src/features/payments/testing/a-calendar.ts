import {
  type CashCalendar,
  type CashEntry,
  getCashCalendar,
  listCashEntries,
} from '@quayside/contracts/payments/cash-calendar';
import { listPayments, type Payment } from '@quayside/contracts/payments/payments';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { startApi } from '../../../testing/render-app.tsx';
import { aPayment } from './a-payment.ts';

export const aCashEntry = (over: Partial<CashEntry> = {}): CashEntry => ({
  id: idOf(950),
  name: 'VAT',
  kind: 'TAX',
  amount: '-1200.00',
  currency: 'GBP',
  firstDay: '2026-11-25',
  repeat: 'ONCE',
  lastDay: null,
  nextDay: '2026-11-25',
  createdAt: '2026-11-20T10:00:00Z',
  updatedAt: '2026-11-20T10:00:00Z',
  version: 1,
  ...over,
});

/** 1,000.00 on Friday, 20 November 2026; 322.50 is due on the 23rd, and a tax of 1,200.00 on the 25th. */
export const aCalendar = (over: Partial<CashCalendar> = {}): CashCalendar => ({
  today: '2026-11-20',
  until: '2026-11-29',
  currency: 'GBP',
  fx: 0,
  opening: {
    balance: '1000.00',
    day: '2026-11-20',
    currency: 'GBP',
    updatedAt: '2026-11-20T10:00:00Z',
    version: 1,
  },
  days: [
    { day: '2026-11-23', in: '0.00', out: '-322.50', closing: '677.50', payments: 1, entryIds: [] },
    { day: '2026-11-25', in: '0.00', out: '-1200.00', closing: '-522.50', payments: 0, entryIds: [idOf(950)] },
  ],
  weeks: [
    {
      ...{ firstDay: '2026-11-20', lastDay: '2026-11-22' },
      ...{ in: '0.00', out: '0.00', closing: '1000.00', lowest: '1000.00' },
    },
    {
      ...{ firstDay: '2026-11-23', lastDay: '2026-11-29' },
      ...{ in: '0.00', out: '-1522.50', closing: '-522.50', lowest: '-522.50' },
    },
  ],
  lowPoint: { day: '2026-11-25', balance: '-522.50' },
  moved: null,
  entries: [aCashEntry()],
  inOpening: [],
  overdue: 0,
  withoutDay: 0,
  withoutRate: 0,
  ...over,
});

/** The calendar of an account without an opening balance. */
export const anEmptyCalendar = (over: Partial<CashCalendar> = {}): CashCalendar =>
  aCalendar({ opening: null, days: [], weeks: [], lowPoint: null, entries: [], ...over });

/** A fake API with this calendar. A move of a payment always ends at a low point of −200.00 on the 25th. */
export function startCalendar(
  calendar: CashCalendar,
  { as = 'admin', payments = [aPayment()] }: { readonly as?: Visitor; readonly payments?: readonly Payment[] } = {},
) {
  const api = startApi({ as });
  api.on(getCashCalendar, ({ query }) => ({
    ...calendar,
    fx: query.fx,
    moved:
      query.movePaymentId === undefined || query.moveDay === undefined
        ? null
        : {
            paymentId: query.movePaymentId,
            day: query.moveDay,
            lowPoint: { day: '2026-11-25', balance: '-200.00' },
          },
  }));
  api.on(listCashEntries, () => [...calendar.entries]);
  api.on(listPayments, ({ query }) =>
    aPage(payments.filter(({ dueDate }) => JSON.stringify(query.filter).includes('isEmpty') === (dueDate === null))),
  );
  return api;
}
