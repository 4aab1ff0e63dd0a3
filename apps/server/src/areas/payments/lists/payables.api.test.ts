import { updateAccountSettings } from '@quayside/contracts/accounts/accounts';
import { exportInvoicePayments, exportPayments } from '@quayside/contracts/exports';
import { archiveInvoice, closeInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import {
  createInvoicePayment,
  getInvoicePayment,
  invoicePaymentSort,
  invoicePaymentTotals,
  listInvoicePayments,
  listPaymentBuckets,
  listPayments,
  paymentTotals,
  patchPayment,
  updateInvoicePayment,
} from '@quayside/contracts/payments/payments';
import { searchRecords } from '@quayside/contracts/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aProduct } from '../../../testing/invoices.ts';
import { aBill, aPayee, expectSound, pay, paymentOf } from '../../../testing/payments.ts';

let t: TestApp;
let a: TestPerson;
let china: string;
let haosheng: string;
const ids: Record<string, string> = {};
const invoiceOf: Record<string, string> = {};

/** Today is 2026-11-20. */
beforeAll(async () => {
  t = await startTestApp();
  a = await t.admin();
  haosheng = await aPayee(t, a, { name: 'Haosheng', terms: [{ percent: '100', event: 'INVOICE' }] });
  china = await aPayee(t, a, { name: 'Ökopack China', currency: 'JPY' });
  const add = async (name: string, body: Parameters<typeof aBill>[2], isScheduled = false) => {
    const made = await aBill(t, a, { ...body, invoiceNumber: name });
    const { invoiceId } = made;
    const bill = isScheduled ? await t.ok(a, createInvoicePayment, { body: { invoiceId, byTerms: true } }) : made;
    bill.payments.forEach((payment, i) => (ids[`${name}/${i + 1}`] = payment.id));
    invoiceOf[name] = bill.invoiceId;
  };
  const terms = [
    { percent: '30', event: 'INVOICE' as const },
    { percent: '70', event: 'INVOICE' as const, days: 30 },
  ];
  const two = await aPayee(t, a, { name: 'Two parts', terms });
  // Due on 10-01 (50 days late), and on 10-31 (20 days late).
  await add('A-LATE', { supplierId: two, date: '2026-10-01', total: '1000.00' });
  // Paid, and due in 10 days.
  await add('B-PART', { supplierId: two, date: '2026-10-31', total: '200.00' });
  await pay(t, a, ids['B-PART/1'] ?? '');
  await add('C-TODAY', { supplierId: china, date: '2026-11-20', total: '5000', rate: '0.005' });
  await add('D-NO-RATE', { supplierId: haosheng, date: '2026-11-27', total: '80.00', rate: null, isDraft: true }, true);
  await add('E-FREE', { supplierId: haosheng, date: '2026-11-27', total: '0.00' });
  await add('F-OWN', { supplierId: haosheng, date: '2026-12-21', total: '9.00', currency: 'GBP', rate: null });
  const goods = await aPayee(t, a, { name: 'By delivery', terms: [{ percent: '100', event: 'DELIVERY' }] });
  await add('G-NO-DAY', { supplierId: goods, date: '2026-11-01', total: '7.00' });
  await add('H-DRAFT', { supplierId: haosheng, date: '2026-11-05', total: '55.00', isDraft: true });
});
afterAll(async () => {
  try {
    await expectSound(t, a);
  } finally {
    await t.close();
  }
});

const chip = (field: string, op: string, ...values: string[]) => ({ field, op, values });
/** Filter chips from words: "status in UNPAID; dueDate between 2026-11-20 2026-11-30". */
const chipsOf = (words: string) =>
  words.split('; ').map((one) => {
    const [field = '', op = '', ...values] = one.split(' ');
    return chip(field, op, ...values);
  });
const asked = (...chips: ReturnType<typeof chip>[]) => ({ filter: JSON.stringify(chips) });
const listed = async (query: object) =>
  (await t.ok(a, listPayments, { query: query as never })).content.map(
    ({ invoice, position }) => `${invoice?.number}/${position}`,
  );
const UNPAID = chip('status', 'in', 'UNPAID');

describe('the list of payables', () => {
  it('has every instalment above 0, the latest day first and unknown days last', async () => {
    const all = ['F-OWN/1', 'B-PART/2', 'D-NO-RATE/1', 'C-TODAY/1', 'A-LATE/2', 'B-PART/1', 'A-LATE/1', 'G-NO-DAY/1'];
    // The two of 10-31 are in the order of their ids.
    const shown = await listed({});
    expect([...shown].sort()).toEqual([...all].sort());
    expect(shown.filter((_, place) => place < 4 || place > 5)).toEqual(
      all.filter((_, place) => place < 4 || place > 5),
    );
    const up = await listed({ sort: 'dueDate,asc' });
    expect([up[0], up.at(-1)]).toEqual(['A-LATE/1', 'G-NO-DAY/1']);
  });

  it.each([
    ['amount,desc', 'C-TODAY/1 A-LATE/2 A-LATE/1 B-PART/2 D-NO-RATE/1 B-PART/1 F-OWN/1 G-NO-DAY/1'],
    ['open,asc', 'B-PART/1 G-NO-DAY/1 F-OWN/1 D-NO-RATE/1 B-PART/2 A-LATE/1 A-LATE/2 C-TODAY/1'],
    ['number,asc amount,asc', 'A-LATE/1 A-LATE/2 B-PART/1 B-PART/2 C-TODAY/1 D-NO-RATE/1 F-OWN/1 G-NO-DAY/1'],
  ])('is sorted by %s', async (sort, expected) => {
    expect((await listed({ sort: sort.split(' ') })).join(' ')).toBe(expected);
  });

  it.each([
    ['status in UNPAID; overdue in true', 'A-LATE/1 A-LATE/2', 'CNY 2 1000.00', '100.00', 0],
    ['overdue in true', 'A-LATE/1 A-LATE/2', 'CNY 2 1000.00', '100.00', 0],
    ['bucket in LATE_OVER_30', 'A-LATE/1', 'CNY 1 300.00', '30.00', 0],
    ['bucket in LATE_1_TO_30', 'A-LATE/2', 'CNY 1 700.00', '70.00', 0],
    ['bucket in DUE_0_TO_7', 'C-TODAY/1 D-NO-RATE/1', 'CNY 1 80.00, JPY 1 5000', '25.00', 1],
    ['bucket in DUE_8_TO_30', 'B-PART/2', 'CNY 1 140.00', '14.00', 0],
    ['bucket in DUE_31_TO_60 NO_DAY', 'F-OWN/1 G-NO-DAY/1', 'CNY 1 7.00, GBP 1 9.00', '9.70', 0],
    ['status in PAID', 'B-PART/1', 'CNY 1 0.00', '0.00', 0],
    ['status in UNPAID; dueDate isEmpty', 'G-NO-DAY/1', 'CNY 1 7.00', '0.70', 0],
    ['status in UNPAID; dueDate isNotEmpty; currency notIn CNY', 'C-TODAY/1 F-OWN/1', '', '34.00', 0],
    ['status in UNPAID; dueDate between 2026-11-20 2026-11-30', 'B-PART/2 C-TODAY/1 D-NO-RATE/1', '', '39.00', 1],
    ['number contains late', 'A-LATE/1 A-LATE/2', 'CNY 2 1000.00', '100.00', 0],
    ['kind in PURCHASE_ORDER', '', '', '0.00', 0],
    [
      'kind in INVOICE; overdue in false; status in UNPAID',
      'B-PART/2 C-TODAY/1 D-NO-RATE/1 F-OWN/1 G-NO-DAY/1',
      '',
      '48.70',
      1,
    ],
  ])('is filtered by %s, and its totals are those of the list', async (chips, rows, owed, base, withoutRate) => {
    const query = asked(...chipsOf(chips));
    expect((await listed({ ...query, sort: ['number,asc', 'amount,asc'] })).join(' ')).toBe(rows);
    const count = rows === '' ? 0 : rows.split(' ').length;
    // A page that is full has to be counted, from the kept sums where they can answer the filter.
    expect((await t.ok(a, listPayments, { query: { ...query, size: '1' } as never })).totalElements).toBe(count);
    const totals = await t.ok(a, paymentTotals, { query: query as never });
    expect(totals).toMatchObject({
      count,
      accountCurrency: 'GBP',
      openInAccountCurrency: base,
      withoutRate,
    });
    if (owed) expect(totals.owed.map((o) => `${o.currency} ${o.count} ${o.open}`).join(', ')).toBe(owed);
  });

  it('has the same totals by supplier, from the kept sums and from the list', async () => {
    const bySupplier = chip('supplier', 'in', china);
    const kept = await t.ok(a, paymentTotals, { query: asked(bySupplier, UNPAID) as never });
    const summed = await t.ok(a, paymentTotals, { query: { ...asked(bySupplier, UNPAID), search: 'today' } as never });
    expect(kept).toEqual(summed);
    expect(kept).toMatchObject({ count: 1, owed: [{ currency: 'JPY', open: '5000' }], openInAccountCurrency: '25.00' });
    expect(
      await listed(asked(chip('supplier', 'notIn', china), chip('invoice', 'in', invoiceOf['B-PART'] ?? ''))),
    ).toEqual(['B-PART/2', 'B-PART/1']);
  });

  it('is searched by number, supplier and reference, also in the palette', async () => {
    await t.ok(a, patchPayment, {
      params: { paymentId: ids['C-TODAY/1'] ?? '' },
      body: { transactionReference: 'Wire <8841>' },
    });
    expect(await listed({ search: 'ökopack' })).toEqual(['C-TODAY/1']);
    expect(await listed({ search: 'wire <88' })).toEqual(['C-TODAY/1']);
    expect(await listed({ search: 'a-late two' })).toEqual(['A-LATE/2', 'A-LATE/1']);
    expect(await listed({ search: 'nothing' })).toEqual([]);
    const found = await t.ok(a, searchRecords, { query: { text: 'wire 8841' } });
    expect(JSON.stringify(found)).toContain(ids['C-TODAY/1']);
  });

  it('refuses filters that cannot be understood', async () => {
    for (const bad of [
      chip('bucket', 'in', 'SOON'),
      chip('status', 'in', 'OVERDUE'),
      chip('supplier', 'in', 'x'),
      chip('dueDate', 'gte', '2026-02-30'),
      chip('settled', 'in', '1'),
    ]) {
      const statuses = [
        (await t.call(a, listPayments, { query: asked(bad) as never })).status,
        (await t.call(a, paymentTotals, { query: asked(bad) as never })).status,
      ];
      expect(statuses).toEqual([422, 422]);
    }
  });

  it('is summed in buckets, whose days are those of the account', async () => {
    const bucketsOf = async () => {
      const { today, buckets } = await t.ok(a, listPaymentBuckets);
      return [today, ...buckets.map(({ count, openInAccountCurrency }) => `${count} ${openInAccountCurrency}`)];
    };
    const [today, ...buckets] = await bucketsOf();
    expect([today, buckets]).toEqual([
      '2026-11-20',
      ['1 30.00', '1 70.00', '2 25.00', '1 14.00', '1 9.00', '0 0.00', '1 0.70'],
    ]);
    // In Kiritimati it is already the next day. The session takes the setting from the event of its change.
    const settle = async (timeZone: string, day: string) => {
      await t.ok(a, updateAccountSettings, { body: { accountName: 'Quay', currency: 'GBP', timeZone } });
      await expect.poll(async () => (await bucketsOf())[0]).toBe(day);
    };
    await settle('Pacific/Kiritimati', '2026-11-21');
    expect((await bucketsOf()).slice(1, 4)).toEqual(['1 30.00', '2 95.00', '1 0.00']);
    expect(await listed(asked(chip('overdue', 'in', 'true'), chip('currency', 'in', 'JPY')))).toEqual(['C-TODAY/1']);
    await settle('Europe/London', '2026-11-20');
  });

  it('keeps its sums when a rate, a currency of nothing settled or a total changes', async () => {
    const base = async () => (await t.ok(a, paymentTotals, { query: asked(UNPAID) as never })).openInAccountCurrency;
    const change = (body: object) =>
      t.ok(a, updateInvoiceBasic, { params: { id: invoiceOf['D-NO-RATE'] ?? '' }, body: body as never });
    expect(await base()).toBe('148.70');
    await change({ rate: '0.25' });
    expect(await base()).toBe('168.70');
    await change({ total: '100.00' });
    expect(await base()).toBe('173.70');
    await change({ total: '80.00', rate: null });
    expect(await base()).toBe('148.70');
  });

  it('is exported as it is filtered and sorted', async () => {
    const query = { ...asked(UNPAID, chip('overdue', 'in', 'true')), sort: 'dueDate,asc' };
    const columns = 'number,position,count,percent,dueDate,daysLate,amount,open,openInAccountCurrency';
    const file = await t.call(a, exportPayments, { query: { ...query, columns } as never });
    const [, ...rows] = file.text.trim().split(/\r?\n/);
    expect(rows).toEqual([
      '"A-LATE",1,2,30,"2026-10-01",50,"CNY",300.00,300.00,30.00',
      '"A-LATE",2,2,70,"2026-10-31",20,"CNY",700.00,700.00,70.00',
    ]);
    const chosen = await t.call(a, exportPayments, {
      query: { ids: ids['C-TODAY/1'], columns: 'status,amount' } as never,
    });
    expect(chosen.text.trim().split(/\r?\n/).slice(1)).toEqual(['"UNPAID","JPY",5000']);
  });

  it('is read by viewers, who see why they cannot pay', async () => {
    const viewer = await t.member(a, 'sv-account-viewer');
    const [first] = (await t.ok(viewer, listPayments, {})).content;
    expect(first?.can.pay).toMatchObject({ allowed: false });
    expect((await t.ok(viewer, listInvoicePayments, {})).content[0]?.can.edit).toMatchObject({ allowed: false });
  });

  it('has the instalments of no other account', async () => {
    const other = await t.admin();
    expect((await t.ok(other, listPayments, {})).content).toEqual([]);
    expect((await t.ok(other, paymentTotals, { query: asked(UNPAID) as never })).count).toBe(0);
    const { status } = await t.call(other, getInvoicePayment, {
      params: { invoicePaymentId: invoiceOf['A-LATE'] ?? '' },
    });
    expect(status).toBe(404);
  });
});

describe('the list of bills', () => {
  const bills = async (query: object) =>
    (await t.ok(a, listInvoicePayments, { query: query as never })).content.map(
      ({ invoice, state }) => `${invoice.invoiceNumber} ${state}`,
    );

  it('has every invoice with its state, the latest first, also drafts without a schedule', async () => {
    expect(await bills({})).toEqual([
      'F-OWN UNPAID',
      ...(await bills(asked(chip('date', 'between', '2026-11-27', '2026-11-27')))),
      'C-TODAY UNPAID',
      'H-DRAFT UNSCHEDULED',
      'G-NO-DAY UNPAID',
      'B-PART PART_PAID',
      'A-LATE UNPAID',
    ]);
    expect((await bills(asked(chip('date', 'between', '2026-11-27', '2026-11-27')))).sort()).toEqual([
      'D-NO-RATE UNPAID',
      'E-FREE UNSCHEDULED',
    ]);
  });

  it.each([
    ['state in PART_PAID', 'B-PART PART_PAID'],
    ['state in UNSCHEDULED PAID', 'E-FREE UNSCHEDULED, H-DRAFT UNSCHEDULED'],
    ['overdue in true', 'A-LATE UNPAID'],
    ['overdue in false; currency in JPY', 'C-TODAY UNPAID'],
    ['dueDate isEmpty', 'E-FREE UNSCHEDULED, G-NO-DAY UNPAID, H-DRAFT UNSCHEDULED'],
    ['dueDate lte 2026-10-01', 'A-LATE UNPAID'],
    ['difference isNotEmpty', ''],
    ['number contains own', 'F-OWN UNPAID'],
  ])('is filtered by %s', async (chips, expected) => {
    const query = asked(...chipsOf(chips));
    expect((await bills({ ...query, sort: 'invoice.invoiceNumber,asc' })).join(', ')).toBe(expected);
    const totals = await t.ok(a, invoicePaymentTotals, { query: query as never });
    expect(totals.count).toBe(expected === '' ? 0 : expected.split(', ').length);
  });

  it.each(invoicePaymentSort)('has each bill once when it is sorted by %s', async (field) => {
    const all = await bills({});
    for (const direction of ['asc', 'desc'])
      expect((await bills({ sort: `${field},${direction}` })).toSorted()).toEqual(all.toSorted());
  });

  it('is sorted by what is open, by day and by state, with what is unknown last', async () => {
    const first = async (sort: string) => (await bills({ sort }))[0];
    const last = async (sort: string) => (await bills({ sort })).at(-1);
    expect(await first('open,desc')).toBe('C-TODAY UNPAID');
    expect(await first('unixDueDate,asc')).toBe('A-LATE UNPAID');
    expect(['E-FREE UNSCHEDULED', 'G-NO-DAY UNPAID', 'H-DRAFT UNSCHEDULED']).toContain(await last('unixDueDate,asc'));
    expect(await first('state,asc')).toContain('UNSCHEDULED');
    expect(await first('supplier,asc')).toBe('G-NO-DAY UNPAID');
  });

  it('is summed by currency, and exported', async () => {
    const totals = await t.ok(a, invoicePaymentTotals, { query: {} as never });
    expect(totals).toEqual({
      count: 8,
      unscheduled: 2,
      currencies: [
        { currency: 'CNY', count: 6, total: '1342.00', settled: '60.00', open: '1227.00' },
        { currency: 'GBP', count: 1, total: '9.00', settled: '0.00', open: '9.00' },
        { currency: 'JPY', count: 1, total: '5000', settled: '0', open: '5000' },
      ],
      accountCurrency: 'GBP',
      openInAccountCurrency: '148.70',
      withoutRate: 1,
    });
    const columns = 'invoiceNumber,state,isConfirmed,dueDate,total,settled,open,difference';
    const file = await t.call(a, exportInvoicePayments, {
      query: { ...asked(chip('state', 'in', 'UNSCHEDULED', 'PART_PAID')), sort: 'invoice.date,asc', columns } as never,
    });
    expect(file.text.trim().split(/\r?\n/).slice(1)).toEqual([
      '"B-PART","PART_PAID","false","2026-11-30","CNY",200.00,60.00,140.00,0.00',
      '"H-DRAFT","UNSCHEDULED","false",,"CNY",55.00,,,',
      '"E-FREE","UNSCHEDULED","false",,"CNY",0.00,,,',
    ]);
  });

  it('shows a difference, and leaves archived ones out unless they are asked for', async () => {
    const productId = await aProduct(t, a, 'ARCHIVED-1');
    const bill = await aBill(t, a, { supplierId: haosheng, total: '9.00', productId, invoiceNumber: 'I-OLD' });
    const params = { id: bill.invoiceId };
    // Typed amounts stay.
    const payments = [{ id: paymentOf(bill), amount: '9.00' }];
    await t.ok(a, updateInvoicePayment, { params: { invoicePaymentId: bill.invoiceId }, body: { payments } as never });
    await pay(t, a, paymentOf(bill));
    await t.ok(a, updateInvoiceBasic, { params, body: { total: '12.00' } });
    expect(await bills(asked(chip('difference', 'isNotEmpty')))).toEqual(['I-OLD PART_PAID']);
    await t.ok(a, updateInvoiceBasic, { params, body: { total: '9.00' } });
    await t.ok(a, closeInvoice, { params, body: {} });
    await t.ok(a, archiveInvoice, { params, body: {} });
    expect(await bills(asked(chip('number', 'contains', 'old')))).toEqual([]);
    expect(await bills({ search: 'i-old' })).toEqual(['I-OLD PAID']);
    expect(await bills(asked(chip('archived', 'in', 'true')))).toEqual(['I-OLD PAID']);
  });
});
