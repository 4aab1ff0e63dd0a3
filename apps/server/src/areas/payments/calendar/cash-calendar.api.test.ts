import { updateAccountSettings } from '@quayside/contracts/accounts/accounts';
import { listAuditLog } from '@quayside/contracts/audit';
import {
  createCashEntry,
  deleteCashEntry,
  deleteCashOpening,
  getCashCalendar,
  listCashEntries,
  patchCashEntry,
  setCashOpening,
} from '@quayside/contracts/payments/cash-calendar';
import type { BodyIn, QueryIn } from '@quayside/contracts/endpoint';
import { exportCashCalendar } from '@quayside/contracts/exports';
import { createInvoicePayment, patchPayment } from '@quayside/contracts/payments/payments';
import { undoOperation } from '@quayside/contracts/undo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aBill, aPayee, expectSound, pay, paymentOf } from '../../../testing/payments.ts';

let t: TestApp;
let a: TestPerson;
const ids: Record<string, string> = {};

const wages: BodyIn<typeof createCashEntry> = {
  name: 'Wages',
  kind: 'WAGES',
  amount: '-300',
  firstDay: '2026-10-31',
  repeat: 'MONTHLY',
};
const payout: BodyIn<typeof createCashEntry> = {
  name: 'Amazon',
  kind: 'PAYOUT',
  amount: '500.00',
  firstDay: '2026-11-23',
  repeat: 'WEEKLY',
  lastDay: '2026-11-30',
};

/** Today is Friday, 2026-11-20. */
beforeAll(async () => {
  t = await startTestApp();
  a = await t.admin();
  const supplierId = await aPayee(t, a);
  const byDelivery = await aPayee(t, a, { name: 'By delivery', terms: [{ percent: '100', event: 'DELIVERY' }] });
  const add = async (name: string, body: Parameters<typeof aBill>[2]) => {
    ids[name] = paymentOf(await aBill(t, a, { supplierId, invoiceNumber: name, ...body }));
  };
  await add('LATE', { date: '2026-10-01', currency: 'GBP', rate: null, total: '100.00' });
  // Each is worth 0.10: at 105 hundredths 0.11, together 0.22 and not 0.21; at 95 hundredths 0.10, together not 0.19.
  await add('SMALL-1', { date: '2026-11-27', total: '1.00' });
  await add('SMALL-2', { date: '2026-11-27', total: '1.00' });
  await add('BIG', { date: '2026-11-28', total: '20000.00' });
  await aBill(t, a, { supplierId: byDelivery, total: '7.00' });
  const draft = await aBill(t, a, { supplierId, date: '2026-11-27', total: '80.00', rate: null, isDraft: true });
  await t.ok(a, createInvoicePayment, { body: { invoiceId: draft.invoiceId, byTerms: true } });
});
afterAll(async () => {
  try {
    await expectSound(t, a);
  } finally {
    await t.close();
  }
});

const calendarOf = (query: QueryIn<typeof getCashCalendar> = {}) =>
  t.ok(a, getCashCalendar, { query: { weeks: 3, ...query } });
type Calendar = Awaited<ReturnType<typeof calendarOf>>;
const daysOf = ({ days }: Calendar) =>
  days.map(({ day, closing, payments, entryIds, ...flow }) =>
    [day.slice(5), flow.in, flow.out, closing, payments, entryIds.length].join(' '),
  );
const lowOf = (low: Calendar['lowPoint'] | undefined) => low && `${low.day.slice(5)} ${low.balance}`;
const fieldsOf = async (
  answer: Promise<{ readonly status: number; readonly error: { errors?: { field: string }[] } }>,
) => {
  const { status, error } = await answer;
  return [status, ...(error.errors ?? []).map(({ field }) => field)].join(' ');
};

describe('the cash calendar', () => {
  it('has no days before an opening balance is typed, and tells what could not be in it', async () => {
    expect(await calendarOf()).toMatchObject({
      today: '2026-11-20',
      until: '2026-12-06',
      opening: null,
      days: [],
      weeks: [],
      lowPoint: null,
      overdue: 1,
      withoutDay: 1,
      withoutRate: 1,
    });
  });

  it('adds what is owed and the own entries day by day, overdue payments today', async () => {
    await t.ok(a, setCashOpening, { body: { balance: '1000', day: '2026-11-20' } });
    await t.ok(a, createCashEntry, { body: wages });
    await t.ok(a, createCashEntry, { body: payout });
    const calendar = await calendarOf();
    expect(daysOf(calendar)).toEqual([
      '11-20 0.00 -100.00 900.00 1 0',
      '11-23 500.00 0.00 1400.00 0 1',
      '11-27 0.00 -0.20 1399.80 3 0',
      '11-28 0.00 -2000.00 -600.20 1 0',
      '11-30 500.00 -300.00 -400.20 0 2',
    ]);
    expect(
      calendar.weeks.map(({ firstDay, lastDay, closing, lowest, ...flow }) =>
        [firstDay.slice(5), lastDay.slice(5), flow.in, flow.out, closing, lowest].join(' '),
      ),
    ).toEqual([
      '11-20 11-22 0.00 -100.00 900.00 900.00',
      '11-23 11-29 500.00 -2000.20 -600.20 -600.20',
      '11-30 12-06 500.00 -300.00 -400.20 -400.20',
    ]);
    expect(lowOf(calendar.lowPoint)).toBe('11-28 -600.20');
    expect(calendar.entries.map(({ name, nextDay }) => `${name} ${nextDay}`)).toEqual([
      'Wages 2026-11-30',
      'Amazon 2026-11-23',
    ]);
    // A year has the same days and more; the calendar ends on the Sunday of the last week.
    const year = await calendarOf({ weeks: 52 });
    expect([daysOf(year).slice(0, 5), year.until, year.days.at(-1)?.day]).toEqual([
      daysOf(calendar),
      '2027-11-14',
      '2027-10-31',
    ]);
  });

  it('moves each payment in a foreign currency by 5 %, rounded by itself', async () => {
    const up = await calendarOf({ fx: '5' });
    expect([daysOf(up).slice(2, 4), lowOf(up.lowPoint)]).toEqual([
      ['11-27 0.00 -0.22 1399.78 3 0', '11-28 0.00 -2100.00 -700.22 1 0'],
      '11-28 -700.22',
    ]);
    const down = await calendarOf({ fx: '-5' });
    expect([daysOf(down).slice(2, 4), lowOf(down.lowPoint)]).toEqual([
      ['11-27 0.00 -0.20 1399.80 3 0', '11-28 0.00 -1900.00 -500.20 1 0'],
      '11-28 -500.20',
    ]);
  });

  it('tells the low point as if a payment were moved, and stores nothing', async () => {
    const before = await calendarOf();
    const moved = async (moveDay: string, fx: '0' | '5' = '0') =>
      lowOf((await calendarOf({ movePaymentId: ids['BIG'], moveDay, fx })).moved?.lowPoint);
    expect(await moved('2026-12-01')).toBe('12-01 -400.20');
    expect(await moved('2026-12-01', '5')).toBe('12-01 -500.22');
    // It counts today, not on a day that is past; and not at all after the last day.
    expect(await moved('2026-11-01')).toBe('11-20 -1100.00');
    expect(await moved('2026-12-07')).toBe('11-20 900.00');
    expect(await calendarOf()).toEqual(before);
    const unknown = await t.call(a, getCashCalendar, {
      query: { movePaymentId: '01a1fd84-0000-7000-8000-000000000000', moveDay: '2026-12-01' },
    });
    expect([unknown.status, unknown.error.code]).toEqual([404, 'payments.unknown']);
  });

  it('follows a payment that is pinned to a day, part paid and paid', async () => {
    const payment = { params: { paymentId: ids['BIG'] ?? '' } };
    await t.ok(a, patchPayment, { ...payment, body: { dueDate: '2026-11-24' } });
    expect(daysOf(await calendarOf({ fx: '5' }))[2]).toBe('11-24 0.00 -2100.00 -700.00 1 0');
    await pay(t, a, payment.params.paymentId, { amount: '19999.00' });
    expect(daysOf(await calendarOf({ fx: '5' }))[2]).toBe('11-24 0.00 -0.11 1399.89 1 0');
    await pay(t, a, payment.params.paymentId);
    expect(lowOf((await calendarOf()).lowPoint)).toBe('11-20 900.00');
  });

  it('counts on the opening day the instalments before it, and nothing of its own entries before it', async () => {
    await t.ok(a, setCashOpening, { body: { balance: '-50.5', day: '2026-11-25' } });
    const calendar = await calendarOf();
    expect([calendar.until, daysOf(calendar)[0], lowOf(calendar.lowPoint)]).toEqual([
      '2026-12-13',
      '11-25 0.00 -100.00 -150.50 1 0',
      '11-27 -150.70',
    ]);
    // An old opening balance: what repeated since has happened in it.
    await t.ok(a, setCashOpening, { body: { balance: '1000', day: '2026-10-30' } });
    expect(daysOf(await calendarOf({ weeks: 1 }))).toEqual([
      '10-31 0.00 -300.00 700.00 0 1',
      '11-20 0.00 -100.00 600.00 1 0',
    ]);
    await t.ok(a, setCashOpening, { body: { balance: '1000', day: '2026-11-20' } });
  });

  it('names the single entries before the opening day, which are in its balance', async () => {
    const tax = { name: 'TAX', kind: 'TAX', amount: '-500.00', repeat: 'ONCE' } as const;
    const { id: yesterday } = await t.ok(a, createCashEntry, { body: { ...tax, firstDay: '2026-11-19' } });
    const { id: today } = await t.ok(a, createCashEntry, { body: { ...tax, firstDay: '2026-11-20' } });
    const calendar = await calendarOf({ weeks: 1 });
    expect(calendar.inOpening).toEqual([yesterday]);
    expect(daysOf(calendar)[0]).toBe('11-20 0.00 -600.00 400.00 1 1');
    // Tomorrow's balance has today's entry, too.
    await t.ok(a, setCashOpening, { body: { balance: '1000', day: '2026-11-21' } });
    const later = await calendarOf({ weeks: 1 });
    expect([later.inOpening.toSorted(), daysOf(later)[0]]).toEqual([
      [yesterday, today].toSorted(),
      '11-21 0.00 -100.00 900.00 1 0',
    ]);
    await t.ok(a, setCashOpening, { body: { balance: '1000', day: '2026-11-20' } });
    for (const cashEntryId of [yesterday, today]) await t.ok(a, deleteCashEntry, { params: { cashEntryId } });
  });

  it('is exported with the days on which something flows', async () => {
    const file = await t.call(a, exportCashCalendar, { query: { weeks: 2, fx: '5' } });
    expect(file.text.trim().split(/\r?\n/)).toEqual([
      'Day,Balance before,In,Out,Closing balance,Payments due,Own entries',
      '"2026-11-20",1000.00,0.00,-100.00,900.00,1,',
      '"2026-11-23",900.00,500.00,0.00,1400.00,0,"Amazon"',
      '"2026-11-27",1400.00,0.00,-0.22,1399.78,3,',
    ]);
    const some = await t.call(a, exportCashCalendar, { query: { columns: 'closing,day', format: 'xlsx' } });
    expect(some.status).toBe(200);
  });

  it('refuses what it cannot show', async () => {
    const asked = (query: object) => fieldsOf(t.call(a, getCashCalendar, { query: query as never }));
    expect(await asked({ weeks: 0 })).toBe('422 weeks');
    expect(await asked({ weeks: 105 })).toBe('422 weeks');
    expect(await asked({ weeks: '1.5' })).toBe('422 weeks');
    expect(await asked({ fx: '3' })).toBe('422 fx');
    expect(await asked({ moveDay: '2026-12-01' })).toBe('422 moveDay');
    expect(await asked({ movePaymentId: ids['LATE'], moveDay: '2026-02-31' })).toBe('422 moveDay');
  });

  it('begins with the day of the account, also at UTC+14', async () => {
    const settle = async (timeZone: string, day: string) => {
      await t.ok(a, updateAccountSettings, { body: { accountName: 'Quay', currency: 'GBP', timeZone } });
      await expect.poll(async () => (await calendarOf()).today).toBe(day);
    };
    await settle('Pacific/Kiritimati', '2026-11-21');
    expect(daysOf(await calendarOf())[0]).toBe('11-21 0.00 -100.00 900.00 1 0');
    await settle('Europe/London', '2026-11-20');
  });
});

describe('the opening balance', () => {
  it('is typed within a year of today, is changed by version, and can be removed', async () => {
    const who = await t.admin();
    const put = (body: object) => t.call(who, setCashOpening, { body: body as never });
    expect(await fieldsOf(put({ balance: '1.005', day: '2026-11-20' }))).toBe('422 balance');
    expect(await fieldsOf(put({ balance: '1234567890123456', day: '2026-02-30' }))).toBe('422 balance day');
    expect(await fieldsOf(put({ balance: '1', day: '2025-11-18' }))).toBe('422 day');
    expect(await fieldsOf(put({ balance: '1', day: '2027-11-22' }))).toBe('422 day');
    expect(await t.ok(who, setCashOpening, { body: { balance: '12.3', day: '2025-11-19' } })).toMatchObject({
      balance: '12.30',
      day: '2025-11-19',
      currency: 'GBP',
      version: 1,
    });
    await t.ok(who, setCashOpening, { body: { balance: '-4', day: '2026-11-20', version: 1 } });
    const stale = await put({ balance: '5', day: '2026-11-20', version: 1 });
    expect([stale.status, stale.error.code]).toEqual([409, 'conflict_version']);
    await t.ok(who, deleteCashOpening);
    expect((await t.call(who, deleteCashOpening)).status).toBe(404);
    const log = await t.ok(who, listAuditLog, {
      query: { filter: JSON.stringify([{ field: 'kind', op: 'in', values: ['cash-calendar'] }]) },
    });
    expect(
      log.content.map(({ action, changes }) => [action, ...changes.map(({ from, to }) => `${from} ${to}`)]),
    ).toEqual([
      ['cash-calendar.opening-removed', '-4.00 GBP null', '2026-11-20 null'],
      ['cash-calendar.opening-typed', '12.30 GBP -4.00 GBP', '2025-11-19 2026-11-20'],
      ['cash-calendar.opening-typed', 'null 12.30 GBP', 'null 2025-11-19'],
    ]);
  });
});

describe('an own entry', () => {
  it('is changed by version, deleted and restored, with what it was in the log', async () => {
    const who = await t.admin();
    const made = await t.ok(who, createCashEntry, { body: { ...payout, amount: 7 } });
    expect(made).toMatchObject({ ...payout, amount: '7.00', nextDay: '2026-11-23', version: 1 });
    const one = { params: { cashEntryId: made.id } };
    // What happens once has no last day any more.
    const once = await t.ok(who, patchCashEntry, { ...one, body: { repeat: 'ONCE', amount: '-8', version: 1 } });
    expect(once).toMatchObject({ amount: '-8.00', repeat: 'ONCE', lastDay: null, nextDay: '2026-11-23', version: 2 });
    expect((await t.call(who, patchCashEntry, { ...one, body: { name: 'x', version: 1 } })).status).toBe(409);
    const { operationId } = await t.ok(who, deleteCashEntry, one);
    expect(await t.ok(who, listCashEntries)).toEqual([]);
    expect((await t.call(who, deleteCashEntry, one)).status).toBe(404);
    expect(await t.ok(who, undoOperation, { params: { operationId } })).toMatchObject({ restored: 1, keptCount: 0 });
    const [back] = await t.ok(who, listCashEntries);
    expect(back).toMatchObject({ id: made.id, amount: '-8.00', firstDay: '2026-11-23', version: 3 });
    const log = await t.ok(who, listAuditLog, {
      query: { filter: JSON.stringify([{ field: 'kind', op: 'in', values: ['cash-entry'] }]) },
    });
    expect(
      log.content.map(({ action, things, changes }) => [action, things[0]?.label, changes[0]?.from, changes[0]?.to]),
    ).toEqual([
      ['cash-entry.restored', 'Amazon', null, 'Amazon'],
      ['cash-entry.deleted', 'Amazon', 'Amazon', null],
      ['cash-entry.changed', 'Amazon', '7.00 GBP', '-8.00 GBP'],
      ['cash-entry.created', 'Amazon', null, 'Amazon'],
    ]);
  });

  it('names each field that is wrong', async () => {
    const add = (body: object) => fieldsOf(t.call(a, createCashEntry, { body: { ...wages, ...body } as never }));
    expect(await add({ amount: '0.00' })).toBe('422 amount');
    expect(await add({ amount: '1234567890123456' })).toBe('422 amount');
    expect(await add({ amount: '1.005', repeat: 'WEEKLY', lastDay: '2026-10-30' })).toBe('422 amount lastDay');
    expect(await add({ repeat: 'ONCE', lastDay: '2026-11-30' })).toBe('422 lastDay');
    expect(await add({ firstDay: '2026-02-31', kind: 'RENT', repeat: 'DAILY', name: ' ' })).toBe(
      '422 name kind firstDay repeat',
    );
  });

  it('keeps the currency of the account, until there are no amounts of the calendar', async () => {
    const who = await t.admin();
    const { id } = await t.ok(who, createCashEntry, { body: wages });
    const change = () =>
      t.call(who, updateAccountSettings, { body: { accountName: 'Q', currency: 'EUR', timeZone: 'Europe/London' } });
    const refused = await change();
    expect([refused.error.code, refused.error.errors?.[0]?.field, refused.error.message]).toEqual([
      'accounts.currency_fixed',
      'currency',
      'The cash calendar has amounts in GBP. Remove its opening balance and its entries first.',
    ]);
    const { operationId } = await t.ok(who, deleteCashEntry, { params: { cashEntryId: id } });
    expect((await change()).status).toBe(200);
    // The deleted entry was an amount in pounds, so it does not come back.
    await expect.poll(async () => (await t.ok(who, getCashCalendar)).currency, { timeout: 20_000 }).toBe('EUR');
    expect(await t.ok(who, undoOperation, { params: { operationId } })).toMatchObject({ restored: 0, keptCount: 1 });
  });
});
