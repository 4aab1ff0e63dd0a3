import type { Work } from '../../../db/tx.ts';
import { changesBetween } from '../../../events/audit-actions.ts';
import { changed } from '../../../events/outbox.ts';
import type { CashEntryValues, OpeningRow } from './cash.queries.ts';
import { inCurrency } from '../payments-log.ts';

// What the audit log stores of changes of the cash calendar.

export function changesOfEntry(w: Work, before: CashEntryValues | undefined, after: CashEntryValues | undefined) {
  const logged = (row: CashEntryValues | undefined) => ({
    name: row?.name,
    kind: row?.kind,
    amount: row && inCurrency(row.amount_minor, w.scope.currency),
    firstDay: row?.first_day,
    repeat: row?.repeat,
    lastDay: row?.last_day,
  });
  const [from, to] = [logged(before), logged(after)];
  return changesBetween(
    ['name', 'kind', 'amount', 'firstDay', 'repeat', 'lastDay'],
    (field) => from[field],
    (field) => to[field],
  );
}

type Opening = Pick<OpeningRow, 'balance_minor' | 'day'>;
export function changesOfOpening(w: Work, before: Opening | undefined, after: Opening | undefined) {
  const logged = (row: Opening | undefined) => ({
    openingBalance: row && inCurrency(row.balance_minor, w.scope.currency),
    day: row?.day,
  });
  const [from, to] = [logged(before), logged(after)];
  return changesBetween(
    ['openingBalance', 'day'],
    (field) => from[field],
    (field) => to[field],
  );
}

/** The messages to open tabs: these entries were written, and with them the calendar, which follows payments. */
export const cashChanged = (ids: readonly string[] = [], version: number | null = null) =>
  [changed('cash', ids, version), changed('payments', [])] as const;
