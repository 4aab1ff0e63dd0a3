import {
  type CashEntry,
  type createCashEntry,
  MOST_CASH_ENTRIES,
  type patchCashEntry,
} from '@quayside/contracts/payments/cash-calendar';
import type { BodyOut } from '@quayside/contracts/endpoint';
import { say } from '@quayside/contracts/texts/catalogue';
import { addDays } from '@quayside/domain/days/days';
import { formatAmount, parseAmount } from '@quayside/domain/money/money';
import { flowsOfOwnEntry, type OwnEntry } from '@quayside/domain/payables/calendar';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { record } from '../../../events/outbox.ts';
import { AppError, type FieldProblem, notFound } from '../../../http/errors.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { createOperation } from '../../undo/public.ts';
import { DELETE_ENTRY_OPERATION } from './cash-entries.undo.ts';
import { cashChanged, changesOfEntry } from '../rows/cash-log.ts';
import {
  type CashEntryRow,
  type CashEntryValues,
  countEntryRows,
  deleteEntry,
  findEntryRow,
  insertEntry,
  listEntryRows,
  saveEntry,
} from '../rows/cash.queries.ts';

/** A month has at most so many days, so an entry that has not ended happens again within them. */
const LONGEST_MONTH = 31;

export const asOwnEntry = (row: CashEntryValues): OwnEntry => ({
  firstDay: row.first_day,
  lastDay: row.last_day,
  repeat: row.repeat,
  amountMinor: row.amount_minor,
});

export function toCashEntry(w: Work, row: CashEntryRow): CashEntry {
  const today = todayOf(w);
  const from = row.first_day > today ? row.first_day : today;
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    amount: formatAmount(row.amount_minor, w.scope.currency),
    currency: w.scope.currency,
    firstDay: row.first_day,
    repeat: row.repeat,
    lastDay: row.last_day,
    nextDay: flowsOfOwnEntry(asOwnEntry(row), from, addDays(from, LONGEST_MONTH))[0]?.day ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}

export const listOwnEntries = async (w: Work): Promise<CashEntry[]> =>
  (await listEntryRows(w)).map((row) => toCashEntry(w, row));

export async function createOwnEntry(w: Work, body: BodyOut<typeof createCashEntry>): Promise<CashEntry> {
  await lockCosts(w);
  await requireRoom(w);
  const id = w.newId();
  const values = valuesOf(w, body);
  await insertEntry(w, { ...values, id, created_at: w.now });
  await record(
    w,
    {
      action: 'cash-entry.created',
      subjectIds: [id],
      details: { name: values.name, changes: changesOfEntry(w, undefined, values) },
    },
    ...cashChanged([id]),
  );
  return getEntry(w, id);
}

/** Changes an entry. One that happens once from now on loses its last day. */
export async function patchOwnEntry(w: Work, id: string, body: BodyOut<typeof patchCashEntry>): Promise<CashEntry> {
  await lockCosts(w);
  const row = await requireEntry(w, id, body.version);
  const repeat = body.repeat ?? row.repeat;
  const keptLastDay = repeat === 'ONCE' ? null : row.last_day;
  const values = valuesOf(w, {
    name: body.name ?? row.name,
    kind: body.kind ?? row.kind,
    amount: body.amount ?? formatAmount(row.amount_minor, w.scope.currency),
    firstDay: body.firstDay ?? row.first_day,
    repeat,
    lastDay: body.lastDay === undefined ? keptLastDay : body.lastDay,
  });
  const changes = changesOfEntry(w, row, values);
  if (changes.length === 0) return toCashEntry(w, row);
  await saveEntry(w, row, values);
  await record(
    w,
    { action: 'cash-entry.changed', subjectIds: [id], details: { name: values.name, changes } },
    ...cashChanged([id], row.version + 1),
  );
  return getEntry(w, id);
}

/** Deletes an entry. Returns the operation that restores it. */
export async function removeOwnEntry(
  w: Work,
  id: string,
  version: number | undefined,
): Promise<{ readonly operationId: string }> {
  await lockCosts(w);
  const row = await requireEntry(w, id, version);
  await deleteEntry(w, id);
  const { account_id: _, ...kept } = row;
  const operationId = await createOperation(w, DELETE_ENTRY_OPERATION, {
    ...kept,
    amount_minor: String(row.amount_minor),
    currency: w.scope.currency,
  });
  await record(
    w,
    {
      action: 'cash-entry.deleted',
      subjectIds: [id],
      details: { name: row.name, changes: changesOfEntry(w, row, undefined) },
    },
    ...cashChanged([id]),
  );
  return { operationId };
}

async function requireRoom(w: Work): Promise<void> {
  if ((await countEntryRows(w)) >= MOST_CASH_ENTRIES)
    throw new AppError('bad_input', { message: say('calendar.most_entries', { max: MOST_CASH_ENTRIES }) });
}

/** The values of an entry, or a refusal that names each field that is wrong. */
function valuesOf(w: Work, body: BodyOut<typeof createCashEntry>): CashEntryValues {
  const errors: FieldProblem[] = [];
  const parsed = parseAmount(body.amount, w.scope.currency);
  if (!parsed.ok) errors.push({ field: 'amount', message: parsed.message });
  else if (parsed.value === 0n) errors.push({ field: 'amount', message: say('calendar.not_zero') });
  const { firstDay, repeat, lastDay } = body;
  if (lastDay !== null && repeat === 'ONCE') errors.push({ field: 'lastDay', message: say('calendar.once') });
  else if (lastDay !== null && lastDay < firstDay)
    errors.push({ field: 'lastDay', message: say('calendar.last_before_first') });
  if (errors.length > 0 || !parsed.ok) throw new AppError('bad_input', { errors });
  return {
    name: body.name,
    kind: body.kind,
    amount_minor: parsed.value,
    first_day: firstDay,
    repeat,
    last_day: lastDay,
  };
}

async function requireEntry(w: Work, id: string, version?: number): Promise<CashEntryRow> {
  const row = await findEntryRow(w, id);
  if (!row) throw notFound();
  if (version !== undefined && version !== row.version)
    throw new AppError('conflict_version', { current: toCashEntry(w, row) });
  return row;
}

const getEntry = async (w: Work, id: string): Promise<CashEntry> => toCashEntry(w, await requireEntry(w, id));
