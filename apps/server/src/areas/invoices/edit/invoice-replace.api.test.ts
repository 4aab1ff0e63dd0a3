import { confirmInvoice, closeInvoice } from '@quayside/contracts/invoices/invoice-moves';
import {
  createInvoice,
  getInvoice,
  type InvoiceWithLines,
  replaceInvoice,
} from '@quayside/contracts/invoices/invoices';
import type { BodyIn } from '@quayside/contracts/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anInvoice, aProduct, aSupplier, invariantsOf } from '../../../testing/invoices.ts';

let t: TestApp;
let admin: TestPerson;
let supplier: string;
let product: string;
const NOBODY = '01a1fd84-0000-7000-8000-000000000000';
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.admin();
  supplier = await aSupplier(t, admin, { currency: 'GBP' });
  product = await aProduct(t, admin, 'RP-1');
});
afterAll(() => t.close());

const get = (id: string): Promise<InvoiceWithLines> => t.ok(admin, getInvoice, { params: { id } });
type Body = BodyIn<typeof replaceInvoice>;
const put = (id: string, body: Body) => t.call(admin, replaceInvoice, { params: { id }, body });
const refusedAt = async (id: string, body: Body) => {
  const answer = await put(id, body);
  return [answer.status, answer.error.errors];
};
const three = () =>
  anInvoice(t, admin, { supplierId: supplier, invoiceNumber: 'RP', tracking: 'T1' }, [
    { name: 'a', costType: 'OTHER', amount: 1 },
    { name: 'b', costType: 'OTHER', amount: 2 },
    { name: 'c', costType: 'OTHER', amount: 3 },
  ]);

describe('replacing an invoice', () => {
  it('updates, adds, deletes and reorders lines together with the header, in one step', async () => {
    const { id, lineIds } = await three();
    const [a = '', b = '', c = ''] = lineIds;
    const { body } = await put(id, {
      version: 1,
      invoiceNumber: 'RP-2',
      total: '114.00',
      lines: [
        { invoiceLineId: c },
        { productId: product, quantity: 10, amount: '110.00' },
        { invoiceLineId: a, amount: '4.00', scope: [{ type: 'PRODUCT', id: product }] },
      ],
    });
    expect(body).toMatchObject({ invoiceNumber: 'RP-2', tracking: 'T1', total: '114.00', version: 2, lineCount: 3 });
    expect(body.lines.map((l) => [l.position, l.name, l.amount, l.version])).toEqual([
      [1, 'c', '3.00', 1],
      [2, null, '110.00', 1],
      [3, 'a', '4.00', 2],
    ]);
    expect(body.lines[0]?.invoiceLineId).toBe(c);
    expect(body.lines[1]?.order).not.toBeNull();
    expect(body.lines[2]).toMatchObject({ scope: [{ type: 'PRODUCT', label: 'RP-1' }], entryCount: 1 });
    expect(body.totals).toMatchObject({
      lines: { document: '117.00' },
      difference: { document: '-3.00' },
      unassigned: { document: '0.00' },
    });
    const logged = await t.work(admin, (w) =>
      w.tx
        .selectFrom('audit_log')
        .select(['action', 'history_of', 'details'])
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow(),
    );
    expect(logged).toMatchObject({
      action: 'invoice.replaced',
      history_of: id,
      details: {
        changes: [
          { field: 'invoiceNumber', to: 'RP-2' },
          { field: 'total', to: '114.00 GBP' },
        ],
        lines: [
          { changes: expect.arrayContaining([{ field: 'amount', from: null, to: '110.00 GBP' }]) },
          { id: a },
          { id: b, position: 2 },
        ],
      },
    });
    // Replacing the lines with the same lines changes nothing.
    const same: Body = { lines: body.lines.map((l) => ({ invoiceLineId: l.invoiceLineId })) };
    expect((await put(id, same)).body).toMatchObject({ version: 2 });
    // This request changes only the order of the lines.
    const turned = (await put(id, { lines: same.lines.toReversed() })).body;
    expect(turned.version).toBe(3);
    expect(turned.lines.map((l) => [l.position, l.name])).toEqual([
      [1, 'a'],
      [2, null],
      [3, 'c'],
    ]);
    expect(await invariantsOf(t, admin)).toEqual([]);
  });

  it('writes nothing when any field is invalid, and names the field', async () => {
    const { id, lineIds } = await three();
    const [a = '', b = '', c = ''] = lineIds;
    const foreign = await three();
    const before = await get(id);
    const cases: [Body, string, string][] = [
      [{ total: '1.001', lines: [] }, 'total', 'GBP has 2 decimals'],
      [
        { lines: [{ invoiceLineId: a, amount: 9 }, { invoiceLineId: NOBODY }] },
        'lines.1.invoiceLineId',
        'This line does not belong to this invoice',
      ],
      [
        { lines: [{ invoiceLineId: foreign.lineIds[0] ?? '' }] },
        'lines.0.invoiceLineId',
        'This line does not belong to this invoice',
      ],
      [{ lines: [{ invoiceLineId: a }, { invoiceLineId: a }] }, 'lines.1.invoiceLineId', 'This line is listed twice'],
      [
        { tracking: 'x', lines: [{ invoiceLineId: a, amount: 9 }, { amount: '0.001' }] },
        'lines.1.amount',
        'GBP has 2 decimals',
      ],
      [{ lines: [{ invoiceLineId: b, productId: NOBODY }] }, 'lines.0.productId', 'Choose a product'],
      [
        { lines: [{ amount: 1 }, { scope: [{ type: 'ORDER', id: NOBODY }] }] },
        'lines.1.scope.0.id',
        'This account has no such record',
      ],
      [
        { pairedWith: [{ type: 'INVOICE', id }], lines: [] },
        'pairedWith.0.id',
        'An invoice cannot be paired with itself',
      ],
    ];
    for (const [body, field, message] of cases)
      expect(await refusedAt(id, body), field).toMatchObject([422, [{ field, message }]]);
    expect(await put(id, { version: 7, lines: [] })).toMatchObject({
      status: 409,
      error: { code: 'conflict_version', current: { id, version: 1 } },
    });
    expect(await get(id)).toEqual(before);
    expect((await put(id, { lines: [{ invoiceLineId: c }] })).body.lines.map((l) => l.invoiceLineId)).toEqual([c]);
  });

  it('deletes no line that is an order or that is credited', async () => {
    const goods = await anInvoice(t, admin, { supplierId: supplier, invoiceNumber: 'RP-G' }, [
      { productId: product, quantity: 2, amount: 5 },
      { costType: 'OTHER', amount: 7 },
    ]);
    const [order = '', fee = ''] = goods.lineIds;
    expect(await put(goods.id, { lines: [{ invoiceLineId: fee }] })).toMatchObject({
      status: 409,
      error: { code: 'invoices.line_has_order', uses: [{ type: 'ORDER' }] },
    });
    const note = await t.ok(admin, createInvoice, {
      body: { creditsInvoiceId: goods.id, invoiceNumber: 'RP-N', creditLines: [{ invoiceLineId: fee, amount: 1 }] },
    });
    const credited = {
      status: 409,
      error: { code: 'invoices.in_use', uses: [{ type: 'INVOICE', id: note.id, label: 'RP-N' }] },
    };
    expect(await put(goods.id, { lines: [{ invoiceLineId: order }] })).toMatchObject(credited);
    expect(
      await put(goods.id, { lines: [{ invoiceLineId: order }, { invoiceLineId: fee, costType: 'STORAGE' }] }),
    ).toMatchObject(credited);
    // A credit, in contrast to the line that it credits, may be deleted.
    expect((await put(note.id, { lines: [] })).body.lines).toEqual([]);
    expect((await get(goods.id)).lines[1]?.credited).toBeNull();
    expect((await put(goods.id, { lines: [{ invoiceLineId: order, quantity: 0 }] })).status).toBe(200);
    expect(await invariantsOf(t, admin)).toEqual([]);
  });

  it('gives lines the currency of the header, which can change when none of the old lines remain', async () => {
    const { id } = await three();
    const stay = { lines: (await get(id)).lines.map((l) => ({ invoiceLineId: l.invoiceLineId })) };
    expect(await refusedAt(id, { currency: 'JPY', ...stay })).toEqual([
      422,
      [expect.objectContaining({ field: 'currency' })],
    ]);
    expect(
      (await put(id, { currency: 'JPY', rate: '0.005', costType: 'INSURANCE', lines: [{ amount: 12 }] })).body,
    ).toMatchObject({
      currency: 'JPY',
      lines: [{ amount: '12', costType: 'INSURANCE' }],
    });
    expect(await refusedAt(id, { lines: [{ amount: '1.5' }] })).toMatchObject([
      422,
      [{ field: 'lines.0.amount', message: 'JPY has no decimals' }],
    ]);
  });

  it('checks typed shares after everything else is written', async () => {
    const goods = await anInvoice(t, admin, { supplierId: supplier }, [
      { productId: product, quantity: 2, amount: 5 },
      { costType: 'OTHER', amount: 7 },
    ]);
    const [order = '', fee = ''] = goods.lineIds;
    const layerId = (await get(goods.id)).lines[0]?.order?.id ?? '';
    const shares = (amount: number): Body => ({
      lines: [{ invoiceLineId: order }, { invoiceLineId: fee, basis: 'MANUAL', manualShares: [{ layerId, amount }] }],
    });
    expect(await refusedAt(goods.id, shares(8))).toMatchObject([
      422,
      [
        {
          field: 'lines.1.manualShares',
          message: 'The shares add up to GBP 8.00, which is more than the GBP 7.00 of the line',
        },
      ],
    ]);
    expect((await put(goods.id, shares(7))).body.lines[1]).toMatchObject({
      manualShares: [{ amount: '7.00' }],
      unassigned: { document: '0.00' },
    });
  });

  it('is refused for a closed invoice and for a viewer', async () => {
    const { id, lineIds } = await anInvoice(t, admin, { supplierId: supplier, total: 5 }, [
      { productId: product, quantity: 2, amount: 5 },
    ]);
    const body = { lines: [{ invoiceLineId: lineIds[0] ?? '', amount: 6 }] };
    expect((await t.call(await t.member(admin), replaceInvoice, { params: { id }, body })).status).toBe(403);
    await t.ok(admin, confirmInvoice, { params: { id }, body: {} });
    await t.ok(admin, closeInvoice, { params: { id }, body: {} });
    expect(await put(id, body)).toMatchObject({ status: 422, error: { code: 'invoices.closed' } });
  });
});
