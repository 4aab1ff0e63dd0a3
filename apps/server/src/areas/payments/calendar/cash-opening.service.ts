import type { CashOpening, setCashOpening } from '@quayside/contracts/payments/cash-calendar';
import type { BodyOut } from '@quayside/contracts/endpoint';
import { say } from '@quayside/contracts/texts/catalogue';
import { daysBetween } from '@quayside/domain/days/days';
import { formatAmount, parseAmount } from '@quayside/domain/money/money';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { record } from '../../../events/outbox.ts';
import { AppError, type FieldProblem, fieldError, notFound } from '../../../http/errors.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { cashChanged, changesOfOpening } from '../rows/cash-log.ts';
import { countEntryRows, deleteOpening, findOpening, type OpeningRow, saveOpening } from '../rows/cash.queries.ts';

/** The opening day may be so many days before or after today: the calendar has each day from it. */
const MOST_DAYS = 366;

export const toOpening = (w: Work, row: OpeningRow): CashOpening => ({
  balance: formatAmount(row.balance_minor, w.scope.currency),
  day: row.day,
  currency: w.scope.currency,
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
});

/** Types the balance with which the calendar begins. */
export async function setOpening(w: Work, body: BodyOut<typeof setCashOpening>): Promise<CashOpening> {
  await lockCosts(w);
  const row = await currentOpening(w, body.version);
  const errors: FieldProblem[] = [];
  const parsed = parseAmount(body.balance, w.scope.currency);
  if (!parsed.ok) errors.push({ field: 'balance', message: parsed.message });
  if (Math.abs(daysBetween(todayOf(w), body.day)) > MOST_DAYS)
    errors.push({ field: 'day', message: say('calendar.opening_day', { max: MOST_DAYS }) });
  if (errors.length > 0 || !parsed.ok) throw new AppError('bad_input', { errors });
  const values = { balance_minor: parsed.value, day: body.day };
  const changes = changesOfOpening(w, row, values);
  if (row && changes.length === 0) return toOpening(w, row);
  const saved = await saveOpening(w, values);
  await record(
    w,
    { action: 'cash-calendar.opening-typed', subjectIds: [w.scope.accountId], details: { changes } },
    ...cashChanged([], saved.version),
  );
  return toOpening(w, saved);
}

export async function removeOpening(w: Work, version: number | undefined): Promise<void> {
  await lockCosts(w);
  const row = await currentOpening(w, version);
  if (!row) throw notFound();
  await deleteOpening(w);
  await record(
    w,
    {
      action: 'cash-calendar.opening-removed',
      subjectIds: [w.scope.accountId],
      details: { changes: changesOfOpening(w, row, undefined) },
    },
    ...cashChanged(),
  );
}

async function currentOpening(w: Work, version: number | undefined): Promise<OpeningRow | undefined> {
  const row = await findOpening(w);
  if (version !== undefined && version !== row?.version)
    throw new AppError('conflict_version', { current: row ? toOpening(w, row) : null });
  return row;
}

/** The amounts of the calendar have no currency of their own, so the account keeps its currency while there are any. */
export async function requireNoCash(w: Work, currency: string): Promise<void> {
  if ((await findOpening(w)) || (await countEntryRows(w)) > 0)
    throw fieldError('currency', say('calendar.keeps_currency', { currency }), 'accounts.currency_fixed');
}
