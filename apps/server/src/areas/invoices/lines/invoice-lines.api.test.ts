import {
  bulkPatchInvoiceLines,
  createInvoiceLine,
  deleteInvoiceLine,
  patchInvoiceLine,
} from '@quayside/contracts/invoices/invoice-lines';
import { closeInvoice, confirmInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { getInvoice, type InvoiceWithLines, updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import { parseAmount } from '@quayside/domain/money/money';
import { runs } from '@quayside/domain/testing/runs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anInvoice, aProduct, aSupplier, invariantsOf } from '../../../testing/invoices.ts';

let t: TestApp;
let admin: TestPerson;
let supplier: string;
let product: string;
let other: string;
const NOBODY = '01a1fd84-0000-7000-8000-000000000000';
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.admin();
  supplier = await aSupplier(t, admin, { currency: 'GBP' });
  product = await aProduct(t, admin, 'A-1');
  other = await aProduct(t, admin, 'A-2');
});
afterAll(() => t.close());

const lineOf = async (invoiceId: string, at = 0) => {
  const line = (await t.ok(admin, getInvoice, { params: { id: invoiceId } })).lines[at];
  if (!line) throw new Error('no such line');
  return line;
};

describe('a new line', () => {
  it('is added at the end with quantity 0, amount 0 and the invoice’s cost type', async () => {
    const { id } = await anInvoice(t, admin, { supplierId: supplier, costType: 'INSURANCE' }, [{}]);
    const { line, invoice } = await t.ok(admin, createInvoiceLine, {
      params: { invoiceId: id },
      body: {
        name: ' Cover ',
        account: '',
        quantity: '1.25',
        amount: '12.50',
        taxAmount: '2.50',
        isTaxRecoverable: false,
      },
    });
    expect(line).toMatchObject({
      position: 2,
      name: 'Cover',
      account: null,
      costType: 'INSURANCE',
      quantity: '1.25',
      amount: '12.50',
      unitPrice: '10.0000',
      taxAmount: '2.50',
      cost: { document: '15.00', account: '15.00' },
      effectiveBasis: 'VALUE',
      unassigned: { document: '15.00', account: '15.00' },
      unassignedReason: 'NO_SCOPE',
      version: 1,
    });
    expect(invoice).toMatchObject({
      lineCount: 2,
      unassignedLineCount: 1,
      version: 1,
      totals: {
        lines: { document: '12.50' },
        costTax: { document: '2.50' },
        recoverableTax: { document: '0.00' },
        difference: { document: '0.00' },
        total: { document: '15.00' },
      },
    });
    expect(await lineOf(id)).toMatchObject({ quantity: '0', amount: '0.00', unitPrice: null, unassignedReason: null });
  });

  it('is a supplier order while it is a factory line with a product and a quantity above 0', async () => {
    const { id, lineIds } = await anInvoice(t, admin, { supplierId: supplier }, [
      { productId: product, quantity: 7, amount: 70 },
    ]);
    const at = { invoiceId: id, id: lineIds[0] ?? '' };
    const made = await lineOf(id);
    expect(made).toMatchObject({
      product: { id: product, sku: 'A-1' },
      sku: 'A-1',
      order: { number: expect.any(String), invoiceNumber: '2026-11-20', linePosition: 1 },
      assigned: { account: '70.00' },
      entryCount: 1,
    });
    const refused = await t.call(admin, deleteInvoiceLine, { params: at });
    expect(refused).toMatchObject({
      status: 409,
      error: {
        code: 'invoices.line_has_order',
        message: 'An invoice line with an order cannot be removed. Set its quantity to 0 first.',
        uses: [{ type: 'ORDER', id: made.order?.id, label: '2026-11-20, line 1' }],
      },
    });
    expect((await t.ok(admin, patchInvoiceLine, { params: at, body: { quantity: 0 } })).line).toMatchObject({
      order: null,
      unassignedReason: 'NO_UNITS',
    });
    expect((await t.call(admin, deleteInvoiceLine, { params: at, headers: { 'if-match': '1' } })).status).toBe(409);
    expect((await t.call(admin, deleteInvoiceLine, { params: at, headers: { 'if-match': '2' } })).status).toBe(204);
    expect((await t.ok(admin, getInvoice, { params: { id } })).lines).toEqual([]);
    expect((await t.ok(admin, createInvoiceLine, { params: { invoiceId: id }, body: {} })).line.position).toBe(2);
    expect(await invariantsOf(t, admin)).toEqual([]);
  });

  it.each([
    [{ quantity: 1.5 }, 'quantity', 'A factory line of a product counts whole units'],
    [{ quantity: -1 }, 'quantity', 'A quantity is 0 or more'],
    [{ quantity: -1, costType: 'OTHER' as const }, 'quantity', 'A quantity is 0 or more'],
    [{ quantity: '1e5' }, 'quantity', 'Enter a quantity such as 1200'],
    [{ amount: '10.001' }, 'amount', 'GBP has 2 decimals'],
    [{ amount: '999999999999999' }, 'amount', 'This number is too large'],
    [{ taxAmount: 'NaN' }, 'taxAmount', 'Enter an amount such as 1234.50'],
    [{ isExcludedFromGeneralCostsData: true }, 'exclusionReason', 'This field is required'],
    [{ isExcludedFromGeneralCostsData: true, exclusionReason: '  ' }, 'exclusionReason', 'This field is required'],
    [{ productId: NOBODY }, 'productId', 'Choose a product'],
    [{ scope: [] }, 'scope', 'Choose at least one invoice, order or product'],
    [{ scope: [{ type: 'PRODUCT' as const, id: NOBODY }] }, 'scope.0.id', 'This account has no such record'],
    [{ basis: 'MANUAL' as const }, 'manualShares', 'This field is required'],
    [
      { basis: 'VALUE' as const, manualShares: [{ layerId: NOBODY, amount: 1 }] },
      'manualShares',
      'Typed shares need the basis MANUAL',
    ],
    [
      { basis: 'MANUAL' as const, manualShares: [{ layerId: NOBODY, amount: 1 }] },
      'manualShares.0.layerId',
      'This order does not exist in the account',
    ],
    [
      { basis: 'MANUAL' as const, manualShares: [{ layerId: NOBODY, amount: '1.234' }] },
      'manualShares.0.amount',
      'GBP has 2 decimals',
    ],
  ])('is refused with %j at %s, and nothing is stored', async (wrong, field, message) => {
    const { id } = await anInvoice(t, admin, { supplierId: supplier });
    const answer = await t.call(admin, createInvoiceLine, {
      params: { invoiceId: id },
      body: { productId: product, amount: 5, ...wrong },
    });
    expect(answer.status).toBe(422);
    expect(answer.error.errors).toContainEqual(expect.objectContaining({ field, message }));
    expect((await t.ok(admin, getInvoice, { params: { id } })).lineCount).toBe(0);
  });

  it('is answered with not found for an unknown invoice or line', async () => {
    const { id, lineIds } = await anInvoice(t, admin, { supplierId: supplier }, [{}]);
    const elsewhere = await anInvoice(t, admin, { supplierId: supplier });
    for (const answer of [
      await t.call(admin, createInvoiceLine, { params: { invoiceId: NOBODY }, body: {} }),
      await t.call(admin, patchInvoiceLine, { params: { invoiceId: NOBODY, id: lineIds[0] ?? '' }, body: {} }),
      await t.call(admin, deleteInvoiceLine, { params: { invoiceId: NOBODY, id: lineIds[0] ?? '' } }),
    ])
      expect(answer).toMatchObject({
        status: 404,
        error: { code: 'invoices.no_invoice', message: 'No invoice exists' },
      });
    expect(
      await t.call(admin, deleteInvoiceLine, { params: { invoiceId: elsewhere.id, id: lineIds[0] ?? '' } }),
    ).toMatchObject({
      status: 404,
      error: { code: 'not_found' },
    });
    expect((await t.ok(admin, getInvoice, { params: { id } })).lineCount).toBe(1);
  });

  it('is added once when the same idempotency key is sent twice', async () => {
    const { id } = await anInvoice(t, admin, { supplierId: supplier });
    const send = (amount: number) =>
      t.call(admin, createInvoiceLine, {
        params: { invoiceId: id },
        body: { amount },
        headers: { 'idempotency-key': 'line-1' },
      });
    const [first, again, changed] = [await send(5), await send(5), await send(6)];
    expect([first.status, again.status, changed.status]).toEqual([201, 201, 409]);
    expect(again.body).toEqual(first.body);
    expect((await t.ok(admin, getInvoice, { params: { id } })).lineCount).toBe(1);
  });
});

describe('lines added at the same time', () => {
  it('each get their own position, and all of them count', async () => {
    const { id } = await anInvoice(t, admin, { supplierId: supplier });
    await Promise.all(
      [1, 2, 3, 4, 5].map((amount) => t.ok(admin, createInvoiceLine, { params: { invoiceId: id }, body: { amount } })),
    );
    const invoice = await t.ok(admin, getInvoice, { params: { id } });
    expect(invoice.lines.map((l) => l.position)).toEqual([1, 2, 3, 4, 5]);
    expect(invoice.totals.lines.document).toBe('15.00');
  });
});

describe('updating a line', () => {
  it('announces the invoice to every tab, without a version that a tab could mistake for its own', async () => {
    const { id, lineIds } = await anInvoice(t, admin, { supplierId: supplier }, [
      { productId: product, quantity: 1, amount: 10 },
    ]);
    const last = await t.deps.db.selectFrom('outbox').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    await t.ok(admin, patchInvoiceLine, { params: { invoiceId: id, id: lineIds[0] ?? '' }, body: { quantity: 2 } });
    const told = await t.deps.db.selectFrom('outbox').select(['type', 'payload']).where('id', '>', last.id).execute();
    expect(told).toContainEqual({ type: 'changed', payload: { topic: 'invoices', ids: [id], version: null } });
    expect(told).toContainEqual({ type: 'changed', payload: { topic: 'products', ids: [product], version: null } });
  });

  it("increments only the line's version, and records amounts before and after", async () => {
    const { id, lineIds } = await anInvoice(t, admin, { supplierId: supplier }, [
      { name: 'Rent', costType: 'STORAGE', amount: '10' },
    ]);
    const at = { invoiceId: id, id: lineIds[0] ?? '' };
    expect((await t.ok(admin, patchInvoiceLine, { params: at, body: { name: 'Rent' } })).line.version).toBe(1);
    const { line, invoice } = await t.ok(admin, patchInvoiceLine, {
      params: at,
      body: { amount: '-12.34', name: null, version: 1 },
    });
    expect([line.amount, line.name, line.version, invoice.version]).toEqual(['-12.34', null, 2, 1]);
    const logged = await t.work(admin, (w) =>
      w.tx
        .selectFrom('audit_log')
        .select('details')
        .where('action', '=', 'invoice-line.changed')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow(),
    );
    expect(logged.details).toEqual({
      version: 2,
      lines: [
        {
          id: at.id,
          changes: [
            { field: 'name', from: 'Rent', to: null },
            { field: 'amount', from: '10.00 GBP', to: '-12.34 GBP' },
          ],
        },
      ],
    });
    const stale = await t.call(admin, patchInvoiceLine, { params: at, body: { amount: 1, version: 1 } });
    expect(stale).toMatchObject({
      status: 409,
      error: { code: 'conflict_version', current: { invoiceLineId: at.id, amount: '-12.34', version: 2 } },
    });
  });

  it('checks the quantity again when product or cost type make it a factory line', async () => {
    const { id, lineIds } = await anInvoice(t, admin, { supplierId: supplier }, [
      { costType: 'OTHER', quantity: '2.5', amount: 5 },
    ]);
    const answer = await t.call(admin, patchInvoiceLine, {
      params: { invoiceId: id, id: lineIds[0] ?? '' },
      body: { costType: 'FACTORY_INVOICE', productId: product },
    });
    expect(answer).toMatchObject({ status: 422, error: { errors: [{ field: 'quantity' }] } });
  });

  it('excludes it with a reason, and counts it again without one', async () => {
    const { id, lineIds } = await anInvoice(t, admin, { supplierId: supplier }, [
      { productId: product, quantity: 2, amount: 20 },
      { costType: 'OTHER', amount: 8 },
    ]);
    const at = { invoiceId: id, id: lineIds[1] ?? '' };
    const out = await t.ok(admin, patchInvoiceLine, {
      params: at,
      body: { isExcludedFromGeneralCostsData: true, exclusionReason: 'Private' },
    });
    expect(out).toMatchObject({
      line: { exclusionReason: 'Private', isExcludedFromGeneralCostsData: true },
      invoice: { totals: { excluded: { document: '8.00' }, assigned: { document: '20.00' } } },
    });
    const back = await t.ok(admin, patchInvoiceLine, { params: at, body: { isExcludedFromGeneralCostsData: false } });
    expect(back).toMatchObject({
      line: { exclusionReason: null },
      invoice: { totals: { excluded: { document: '0.00' }, assigned: { document: '28.00' } } },
    });
    expect(await invariantsOf(t, admin)).toEqual([]);
  });

  it('accepts a chosen scope and can restore the default', async () => {
    const goods = await anInvoice(t, admin, { supplierId: supplier, invoiceNumber: 'GOODS' }, [
      { productId: product, quantity: 1, amount: 10 },
      { productId: other, quantity: 3, amount: 10 },
    ]);
    const order = (await lineOf(goods.id, 1)).order;
    const { id, lineIds } = await anInvoice(t, admin, { supplierId: supplier }, [
      { costType: 'OTHER', amount: 9, scope: [{ type: 'ORDER', id: order?.id ?? '' }] },
    ]);
    expect(await lineOf(id)).toMatchObject({
      scope: [{ type: 'ORDER', id: order?.id, label: order?.number }],
      assigned: { document: '9.00' },
      entryCount: 1,
    });
    const at = { invoiceId: id, id: lineIds[0] ?? '' };
    expect(
      (await t.ok(admin, patchInvoiceLine, { params: at, body: { scope: [{ type: 'INVOICE', id: goods.id }] } })).line,
    ).toMatchObject({
      scope: [{ type: 'INVOICE', label: 'GOODS' }],
      entryCount: 2,
      version: 2,
    });
    expect((await t.ok(admin, patchInvoiceLine, { params: at, body: { scope: null } })).line).toMatchObject({
      scope: null,
      unassignedReason: 'NO_SCOPE',
    });
    expect(await invariantsOf(t, admin)).toEqual([]);
  });

  it('spreads it by typed shares, leaves the rest unassigned, and refuses impossible shares', async () => {
    const { id, lineIds } = await anInvoice(t, admin, { supplierId: supplier }, [
      { productId: product, quantity: 1, amount: 10 },
      { productId: other, quantity: 1, amount: 10 },
      { costType: 'OTHER', amount: '30' },
    ]);
    const foreign = await anInvoice(t, admin, { supplierId: supplier }, [
      { productId: other, quantity: 1, amount: 10 },
    ]);
    const orders = [
      (await lineOf(id, 0)).order?.id ?? '',
      (await lineOf(id, 1)).order?.id ?? '',
      (await lineOf(foreign.id)).order?.id ?? '',
    ];
    const at = { invoiceId: id, id: lineIds[2] ?? '' };
    const share = (order: number, amount: number) => ({ layerId: orders[order] ?? '', amount });
    const { line } = await t.ok(admin, patchInvoiceLine, {
      params: at,
      body: { basis: 'MANUAL', manualShares: [share(0, 12), share(1, 10)] },
    });
    expect(line).toMatchObject({
      effectiveBasis: 'MANUAL',
      assigned: { document: '22.00' },
      unassigned: { document: '8.00' },
      unassignedReason: 'MANUAL_REST',
      manualShares: [
        { layerId: orders[0], amount: '12.00' },
        { layerId: orders[1], amount: '10.00' },
      ],
    });
    for (const [manualShares, message] of [
      [[share(0, 31)], 'The shares add up to GBP 31.00, which is more than the GBP 30.00 of the line'],
      [[share(0, -1)], 'The sign of a share differs from that of the line'],
      [[share(2, 1)], 'A share names an order that is not in the scope of this line'],
      [[share(0, 1), share(0, 1)], 'This order has two shares of the line'],
    ] as const)
      expect(
        await t.call(admin, patchInvoiceLine, { params: at, body: { manualShares: [...manualShares] } }),
      ).toMatchObject({
        status: 422,
        error: { errors: [{ field: 'manualShares', message }] },
      });
    expect(await lineOf(id, 2)).toMatchObject({ version: 2, assigned: { document: '22.00' } });
    expect((await t.ok(admin, patchInvoiceLine, { params: at, body: { basis: null } })).line).toMatchObject({
      manualShares: [],
      effectiveBasis: 'QUANTITY',
      unassigned: { document: '0.00' },
    });
    expect(await invariantsOf(t, admin)).toEqual([]);
  });
});

describe('a bulk update of lines', () => {
  it('changes lines of several invoices and returns them in the requested order', async () => {
    const one = await anInvoice(t, admin, { supplierId: supplier }, [{ amount: 1 }, { amount: 2 }]);
    const two = await anInvoice(t, admin, { supplierId: supplier, currency: 'JPY', rate: '0.005' }, [{ amount: 3 }]);
    const ids = [two.lineIds[0] ?? '', one.lineIds[1] ?? ''];
    const answer = await t.ok(admin, bulkPatchInvoiceLines, {
      body: {
        lines: [
          { invoiceLineId: ids[0] ?? '', costType: 'DESIGNER_FEES', version: 1 },
          { invoiceLineId: ids[1] ?? '', costType: 'STORAGE', amount: '2.50' },
        ],
      },
    });
    expect(answer.lines.map((l) => [l.invoiceLineId, l.costType, l.amount, l.version])).toEqual([
      [ids[0], 'DESIGNER_FEES', '3', 2],
      [ids[1], 'STORAGE', '2.50', 2],
    ]);
  });

  it('changes none when one is invalid, and names it', async () => {
    const one = await anInvoice(t, admin, { supplierId: supplier }, [{ amount: 1 }, { amount: 2 }]);
    const yen = await anInvoice(t, admin, { supplierId: supplier, currency: 'JPY' }, [{ amount: 3 }]);
    const [a = '', b = ''] = one.lineIds;
    const wrong = await t.call(admin, bulkPatchInvoiceLines, {
      body: {
        lines: [
          { invoiceLineId: a, amount: 100 },
          { invoiceLineId: b, productId: NOBODY },
          { invoiceLineId: yen.lineIds[0] ?? '', amount: '3.5' },
          { invoiceLineId: b, quantity: 1 },
        ],
      },
    });
    expect(wrong).toMatchObject({
      status: 422,
      error: { errors: [{ field: 'lines.3.invoiceLineId', message: 'This line is listed twice' }] },
    });
    const fields = await t.call(admin, bulkPatchInvoiceLines, {
      body: {
        lines: [
          { invoiceLineId: a, amount: 100 },
          { invoiceLineId: b, productId: NOBODY },
          { invoiceLineId: yen.lineIds[0] ?? '', amount: '3.5' },
        ],
      },
    });
    expect(fields.error.errors).toMatchObject([
      { field: 'lines.1.productId', message: 'Choose a product' },
      { field: 'lines.2.amount', message: 'JPY has no decimals' },
    ]);
    const stale = await t.call(admin, bulkPatchInvoiceLines, {
      body: {
        lines: [
          { invoiceLineId: a, amount: 100 },
          { invoiceLineId: b, amount: 100, version: 7 },
        ],
      },
    });
    expect(stale).toMatchObject({
      status: 409,
      error: { code: 'conflict_version', current: { invoiceLineId: b, version: 1 } },
    });
    const late = await t.call(admin, bulkPatchInvoiceLines, {
      body: {
        lines: [
          { invoiceLineId: a, amount: 100 },
          { invoiceLineId: b, scope: [{ type: 'ORDER', id: NOBODY }] },
        ],
      },
    });
    expect(late.error.errors).toMatchObject([
      { field: 'lines.1.scope.0.id', message: 'This account has no such record' },
    ]);
    expect((await t.ok(admin, getInvoice, { params: { id: one.id } })).lines.map((l) => [l.amount, l.version])).toEqual(
      [
        ['1.00', 1],
        ['2.00', 1],
      ],
    );
  });

  it('refuses lines of a closed invoice', async () => {
    const { id, lineIds } = await anInvoice(t, admin, { supplierId: supplier, invoiceNumber: 'SHUT', total: 4 }, [
      { productId: product, quantity: 1, amount: 4 },
    ]);
    await t.ok(admin, confirmInvoice, { params: { id }, body: {} });
    await t.ok(admin, closeInvoice, { params: { id }, body: {} });
    const answer = await t.call(admin, bulkPatchInvoiceLines, {
      body: { lines: [{ invoiceLineId: lineIds[0] ?? '', amount: 5 }] },
    });
    expect(answer).toMatchObject({
      status: 422,
      error: { code: 'invoices.closed', errors: [{ field: 'lines.0', message: 'Invoice SHUT is closed' }] },
    });
  });
});

describe('the sums of an invoice', () => {
  it('add up in both currencies after any changes', async () => {
    const who = await t.admin();
    const from = await aSupplier(t, who, { currency: 'CNY' });
    const [p, q] = [await aProduct(t, who, 'S-1', { weightUg: 7n }), await aProduct(t, who, 'S-2')];
    const made = await anInvoice(t, who, { supplierId: from, rate: '0.108417' }, [
      { productId: p, quantity: 3, amount: 1 },
      { productId: q, quantity: 7, amount: 1 },
      { costType: 'SHIPPING', amount: 1 },
      { costType: 'OTHER', productId: q, amount: 1 },
    ]);
    const change = fc.record({
      line: fc.nat(3),
      amount: fc.integer({ min: -9_999_999, max: 9_999_999 }).map((n) => (n / 100).toFixed(2)),
      taxAmount: fc.integer({ min: 0, max: 99_999 }).map((n) => (n / 100).toFixed(2)),
      isTaxRecoverable: fc.boolean(),
      quantity: fc.nat(50),
      isExcludedFromGeneralCostsData: fc.boolean(),
      basis: fc.constantFrom('QUANTITY', 'VALUE', 'WEIGHT', 'EQUAL', null),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 3 }),
        fc.option(fc.constantFrom('0.1', '0.108417', '7.77'), { nil: undefined }),
        fc.constantFrom('100.01', '0', '-5.55', null),
        async (changes, rate, total) => {
          const lines = [
            ...new Map(
              changes.map(({ line, ...patch }) => [
                line,
                { invoiceLineId: made.lineIds[line] ?? '', ...patch, exclusionReason: 'because' },
              ]),
            ).values(),
          ];
          await t.ok(who, bulkPatchInvoiceLines, { body: { lines } });
          expectSums(
            await t.ok(who, updateInvoiceBasic, { params: { id: made.id }, body: { total, ...(rate && { rate }) } }),
          );
          expect(await invariantsOf(t, who)).toEqual([]);
        },
      ),
      { numRuns: runs(25) },
    );
  });
});

function expectSums({ totals, currency, accountCurrency, lines }: InvoiceWithLines): void {
  for (const [side, code] of [
    ['document', currency],
    ['account', accountCurrency],
  ] as const) {
    const minor = (text: string | null) => {
      const parsed = parseAmount(text ?? '', code);
      if (!parsed.ok) throw new Error(`${text} is no amount`);
      return parsed.value;
    };
    const of = (part: keyof typeof totals) => minor(totals[part][side]);
    const sum = (amounts: (string | null)[]) => amounts.reduce((total, amount) => total + minor(amount), 0n);
    expect(of('lines') + of('recoverableTax') + of('costTax') + of('difference')).toBe(of('total'));
    expect(of('assigned') + of('unassigned') + of('excluded')).toBe(of('lines') + of('costTax'));
    expect(sum(lines.map((l) => l.cost[side]))).toBe(of('lines') + of('costTax'));
    for (const l of lines) expect(minor(l.assigned[side]) + minor(l.unassigned[side])).toBe(minor(l.cost[side]));
  }
}
