import type { CostEntry } from '@quayside/contracts/costs/costs';
import { describe, expect, it } from 'vitest';
import { aLine } from '../testing/an-invoice.ts';
import { productShares, shareTotals } from './product-shares.ts';

const kettle = { id: 'product-1', sku: 'KTL', name: 'Kettle' };
const jar = { id: 'product-2', sku: 'JAR', name: 'Jar' };
const entry = (over: Partial<CostEntry>): CostEntry => ({
  id: 'entry',
  product: kettle,
  invoice: {
    id: 'invoice-1',
    number: 'HS-1',
    date: '2026-11-16',
    status: 'WORKING',
    currency: 'CNY',
    supplierName: 'Ningbo',
  },
  lineId: 'line-9',
  linePosition: 9,
  lineName: null,
  costType: 'LOCAL_FREIGHT',
  order: { id: 'order-1', number: 'SO-1', invoiceNumber: 'NB-7001', linePosition: 1 },
  packList: null,
  quantity: 100,
  amount: '10.00',
  documentAmount: '93.20',
  perUnit: null,
  basis: 'QUANTITY',
  isProvisional: true,
  isExcluded: false,
  recordedAt: '2026-11-16T09:00:00Z',
  ...over,
});

describe('the products of an invoice', () => {
  it('show their units, their factory amount, and the amount that other lines add', () =>
    expect(
      productShares([aLine()], [entry({}), entry({ lineId: 'line-8', documentAmount: '6.80' })], 'CNY'),
    ).toMatchObject([
      { product: kettle, quantity: '100', factory: '5890.50', spread: '100.00', orders: [{ number: 'SO-1' }] },
    ]));
  it('count several lines of the same product together', () => {
    const [share] = productShares(
      [
        aLine(),
        aLine({
          invoiceLineId: 'line-2',
          order: { id: 'o2', number: 'SO-2', invoiceNumber: 'NB-7001', linePosition: 2 },
        }),
      ],
      [],
      'CNY',
    );
    expect(share).toMatchObject({
      quantity: '200',
      factory: '11781.00',
      orders: [{ number: 'SO-1' }, { number: 'SO-2' }],
    });
  });
  it('count the shares of factory lines only once, and no excluded ones', () =>
    expect(productShares([aLine()], [entry({ lineId: 'line-1' }), entry({ isExcluded: true })], 'CNY')[0]?.spread).toBe(
      '0.00',
    ));
  it('include products of other invoices over which the freight is spread', () => {
    const freight = aLine({ invoiceLineId: 'line-9', product: null, order: null, costType: 'SHIPPING' });
    expect(
      productShares(
        [freight],
        [entry({ product: jar, order: { id: 'o', number: 'SO-9', invoiceNumber: 'NB-7001', linePosition: 9 } })],
        'CNY',
      ),
    ).toMatchObject([{ product: jar, quantity: '0', factory: '0.00', spread: '93.20', orders: [{ number: 'SO-9' }] }]);
  });
  it('have totals', () => {
    const shares = productShares([aLine()], [entry({}), entry({ product: jar, documentAmount: '6.80' })], 'CNY');
    expect(shareTotals(shares, 'CNY')).toEqual({ factory: '5890.50', spread: '100.00' });
  });
});
