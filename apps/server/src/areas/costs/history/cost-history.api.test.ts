import { getProductCostHistory, getProductCostHistoryAsWritten } from '@quayside/contracts/costs/cost-reports';
import type { QueryIn } from '@quayside/contracts/endpoint';
import { createProduct } from '@quayside/contracts/products/products';
import { createInvoice } from '@quayside/contracts/invoices/invoices';
import { createInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';

let t: TestApp;
let maya: TestPerson;
let kettle: string;

/**
 * Creates two orders, freight that is later shared over both, a cost for photos that belongs to no order and precedes
 * the first one, and an excluded cost.
 */
beforeAll(async () => {
  t = await startTestApp();
  maya = await t.admin('GBP');
  const supplierId = (await t.ok(maya, createSupplier, { body: { companyName: 'Ningbo', currency: 'CNY' } })).id;
  kettle = (await t.ok(maya, createProduct, { body: { sku: 'KTL', name: 'Kettle', supplierIds: [supplierId] } })).id;
  const invoice = async (
    invoiceNumber: string,
    date: string,
    lines: Record<string, unknown>[],
    extra: Record<string, unknown> = {},
  ) => {
    const { id } = await t.ok(maya, createInvoice, {
      body: { supplierId, invoiceNumber, date, currency: 'GBP', ...extra },
    });
    for (const body of lines) await t.ok(maya, createInvoiceLine, { params: { invoiceId: id }, body });
    return id;
  };
  await invoice('P-1', '2026-01-05', [{ costType: 'PHOTOGRAPHY', productId: kettle, amount: '30.00' }]);
  const first = await invoice('F-1', '2026-02-10', [
    { productId: kettle, quantity: 100, amount: '900.00' },
    { costType: 'OTHER', productId: kettle, amount: '100.00' },
  ]);
  const second = await invoice('F-2', '2026-03-01', [{ productId: kettle, quantity: 50, amount: '550.00' }]);
  const pairedWith = [first, second].map((id) => ({ type: 'INVOICE', id }));
  await invoice('S-1', '2026-03-15', [{ costType: 'SHIPPING', amount: '120.00' }], { pairedWith });
  await invoice(
    'X-1',
    '2026-03-20',
    [{ costType: 'OTHER', amount: '999.00', isExcludedFromGeneralCostsData: true, exclusionReason: 'Not ours' }],
    {
      pairedWith,
    },
  );
});
afterAll(() => t.close());

const history = (query: QueryIn<typeof getProductCostHistory> = {}) =>
  t.ok(maya, getProductCostHistory, { params: { productId: kettle }, query });
const days = async (query: QueryIn<typeof getProductCostHistory>) => (await history(query)).content.map((p) => p.date);

describe('the cost history of a product', () => {
  it('has a point for every day with a change: cumulative sums, causes and orders', async () => {
    const { content } = await history();
    expect(content.map((p) => [p.date, p.units, p.factory, p.inbound, p.landed, p.perUnit])).toEqual([
      ['2026-01-05', 0, '0.00', '30.00', '30.00', null],
      ['2026-02-10', 100, '900.00', '130.00', '1030.00', '10.3000'],
      ['2026-03-01', 150, '1450.00', '130.00', '1580.00', '10.533333'],
      ['2026-03-15', 150, '1450.00', '250.00', '1700.00', '11.333333'],
    ]);
    expect(content[1]?.causes).toMatchObject([
      {
        invoice: { number: 'F-1', supplierName: 'Ningbo' },
        costTypes: ['FACTORY_INVOICE', 'OTHER'],
        amount: '1000.00',
      },
    ]);
    expect([content[1]?.factoryPerUnit, content[1]?.inboundPerUnit]).toEqual(['9.0000', '1.3000']);
    // The cost of an order includes freight that was billed later: 80.00 of 120.00, shared by units.
    expect(content[1]?.deliveries).toMatchObject([
      { order: { number: 'SO-000001' }, invoice: { number: 'F-1' }, units: 100, landed: '1080.00', perUnit: '10.8000' },
    ]);
    expect(content[3]).toMatchObject({
      productId: kettle,
      deliveries: [],
      causes: [{ invoice: { number: 'S-1' }, amount: '120.00' }],
    });
  });

  it('for a date range returns only its days, both ends included, and counts earlier costs in the sums', async () => {
    const { content, totalElements } = await history({ startDate: '2026-02-10', endDate: '2026-03-01' });
    expect([totalElements, ...content.map((p) => [p.date, p.landed])]).toEqual([
      2,
      ['2026-02-10', '1030.00'],
      ['2026-03-01', '1580.00'],
    ]);
  });

  it('can be sorted in either direction, and is paged under both parameter spellings', async () => {
    expect(await days({ sort: 'date,desc' })).toEqual(['2026-03-15', '2026-03-01', '2026-02-10', '2026-01-05']);
    const second = ['2026-03-15'];
    expect([
      await days({ pageSize: '3', pageNumber: '1' }),
      await days({ size: '3', page: '1' }),
      await days({ size: '3', offset: '3' }),
    ]).toEqual([second, second, second]);
    expect(await history({ pageSize: '3', pageNumber: '1' })).toMatchObject({
      totalElements: 4,
      totalPages: 2,
      number: 1,
      size: 3,
      first: false,
      last: true,
    });
  });

  it('splits what orders cost when that is asked: without receipts, nothing has arrived', async () => {
    const { content } = await history({ split: 'true', startDate: '2026-02-10', endDate: '2026-02-10' });
    expect(content[0]?.deliveries[0]?.split).toEqual({
      unknownCost: null,
      gone: { units: 0, amount: '0.00', byMonth: [] },
      onHand: { units: 0, amount: '0.00' },
      notArrived: { units: 100, amount: '1080.00' },
    });
    expect((await history()).content[1]?.deliveries[0]?.split).toBeNull();
  });

  it('is the same under the documented path', async () => {
    expect(await t.ok(maya, getProductCostHistoryAsWritten, { params: { productId: kettle }, query: {} })).toEqual(
      await history(),
    );
  });
});
