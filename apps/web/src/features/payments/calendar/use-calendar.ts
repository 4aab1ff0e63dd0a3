import {
  DEFAULT_WEEKS,
  getCashCalendar,
  listCashEntries,
  MOST_WEEKS,
} from '@quayside/contracts/payments/cash-calendar';
import { listPayments, type Payment } from '@quayside/contracts/payments/payments';
import { RATE_SHIFTS, type RateShift } from '@quayside/domain/payables/calendar';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { chip, filterQuery } from '../../../lib/list-filter.ts';
import { read } from '../../../lib/api/query-client.ts';

/** Which calendar is shown. It is part of the address. */
export interface CalendarChoice {
  readonly weeks: number;
  readonly fx: RateShift;
}
/** An instalment on its way to another day. */
export interface Move {
  readonly payment: Payment;
  readonly day: string;
}

/** The most instalments that are shown one by one. Of the days after them, the number is shown. */
const MOST_SHOWN = 200;

export function useCalendarChoice() {
  const [params, setParams] = useSearchParams();
  const typed = Number(params.get('weeks') ?? DEFAULT_WEEKS);
  const choice: CalendarChoice = {
    weeks: Number.isInteger(typed) && typed >= 1 && typed <= MOST_WEEKS ? typed : DEFAULT_WEEKS,
    fx: RATE_SHIFTS.find((shift) => String(shift) === params.get('fx')) ?? 0,
  };
  const choose = (change: Partial<CalendarChoice>) =>
    setParams(
      (now) => {
        for (const [name, value] of Object.entries(change)) now.set(name, String(value));
        return now;
      },
      { replace: true },
    );
  return { choice, choose };
}

const queryOf = ({ weeks, fx }: CalendarChoice) => ({ weeks, fx: String(fx) as '-5' | '0' | '5' });

/** The calendar. It has the topic of payments, because it follows from them. */
export const useCalendar = (choice: CalendarChoice) =>
  useQuery({
    ...read('payments', getCashCalendar, { query: queryOf(choice) }),
    placeholderData: keepPreviousData,
  });

/** What the low point would be if an instalment were moved. Nothing is stored. */
export const useMovePreview = (choice: CalendarChoice, move: Move | undefined) =>
  useQuery({
    ...read('payments', getCashCalendar, {
      query: { ...queryOf(choice), movePaymentId: move?.payment.id, moveDay: move?.day },
    }),
    enabled: move !== undefined,
    placeholderData: keepPreviousData,
  });

export const useEntries = () => useQuery(read('cash', listCashEntries, {}));

const OPEN = chip('status', 'in', 'UNPAID');
/** The open instalments of the calendar, by day. */
export const usePaymentsUntil = (until: string | undefined) =>
  useQuery({
    ...read('payments', listPayments, {
      query: { size: MOST_SHOWN, sort: ['unixDueDate,asc'], ...filterQuery(OPEN, chip('dueDate', 'lte', until ?? '')) },
    }),
    enabled: until !== undefined,
    placeholderData: keepPreviousData,
  });

/** The open instalments that have no day. */
export const usePaymentsWithoutDay = (isWanted: boolean) =>
  useQuery({
    ...read('payments', listPayments, {
      query: { size: MOST_SHOWN, ...filterQuery(OPEN, chip('dueDate', 'isEmpty')) },
    }),
    enabled: isWanted,
  });
