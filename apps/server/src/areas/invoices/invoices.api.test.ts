import { closeInvoice, confirmInvoice, reopenInvoice } from '@quayside/contracts/invoices/invoice-moves';
import {
  createInvoice,
  deleteInvoice,
  getInvoice,
  invoiceTotals,
  listInvoiceCostTypes,
  listInvoices,
  listInvoiceUses,
  updateInvoiceBasic,
} from '@quayside/contracts/invoices/invoices';
import { listScopeOptions, previewAllocation } from '@quayside/contracts/costs/allocation-preview';
import { createInvoiceLine, patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import type { Invoice } from '@quayside/contracts/invoices/invoice-header';
import type { QueryIn } from '@quayside/contracts/endpoint';
import { parseAmount } from '@quayside/domain/money/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patchProduct } from '@quayside/contracts/products/products';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { anInvoice, aProduct, aSupplier, invariantsOf } from '../../testing/invoices.ts';

let t: TestApp;
let admin: TestPerson;
let supplier: string;
let products: string[];
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.admin();
  supplier = await aSupplier(t, admin);
  products = [await aProduct(t, admin, 'KTL-1'), await aProduct(t, admin, 'KTL-2'), await aProduct(t, admin, 'KTL-3')];
});
afterAll(() => t.close());

const minor = (text: string | null, currency: string): bigint => {
  const parsed = parseAmount(text ?? '', currency);
  if (!parsed.ok) throw new Error(`${text} ${currency}`);
  return parsed.value;
};

/**
 * Checks that lines + tax + difference = total, and that assigned + unassigned + excluded = lines + tax that counts as
 * a cost, in both currencies.
 */
function expectSums(invoice: Invoice): void {
  const { totals, currency, accountCurrency } = invoice;
  const currencies = [
    ['document', currency],
    ...(totals.total.account === null ? [] : [['account', accountCurrency]]),
  ] as ['document' | 'account', string][];
  for (const [side, code] of currencies) {
    const of = (part: keyof typeof totals) => minor(totals[part][side], code);
    expect(of('lines') + of('recoverableTax') + of('costTax') + of('difference'), `${side} total`).toBe(of('total'));
    expect(of('assigned') + of('unassigned') + of('excluded'), `${side} cost`).toBe(of('lines') + of('costTax'));
  }
}

describe('an invoice from entry to closing', () => {
  it('is entered in yuan, converted once, confirmed, closed when it adds up, and re-opened', async () => {
    const { id, lineIds } = await anInvoice(
      t,
      admin,
      { supplierId: supplier, invoiceNumber: 'NB-2241', date: '2026-11-02', total: '35400.00' },
      [
        { productId: products[0], quantity: 1200, amount: '18000.00' },
        { productId: products[1], quantity: 800, amount: '12400.00' },
        { productId: products[2], quantity: '500', amount: 5000 },
      ],
    );
    const noRate = await t.ok(admin, getInvoice, { params: { id } });
    expect(noRate).toMatchObject({
      currency: 'CNY',
      rate: null,
      status: 'WORKING',
      lineCount: 3,
      unassignedLineCount: 3,
      totals: { unassigned: { document: '35400.00', account: null } },
    });
    expect(noRate.lines[0]).toMatchObject({
      unassignedReason: 'NO_RATE',
      cost: { document: '18000.00', account: null },
      unitPrice: '15.0000',
      order: { number: expect.stringMatching(/^SO-/) },
    });
    expect(noRate.can.confirm).toEqual({
      allowed: false,
      reason: 'To confirm this invoice it still needs a rate from CNY to GBP.',
    });
    expect(await t.call(admin, confirmInvoice, { params: { id }, body: {} })).toMatchObject({
      status: 422,
      error: { code: 'invoices.incomplete', message: 'To confirm this invoice it still needs a rate from CNY to GBP.' },
    });

    const rated = await t.ok(admin, updateInvoiceBasic, { params: { id }, body: { rate: '0.108417' } });
    expect(rated).toMatchObject({
      rate: '0.108417',
      rateDate: '2026-11-02',
      rateSource: 'manual',
      isRateFrozen: false,
      version: 2,
      totals: { unassigned: { document: '0.00', account: '0.00' } },
    });
    expect(rated.lines.map((l) => [l.cost.account, l.assigned.account, l.unassignedReason, l.effectiveBasis])).toEqual([
      ['1951.51', '1951.51', null, 'OWN_ORDER'],
      ['1344.37', '1344.37', null, 'OWN_ORDER'],
      ['542.09', '542.09', null, 'OWN_ORDER'],
    ]);
    // The total in account currency is the sum of its converted parts. Converting the total itself would give 3837.96.
    expect(rated.totals.total.account).toBe('3837.97');
    expectSums(rated);

    const open = await t.ok(admin, confirmInvoice, { params: { id }, body: { version: 2 } });
    expect(open).toMatchObject({ status: 'OPEN', isRateFrozen: true, version: 3 });
    await t.ok(admin, patchInvoiceLine, {
      params: { invoiceId: id, id: lineIds[2] ?? '' },
      body: { amount: '4100.00' },
    });
    const off = await t.call(admin, closeInvoice, { params: { id }, body: {} });
    expect(off).toMatchObject({
      status: 422,
      error: {
        code: 'invoices.difference',
        message: 'To close this invoice its lines must add up to its total: the difference is CNY 900.00.',
      },
    });
    const differs = await t.ok(admin, getInvoice, { params: { id } });
    expect(differs).toMatchObject({
      hasSwappedDigitsHint: true,
      totals: { difference: { document: '900.00', account: '97.58' } },
    });
    expect(differs.can.close).toEqual({ allowed: false, reason: off.error.message });
    expectSums(differs);

    await t.ok(admin, patchInvoiceLine, {
      params: { invoiceId: id, id: lineIds[2] ?? '' },
      body: { amount: '5000.00' },
    });
    const closed = await t.ok(admin, closeInvoice, { params: { id }, body: {} });
    expect(closed).toMatchObject({
      status: 'CLOSED',
      can: {
        edit: { allowed: false, reason: 'This invoice is closed. Re-open it to change it.' },
        reopen: { allowed: true },
      },
    });
    expect((await t.ok(admin, reopenInvoice, { params: { id }, body: {} })).status).toBe('OPEN');
    expect(await invariantsOf(t, admin)).toEqual([]);
  });

  it('spreads freight in dollars over two factory invoices, and stays open while anything is unassigned', async () => {
    const who = await t.admin();
    const [factory, carrier] = [
      await aSupplier(t, who),
      await aSupplier(t, who, { name: 'Blue Anchor Freight', currency: 'USD' }),
    ];
    const [p, q] = [await aProduct(t, who, 'P'), await aProduct(t, who, 'Q')];
    const one = await anInvoice(t, who, { supplierId: factory, rate: '0.11' }, [
      { productId: p, quantity: 300, amount: '900' },
    ]);
    const two = await anInvoice(t, who, { supplierId: factory, rate: '0.11' }, [
      { productId: q, quantity: 100, amount: '700' },
    ]);
    const freight = await anInvoice(
      t,
      who,
      { supplierId: carrier, rate: '0.79', costType: 'SHIPPING', total: '1000.00' },
      [{ quantity: 1, amount: '1000.00' }],
    );
    expect((await t.ok(who, getInvoice, { params: { id: freight.id } })).lines[0]).toMatchObject({
      costType: 'SHIPPING',
      unassignedReason: 'NO_SCOPE',
      unassigned: { document: '1000.00', account: '790.00' },
      scope: null,
    });
    await t.ok(who, confirmInvoice, { params: { id: freight.id }, body: {} });
    expect(await t.call(who, closeInvoice, { params: { id: freight.id }, body: {} })).toMatchObject({
      status: 422,
      error: {
        code: 'invoices.not_assigned',
        message: 'To close this invoice its costs must be assigned: USD 1,000.00 on one line is not.',
      },
    });

    const paired = await t.ok(who, updateInvoiceBasic, {
      params: { id: freight.id },
      body: {
        pairedWith: [
          { type: 'INVOICE', id: one.id },
          { type: 'INVOICE', id: two.id },
        ],
      },
    });
    expect(paired.pairedWith.map((x) => x.id).sort()).toEqual([one.id, two.id].sort());
    expect(paired.lines[0]).toMatchObject({
      effectiveBasis: 'QUANTITY',
      isBasisFallback: true,
      entryCount: 2,
      assigned: { document: '1000.00', account: '790.00' },
    });
    expect((await t.ok(who, closeInvoice, { params: { id: freight.id }, body: {} })).status).toBe('CLOSED');

    const used = await t.call(who, deleteInvoice, { params: { id: one.id } });
    expect(used).toMatchObject({ status: 409, error: { code: 'invoices.in_use' } });
    expect(used.error.uses?.map((u) => u.type)).toEqual(['INVOICE']);
    expect((await t.ok(who, getInvoice, { params: { id: one.id } })).can.delete.allowed).toBe(false);
    const options = await t.ok(who, listScopeOptions, { params: { id: freight.id }, query: { search: 'p' } });
    expect(options).toContainEqual(expect.objectContaining({ type: 'PRODUCT', id: p, label: 'P' }));
    await t.ok(who, patchProduct, { params: { id: p }, body: { status: 'DISCONTINUED' } });
    const offered = async (query: object) =>
      (await t.ok(who, listScopeOptions, { params: { id: freight.id }, query })).flatMap(({ type, label }) =>
        type === 'PRODUCT' ? label : [],
      );
    expect(await offered({ search: 'P' })).toContain('P');
    expect(await offered({ search: 'produ' })).not.toContain('P');
    expect(await offered({ search: 'produ', discontinued: 'true' })).toContain('P');
    expect(await invariantsOf(t, who)).toEqual([]);
  });

  it('previews another basis without storing it', async () => {
    const who = await t.admin();
    const id = await aSupplier(t, who, { currency: 'GBP' });
    const [heavy, light] = [
      await aProduct(t, who, 'HEAVY', { weightUg: 3_000_000_000n, volumeMm3: 1n }),
      await aProduct(t, who, 'LIGHT', { weightUg: 1_000_000_000n, volumeMm3: 1n }),
    ];
    const made = await anInvoice(t, who, { supplierId: id }, [
      { productId: heavy, quantity: 10, amount: 100 },
      { productId: light, quantity: 10, amount: 100 },
      { costType: 'OTHER', amount: 80 },
    ]);
    const at = { invoiceId: made.id, id: made.lineIds[2] ?? '' };
    const preview = await t.ok(who, previewAllocation, { params: at, body: { basis: 'WEIGHT' } });
    expect(preview.shares.map((s) => [s.product.sku, s.account, s.landedBefore, s.landedAfter])).toEqual([
      ['HEAVY', '60.00', '14.0000', '16.0000'],
      ['LIGHT', '20.00', '14.0000', '12.0000'],
    ]);
    expect((await t.ok(who, getInvoice, { params: { id: made.id } })).lines[2]).toMatchObject({
      basis: null,
      effectiveBasis: 'QUANTITY',
      version: 1,
    });
  });
});

describe('a new invoice', () => {
  it('takes currency, date and number from supplier, account and clock, and returns the complete invoice', async () => {
    const invoice = await t.ok(admin, createInvoice, { body: { supplierId: supplier } });
    expect(invoice).toMatchObject({
      invoiceNumber: '2026-11-20',
      date: '2026-11-20',
      unixDate: 1795132800,
      currency: 'CNY',
      accountCurrency: 'GBP',
      status: 'WORKING',
      total: null,
      lineCount: 0,
      version: 1,
      document: null,
      lines: [],
      supplierContact: { id: supplier, companyName: 'Ningbo Yongjia Houseware', localName: null },
      can: { edit: { allowed: true }, delete: { allowed: true }, confirm: { allowed: false } },
    });
    const other = await aSupplier(t, admin, { currency: null });
    expect((await t.ok(admin, createInvoice, { body: { supplierId: other } })).currency).toBe('GBP');
  });

  it("gets a number from the day in the account's time zone, which follows the date until one is typed", async () => {
    const { id } = await anInvoice(t, admin, { supplierId: supplier, invoiceNumber: '  ', date: '2026-10-01' });
    expect(await t.ok(admin, updateInvoiceBasic, { params: { id }, body: { date: '2026-10-02' } })).toMatchObject({
      invoiceNumber: '2026-10-02',
      version: 2,
    });
    expect(await t.ok(admin, updateInvoiceBasic, { params: { id }, body: { invoiceNumber: 'INV 7' } })).toMatchObject({
      invoiceNumber: 'INV 7',
    });
    expect(await t.ok(admin, updateInvoiceBasic, { params: { id }, body: { unixDate: 1790985600 } })).toMatchObject({
      invoiceNumber: 'INV 7',
      date: '2026-10-03',
    });
    expect(await t.ok(admin, updateInvoiceBasic, { params: { id }, body: { invoiceNumber: null } })).toMatchObject({
      invoiceNumber: '2026-10-03',
    });
  });

  it('is created once when the same idempotency key is sent twice', async () => {
    const send = () =>
      t.call(admin, createInvoice, {
        body: { supplierId: supplier, invoiceNumber: 'ONCE' },
        headers: { 'idempotency-key': 'intent-1' },
      });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
    expect((await t.ok(admin, listInvoices, { query: { search: 'ONCE' } })).totalElements).toBe(1);
  });

  it.each([
    [{ supplierId: '01a1fd84-0000-7000-8000-000000000000' }, 'supplierId', 'Choose a supplier'],
    [{ currency: 'XXQ' }, 'currency', 'Choose a currency'],
    [{ date: '2026-02-30' }, 'date', 'This day does not exist'],
    [{ date: '2026-02-03', unixDate: 0 }, 'unixDate', 'This is 1970-01-01, but date says 2026-02-03'],
    [{ unixDate: 9_999_999_999_999 }, 'unixDate', 'This day does not exist'],
    [{ total: '10.005' }, 'total', 'CNY has 2 decimals'],
    [{ currency: 'JPY', total: '10.5' }, 'total', 'JPY has no decimals'],
    [{ currency: 'GBP', rate: '1.2' }, 'rate', "This invoice is in GBP, the account's own currency: it has no rate"],
    [{ rate: '0' }, 'rate', 'Enter a rate above 0 with at most 10 digits'],
    [
      { pairedWith: [{ type: 'ORDER' as const, id: '01a1fd84-0000-7000-8000-000000000000' }] },
      'pairedWith.0.id',
      'This account has no such record',
    ],
  ])('with %j is refused at %s', async (wrong, field, message) => {
    const before = (await t.ok(admin, invoiceTotals, {})).count;
    const answer = await t.call(admin, createInvoice, { body: { supplierId: supplier, ...wrong } });
    expect(answer.status).toBe(422);
    expect(answer.error.errors).toContainEqual(expect.objectContaining({ field, message }));
    expect((await t.ok(admin, invoiceTotals, {})).count).toBe(before);
  });
});

describe('the header', () => {
  it('leaves absent fields, clears null fields, and gets a new version only when something changed', async () => {
    const { id } = await anInvoice(t, admin, {
      supplierId: supplier,
      vesselVoyage: 'Ever Given 021E',
      etd: '2026-12-01',
      shippingMethod: 'SEA',
      type: 'SHIPPING_ONLY',
      total: '5',
    });
    const same = await t.ok(admin, updateInvoiceBasic, { params: { id }, body: { etd: '2026-12-01' } });
    expect(same.version).toBe(1);
    const cleared = await t.ok(admin, updateInvoiceBasic, {
      params: { id },
      body: { etd: null, total: '', version: 1 },
    });
    expect(cleared).toMatchObject({
      etd: null,
      total: null,
      vesselVoyage: 'Ever Given 021E',
      shippingMethod: 'SEA',
      version: 2,
    });
  });

  it('needs no pay reference, not even to be confirmed, and can lose the one it has', async () => {
    const head = { supplierId: supplier, rate: '0.11', costType: 'SHIPPING', payReferenceNumber: 'PAY-7' } as const;
    const { id } = await anInvoice(t, admin, head, [{ quantity: 1, amount: '10.00' }]);
    const set = (payReferenceNumber: string | null) =>
      t.ok(admin, updateInvoiceBasic, { params: { id }, body: { payReferenceNumber } });
    expect((await set('')).payReferenceNumber).toBeNull();
    expect((await set('PAY-8')).payReferenceNumber).toBe('PAY-8');
    expect((await set(null)).payReferenceNumber).toBeNull();
    expect(await t.ok(admin, confirmInvoice, { params: { id }, body: {} })).toMatchObject({
      payReferenceNumber: null,
      status: 'OPEN',
    });
  });

  it('is returned in its current state to a stale update', async () => {
    const { id } = await anInvoice(t, admin, { supplierId: supplier });
    await t.ok(admin, updateInvoiceBasic, { params: { id }, body: { tracking: 'first', version: 1 } });
    for (const stale of [
      await t.call(admin, updateInvoiceBasic, { params: { id }, body: { tracking: 'second', version: 1 } }),
      await t.call(admin, confirmInvoice, { params: { id }, body: { version: 1 } }),
    ]) {
      expect(stale).toMatchObject({
        status: 409,
        error: { code: 'conflict_version', current: { id, tracking: 'first', version: 2, lines: [] } },
      });
    }
    expect(await t.call(admin, deleteInvoice, { params: { id }, headers: { 'if-match': '"1"' } })).toMatchObject({
      status: 409,
      error: { code: 'conflict_version' },
    });
    expect((await t.call(admin, deleteInvoice, { params: { id }, headers: { 'if-match': '"2"' } })).status).toBe(204);
  });

  it('clears the rate with its currency, and keeps the decimals of the currency while there are figures', async () => {
    const { id } = await anInvoice(t, admin, { supplierId: supplier, rate: '0.11', total: '10.00' }, [
      { amount: '10.00' },
    ]);
    expect(await t.ok(admin, updateInvoiceBasic, { params: { id }, body: { currency: 'USD' } })).toMatchObject({
      currency: 'USD',
      rate: null,
      rateDate: null,
      rateSource: null,
      total: '10.00',
      lines: [{ amount: '10.00' }],
    });
    const yen = await t.call(admin, updateInvoiceBasic, {
      params: { id },
      body: { currency: 'JPY', rate: '0.005', total: '10' },
    });
    expect(yen).toMatchObject({
      status: 422,
      error: {
        errors: [
          {
            field: 'currency',
            message: 'JPY has no decimals and USD has 2 decimals: delete the lines and the total of this invoice first',
          },
        ],
      },
    });
    const empty = await anInvoice(t, admin, { supplierId: supplier });
    expect(
      await t.ok(admin, updateInvoiceBasic, { params: { id: empty.id }, body: { currency: 'JPY', total: '1000' } }),
    ).toMatchObject({
      currency: 'JPY',
      total: '1000',
    });
  });

  it('allows a corrected rate after confirmation, records the old one, and never allows removing it', async () => {
    const { id } = await anInvoice(t, admin, { supplierId: supplier, rate: '0.11', date: '2026-11-03' }, [
      { productId: products[0], quantity: 10, amount: '100.00' },
    ]);
    await t.ok(admin, confirmInvoice, { params: { id }, body: {} });
    const corrected = await t.ok(admin, updateInvoiceBasic, {
      params: { id },
      body: { rate: '0.12', rateDate: '2026-11-04' },
    });
    expect(corrected).toMatchObject({
      status: 'OPEN',
      rate: '0.12',
      rateDate: '2026-11-04',
      isRateFrozen: true,
      totals: { assigned: { account: '12.00' } },
    });
    const logged = await t.work(admin, (w) =>
      w.tx
        .selectFrom('audit_log')
        .select('details')
        .where('action', '=', 'invoice.changed')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow(),
    );
    expect(logged.details).toEqual({
      version: 2,
      changes: [
        { field: 'rate', from: '0.11', to: '0.12' },
        { field: 'rateDate', from: '2026-11-03', to: '2026-11-04' },
      ],
    });
    expect(await t.call(admin, updateInvoiceBasic, { params: { id }, body: { rate: null } })).toMatchObject({
      status: 422,
      error: { errors: [{ field: 'rate' }] },
    });
    expect(await invariantsOf(t, admin)).toEqual([]);
  });

  it('preserves a pairing with a deleted order, and accepts no new one', async () => {
    const goods = await anInvoice(t, admin, { supplierId: supplier }, [
      { productId: products[0], quantity: 1, amount: 1 },
    ]);
    const order = (await t.ok(admin, getInvoice, { params: { id: goods.id } })).lines[0]?.order?.id ?? '';
    const pairedWith = [{ type: 'ORDER' as const, id: order }];
    const { id } = await anInvoice(t, admin, { supplierId: supplier, pairedWith });
    await t.ok(admin, patchInvoiceLine, {
      params: { invoiceId: goods.id, id: goods.lineIds[0] ?? '' },
      body: { quantity: 0 },
    });
    expect(
      (await t.ok(admin, updateInvoiceBasic, { params: { id }, body: { pairedWith, tracking: 'x' } })).pairedWith,
    ).toHaveLength(1);
    expect(
      (await t.call(admin, createInvoice, { body: { supplierId: supplier, pairedWith } })).error.errors,
    ).toMatchObject([{ field: 'pairedWith.0.id', message: 'This account has no such record' }]);
  });

  it('refuses pairing the invoice with itself', async () => {
    const { id } = await anInvoice(t, admin, { supplierId: supplier });
    expect(
      await t.call(admin, updateInvoiceBasic, { params: { id }, body: { pairedWith: [{ type: 'INVOICE', id }] } }),
    ).toMatchObject({
      status: 422,
      error: { errors: [{ field: 'pairedWith.0.id' }] },
    });
  });
});

describe('a closed invoice', () => {
  it('refuses every change until it is re-opened', async () => {
    const { id, lineIds } = await anInvoice(t, admin, { supplierId: supplier, currency: 'GBP', total: '10' }, [
      { productId: products[0], quantity: 1, amount: 10 },
    ]);
    await t.ok(admin, confirmInvoice, { params: { id }, body: {} });
    await t.ok(admin, closeInvoice, { params: { id }, body: {} });
    const line = { invoiceId: id, id: lineIds[0] ?? '' };
    for (const answer of [
      await t.call(admin, updateInvoiceBasic, { params: { id }, body: { tracking: 'x' } }),
      await t.call(admin, createInvoiceLine, { params: { invoiceId: id }, body: {} }),
      await t.call(admin, patchInvoiceLine, { params: line, body: { amount: 11 } }),
      await t.call(admin, deleteInvoice, { params: { id } }),
    ])
      expect(answer).toMatchObject({ status: 422, error: { code: 'invoices.closed' } });
    expect(await t.call(admin, confirmInvoice, { params: { id }, body: {} })).toMatchObject({
      status: 422,
      error: { code: 'invoices.wrong_status' },
    });
    await t.ok(admin, reopenInvoice, { params: { id }, body: {} });
    expect((await t.call(admin, patchInvoiceLine, { params: line, body: { amount: 11 } })).status).toBe(200);
  });

  it('needs a typed total before it can be closed', async () => {
    const { id } = await anInvoice(t, admin, { supplierId: supplier, currency: 'GBP' }, [
      { productId: products[0], quantity: 1, amount: 10 },
    ]);
    await t.ok(admin, confirmInvoice, { params: { id }, body: {} });
    expect(await t.call(admin, closeInvoice, { params: { id }, body: {} })).toMatchObject({
      status: 422,
      error: { code: 'invoices.difference', message: 'To close this invoice type its total first.' },
    });
  });
});

describe('deleting an invoice', () => {
  it('removes its orders with it, unless another invoice uses one of them', async () => {
    const who = await t.admin();
    const supplierId = await aSupplier(t, who, { currency: 'GBP' });
    const productId = await aProduct(t, who, 'DO');
    const goods = await anInvoice(t, who, { supplierId }, [{ productId, quantity: 10, amount: 100 }]);
    const orderOf = async (id: string) => (await t.ok(who, getInvoice, { params: { id } })).lines[0]?.order;
    const order = await orderOf(goods.id);
    const freight = await anInvoice(t, who, { supplierId, invoiceNumber: 'DO-SEA' }, [
      { costType: 'SHIPPING', amount: 30, scope: [{ type: 'ORDER', id: order?.id ?? '' }] },
    ]);
    const at = { params: { id: goods.id } };
    const use = { type: 'INVOICE', id: freight.id, label: 'DO-SEA' };
    const usesAre = async (uses: unknown[]) => {
      expect(await t.ok(who, listInvoiceUses, at)).toEqual(uses);
      expect((await t.ok(who, getInvoice, at)).can.delete.allowed).toBe(uses.length === 0);
    };
    const patch = (body: object) =>
      t.ok(who, patchInvoiceLine, { params: { invoiceId: freight.id, id: freight.lineIds[0] ?? '' }, body });
    await usesAre([use]);
    expect(await t.call(who, deleteInvoice, at)).toMatchObject({
      status: 409,
      error: { code: 'invoices.in_use', uses: [use] },
    });
    await patch({ scope: [{ type: 'PRODUCT', id: productId }] });
    await usesAre([]);
    await patch({ basis: 'MANUAL', manualShares: [{ layerId: order?.id ?? '', amount: 30 }] });
    await usesAre([use]);
    await patch({ basis: 'QUANTITY', manualShares: [], scope: null });
    await t.ok(who, updateInvoiceBasic, {
      params: { id: freight.id },
      body: { pairedWith: [{ type: 'ORDER', id: order?.id ?? '' }] },
    });
    await usesAre([use]);
    await t.ok(who, updateInvoiceBasic, { params: { id: freight.id }, body: { pairedWith: [] } });
    await usesAre([]);
    expect((await t.call(who, deleteInvoice, at)).status).toBe(204);
    expect(await t.call(who, listInvoiceUses, at)).toMatchObject({ status: 404 });
    const options = await t.ok(who, listScopeOptions, { params: { id: freight.id }, query: {} });
    expect(options.filter(({ id }) => id === order?.id || id === productId)).toEqual([]);
    expect(await invariantsOf(t, who)).toEqual([]);
  });
  it('removes an unused invoice from every list, and its costs with it', async () => {
    const who = await t.admin();
    const made = await anInvoice(t, who, { supplierId: await aSupplier(t, who), rate: '0.1' }, [
      { productId: await aProduct(t, who, 'D'), costType: 'OTHER', amount: 50 },
    ]);
    expect((await t.call(who, deleteInvoice, { params: { id: made.id } })).status).toBe(204);
    expect(await t.call(who, getInvoice, { params: { id: made.id } })).toMatchObject({
      status: 404,
      error: { code: 'invoices.unknown', message: 'Invoice not found' },
    });
    expect(await t.ok(who, invoiceTotals, {})).toEqual({ count: 0, total: '0.00', unassigned: '0.00', withoutRate: 0 });
    expect(await invariantsOf(t, who)).toEqual([]);
  });
});

describe('the invoice list', () => {
  let who: TestPerson;
  let suppliers: string[];
  beforeAll(async () => {
    who = await t.admin();
    suppliers = [
      await aSupplier(t, who, { name: 'Anhui Tea', localName: '安徽茶业', currency: 'CNY' }),
      await aSupplier(t, who, { name: 'Bremen Boxes', currency: 'EUR' }),
      await aSupplier(t, who, { name: 'Kobe Knives', currency: 'JPY' }),
    ];
    const p = await aProduct(t, who, 'L');
    await anInvoice(
      t,
      who,
      { supplierId: suppliers[0] ?? '', invoiceNumber: 'T-100%', date: '2026-11-01', rate: '0.1', total: '1000' },
      [{ productId: p, quantity: 10, amount: '1000' }],
    );
    await anInvoice(
      t,
      who,
      { supplierId: suppliers[1] ?? '', invoiceNumber: 'B_7', date: '2026-11-02', rate: '0.85', total: '99.90' },
      [{ costType: 'OTHER', amount: '99.90' }],
    );
    await anInvoice(
      t,
      who,
      { supplierId: suppliers[2] ?? '', invoiceNumber: 'k-9', date: '2026-11-03', type: 'CUSTOMS_ONLY', total: '500' },
      [{ costType: 'OTHER', amount: '500' }],
    );
  });
  const numbers = async (query: QueryIn<typeof listInvoices>) =>
    (await t.ok(who, listInvoices, { query })).content.map((i) => i.invoiceNumber);
  const filter = (field: string, op: string, ...values: string[]) => ({
    filter: JSON.stringify([{ field, op, values }]),
  });

  it('sorts, searches by number and by both names of the supplier, and pages', async () => {
    expect(await numbers({})).toEqual(['k-9', 'B_7', 'T-100%']);
    expect(await numbers({ sort: 'invoiceNumber,asc' })).toEqual(['B_7', 'k-9', 'T-100%']);
    expect(await numbers({ sort: 'total,desc' })).toEqual(['T-100%', 'k-9', 'B_7']);
    expect(await numbers({ sort: 'accountTotal,desc' })).toEqual(['T-100%', 'B_7', 'k-9']);
    expect(await numbers({ search: '茶业' })).toEqual(['T-100%']);
    expect(await numbers({ search: '100%' })).toEqual(['T-100%']);
    expect(await numbers({ search: 'b_' })).toEqual(['B_7']);
    const page = await t.ok(who, listInvoices, { query: { page: 1, size: 2 } });
    expect(page).toMatchObject({ totalElements: 3, totalPages: 2, number: 1, last: true, totalIsCapped: false });
    expect(page.content.map((i) => i.invoiceNumber)).toEqual(['T-100%']);
  });

  it('filters, and sums all matches in account currency', async () => {
    expect(await numbers(filter('supplier', 'in', suppliers[1] ?? ''))).toEqual(['B_7']);
    expect(await numbers(filter('currency', 'notIn', 'JPY'))).toEqual(['B_7', 'T-100%']);
    expect(await numbers(filter('total', 'between', '100', '600'))).toEqual(['k-9']);
    expect(await numbers(filter('date', 'gte', '2026-11-02'))).toEqual(['k-9', 'B_7']);
    expect(await numbers(filter('type', 'isEmpty'))).toEqual(['B_7', 'T-100%']);
    expect(await numbers(filter('unassigned', 'isEmpty'))).toEqual(['T-100%']);
    expect(await numbers(filter('status', 'in', 'OPEN', 'CLOSED'))).toEqual([]);
    expect(await numbers(filter('archived', 'in', 'true'))).toEqual([]);
    expect(await t.ok(who, invoiceTotals, {})).toEqual({
      count: 3,
      total: '184.92',
      unassigned: '84.92',
      withoutRate: 1,
    });
    expect(await t.ok(who, invoiceTotals, { query: { search: 'anhui' } })).toEqual({
      count: 1,
      total: '100.00',
      unassigned: '0.00',
      withoutRate: 0,
    });
  });

  it.each([
    filter('date', 'gte', '2026-02-31'),
    filter('total', 'gte', 'many'),
    filter('supplier', 'in', 'x'),
    filter('total', 'between', '1'),
    filter('status', 'gte', 'x'),
    { filter: '{' },
  ])('refuses %j', async (query) => {
    expect((await t.call(who, listInvoices, { query })).status).toBe(422);
    expect((await t.call(who, invoiceTotals, { query })).status).toBe(422);
  });
});

describe('permissions on invoices', () => {
  it('let a viewer read, give the reason why nothing can be changed, and refuse every attempt', async () => {
    const viewer = await t.member(admin);
    const { id } = await anInvoice(t, admin, { supplierId: supplier });
    const reason = 'Your role in this account may read this, but not change it.';
    expect((await t.ok(viewer, getInvoice, { params: { id } })).can).toEqual(
      Object.fromEntries(
        ['edit', 'confirm', 'close', 'reopen', 'delete', 'archive'].map((k) => [k, { allowed: false, reason }]),
      ),
    );
    expect((await t.call(viewer, updateInvoiceBasic, { params: { id }, body: { tracking: 'x' } })).status).toBe(403);
    expect(await t.ok(viewer, listInvoiceCostTypes)).toHaveLength(13);
  });

  it('hide invoices of another account, also as references', async () => {
    const stranger = await t.admin();
    const { id, lineIds } = await anInvoice(t, admin, { supplierId: supplier }, [{ amount: 5 }]);
    const mine = await anInvoice(t, stranger, { supplierId: await aSupplier(t, stranger) });
    expect((await t.call(stranger, getInvoice, { params: { id } })).status).toBe(404);
    expect((await t.call(stranger, updateInvoiceBasic, { params: { id }, body: { tracking: 'x' } })).status).toBe(404);
    expect(
      (
        await t.call(stranger, patchInvoiceLine, {
          params: { invoiceId: mine.id, id: lineIds[0] ?? '' },
          body: { amount: 1 },
        })
      ).status,
    ).toBe(404);
    expect((await t.call(stranger, createInvoice, { body: { supplierId: supplier } })).status).toBe(422);
    expect(
      (await t.call(stranger, createInvoiceLine, { params: { invoiceId: mine.id }, body: { productId: products[0] } }))
        .error.errors,
    ).toMatchObject([{ field: 'productId', message: 'Choose a product' }]);
    expect(
      (
        await t.call(stranger, updateInvoiceBasic, {
          params: { id: mine.id },
          body: { pairedWith: [{ type: 'INVOICE', id }] },
        })
      ).status,
    ).toBe(422);
  });
});
