import { describe, expect, it } from 'vitest';
import type { CostCategory } from '../lists.ts';
import { anOrder, aLine, rateOf, allocateOrders } from './testing/lines.ts';
import type { Leaf } from '../shipments/leaves.ts';
import type { CostLine } from './types.ts';

/** Returns the cost of each order in account currency, by the order's key. */
const costs = (line: CostLine, orders: readonly Leaf[]): Record<string, bigint> =>
  Object.fromEntries(allocateOrders(line, orders).entries.map((entry) => [entry.key, entry.accountMinor]));

describe('the receivers of a line', () => {
  it('a factory line with product and quantity is its own order', () => {
    const line = aLine({
      category: 'FACTORY_INVOICE',
      productId: 'product-1',
      productSku: 'SKU-1',
      isOwnOrderLine: true,
      basis: 'EQUAL',
    });
    expect(allocateOrders(line, [anOrder('1')])).toEqual({
      documentMinor: 10_000n,
      accountMinor: 10_000n,
      basis: 'OWN_ORDER',
      basisFallback: false,
      weightTotal: 1n,
      weightScale: 1n,
      measure: null,
      ratedPlans: [],
      chargeableMethod: null,
      entries: [
        {
          layerId: 'order-1',
          packListId: null,
          productId: 'product-1',
          key: '1',
          documentMinor: 10_000n,
          accountMinor: 10_000n,
          weight: 1n,
          roundingUnitDocument: 0n,
          roundingUnitAccount: 0n,
        },
      ],
      unassignedDocumentMinor: 0n,
      unassignedAccountMinor: 0n,
      unassignedReason: null,
      lackingProducts: [],
    });
  });

  it.each<[string, Partial<CostLine>, Leaf[], string]>([
    [
      'a factory line with product and quantity 0 has no order',
      { category: 'FACTORY_INVOICE', productId: 'product-1', quantityMicro: 0n },
      [],
      'NO_UNITS',
    ],
    [
      'a factory line with quantity 0 has no order, even if its product has another one',
      { category: 'FACTORY_INVOICE', productId: 'product-1', quantityMicro: 0n, isOwnOrderLine: true },
      [anOrder('1')],
      'NO_UNITS',
    ],
    [
      'a factory line whose order is missing is unassigned',
      { category: 'FACTORY_INVOICE', productId: 'product-1', isOwnOrderLine: true },
      [],
      'NO_LAYERS',
    ],
    ['a line without product and scope is unassigned', {}, [], 'NO_SCOPE'],
    [
      'a manually spread line without product and scope is unassigned',
      { basis: 'MANUAL', manualShares: [{ layerId: 'order-1', packListId: null, amountMinor: 5n }] },
      [],
      'NO_SCOPE',
    ],
    ['a line in a foreign currency without a rate is unassigned', { currency: 'USD' }, [anOrder('1')], 'NO_RATE'],
    [
      'a missing rate is reported before missing units',
      { currency: 'USD', category: 'FACTORY_INVOICE', productId: 'product-1', quantityMicro: 0n },
      [],
      'NO_RATE',
    ],
    [
      'a missing rate is reported before the product itself receives the line',
      { currency: 'USD', productId: 'product-1' },
      [],
      'NO_RATE',
    ],
  ])('%s', (_reason, change, orders, reason) => {
    const allocation = allocateOrders(aLine(change), orders);
    expect([allocation.entries, allocation.unassignedDocumentMinor, allocation.unassignedReason]).toEqual([
      [],
      10_000n,
      reason,
    ]);
    expect(allocation.unassignedAccountMinor).toBe(reason === 'NO_RATE' ? null : 10_000n);
    expect(allocation.accountMinor).toBe(reason === 'NO_RATE' ? null : 10_000n);
  });

  it('an unassigned line still names the rule that applied', () => {
    const bases = [
      {},
      { category: 'SHIPPING' as const },
      { basis: 'EQUAL' as const },
      { productId: 'p' },
      { productId: 'p', category: 'FACTORY_INVOICE' as const },
    ].map((change) => allocateOrders(aLine({ ...change, currency: 'USD' }), []).basis);
    expect(bases).toEqual(['QUANTITY', 'CHARGEABLE_WEIGHT', 'EQUAL', 'OWN_PRODUCT', 'OWN_ORDER']);
  });

  it('a line of 0 has nothing unassigned, so it gives no reason', () => {
    const allocation = allocateOrders(aLine({ amountMinor: 0n }), []);
    expect([
      allocation.unassignedDocumentMinor,
      allocation.unassignedAccountMinor,
      allocation.unassignedReason,
    ]).toEqual([0n, 0n, null]);
  });

  it('throws when a factory line has two orders of its own', () => {
    const line = aLine({ category: 'FACTORY_INVOICE', productId: 'product-1', isOwnOrderLine: true });
    expect(() => allocateOrders(line, [anOrder('1'), anOrder('2')])).toThrow('more than one order');
  });

  it('another line with a product goes to the orders of that product by units, whatever its basis says', () => {
    const line = aLine({ category: 'PRODUCT_TESTING', productId: 'product-1', basis: 'EQUAL' });
    const orders = [
      anOrder('PO-1', { productId: 'product-1', units: 30n }),
      anOrder('PO-2', { productId: 'product-1', units: 10n }),
      anOrder('PO-3'),
    ];
    const allocation = allocateOrders(line, orders);
    expect(allocation.entries.map(({ key, accountMinor }) => [key, accountMinor])).toEqual([
      ['PO-1', 7500n],
      ['PO-2', 2500n],
    ]);
    expect([allocation.basis, allocation.measure, allocation.weightTotal]).toEqual(['OWN_PRODUCT', 'UNITS', 40n]);
  });

  it('a line whose product has no order goes to the product itself', () => {
    const allocation = allocateOrders(aLine({ category: 'PHOTOGRAPHY', productId: 'product-9', amountMinor: -333n }), [
      anOrder('PO-1'),
    ]);
    expect(allocation.entries).toEqual([
      {
        layerId: null,
        packListId: null,
        productId: 'product-9',
        key: 'product-9',
        documentMinor: -333n,
        accountMinor: -333n,
        weight: 1n,
        roundingUnitDocument: 0n,
        roundingUnitAccount: 0n,
      },
    ]);
    expect([allocation.basis, allocation.unassignedReason]).toEqual(['OWN_PRODUCT', null]);
  });

  it('orders of the product without units leave the line unassigned for want of a basis', () => {
    const allocation = allocateOrders(aLine({ productId: 'product-1' }), [anOrder('1', { units: 0n })]);
    expect([allocation.basis, allocation.unassignedReason, allocation.lackingProducts]).toEqual([
      'OWN_PRODUCT',
      'ZERO_BASIS',
      [{ productId: 'product-1', sku: 'SKU-1' }],
    ]);
  });

  it('an excluded line keeps its entries for the trace', () => {
    expect(allocateOrders(aLine({ excluded: true }), [anOrder('1')])).toEqual(allocateOrders(aLine(), [anOrder('1')]));
  });
});

describe('bases', () => {
  const orders = [
    anOrder('PO-1', { units: 100n, weightUg: 200_000_000n, volumeMm3: 4_000_000n, factoryMinor: 10_000n }),
    anOrder('PO-2', { units: 200n, weightUg: 400_000_000n, volumeMm3: 1_000_000n, factoryMinor: 20_001n }),
  ];
  it.each<[string, Partial<CostLine>, Record<string, bigint>, string, bigint]>([
    ['QUANTITY: 100 of 300 units is a third', { basis: 'QUANTITY' }, { 'PO-1': 3333n, 'PO-2': 6667n }, 'UNITS', 300n],
    ['VALUE: 100.00 of 300.01', { basis: 'VALUE' }, { 'PO-1': 3333n, 'PO-2': 6667n }, 'FACTORY_AMOUNT', 30_001n],
    [
      'WEIGHT: 20 kg of 100 kg',
      { basis: 'WEIGHT' },
      { 'PO-1': 2000n, 'PO-2': 8000n },
      'GROSS_WEIGHT',
      100_000_000_000n,
    ],
    ['VOLUME: 0.4 m3 of 0.6 m3', { basis: 'VOLUME' }, { 'PO-1': 6667n, 'PO-2': 3333n }, 'VOLUME', 600_000_000n],
    ['EQUAL: half each', { basis: 'EQUAL' }, { 'PO-1': 5000n, 'PO-2': 5000n }, 'EQUAL', 2n],
    ['inspections go by units unless told otherwise', {}, { 'PO-1': 3333n, 'PO-2': 6667n }, 'UNITS', 300n],
    [
      'customs go by value',
      { category: 'CUSTOMS_AND_DUTIES' },
      { 'PO-1': 3333n, 'PO-2': 6667n },
      'FACTORY_AMOUNT',
      30_001n,
    ],
    [
      'a factory line without product (tooling) goes over the scope by units',
      { category: 'FACTORY_INVOICE' },
      { 'PO-1': 3333n, 'PO-2': 6667n },
      'UNITS',
      300n,
    ],
  ])('%s', (_reason, change, expected, measure, weightTotal) => {
    const allocation = allocateOrders(aLine(change), orders);
    expect(Object.fromEntries(allocation.entries.map((entry) => [entry.key, entry.accountMinor]))).toEqual(expected);
    expect([allocation.measure, allocation.weightTotal, allocation.unassignedReason, allocation.basisFallback]).toEqual(
      [measure, weightTotal, null, false],
    );
  });

  it('the odd cent is shown as a rounding unit, and an equal fraction goes to the smaller order number', () => {
    const three = [anOrder('PO-3'), anOrder('PO-1'), anOrder('PO-2')];
    const entries = allocateOrders(aLine({ basis: 'EQUAL' }), three).entries;
    expect(entries.map((e) => [e.key, e.accountMinor, e.roundingUnitAccount, e.roundingUnitDocument])).toEqual([
      ['PO-3', 3333n, 0n, 0n],
      ['PO-1', 3334n, 1n, 1n],
      ['PO-2', 3333n, 0n, 0n],
    ]);
  });

  it('a value or quantity of 0 is known: free goods carry no customs duty', () => {
    expect(costs(aLine({ basis: 'VALUE' }), [anOrder('a', { factoryMinor: 0n }), anOrder('b')])).toEqual({
      a: 0n,
      b: 10_000n,
    });
    expect(costs(aLine({ basis: 'QUANTITY' }), [anOrder('a', { units: 0n }), anOrder('b')])).toEqual({
      a: 0n,
      b: 10_000n,
    });
  });
});

describe('a basis that is missing, zero or negative', () => {
  const good = anOrder('good');
  it.each<[string, Partial<CostLine>, Leaf[], string, string[]]>([
    ['a missing weight', { basis: 'WEIGHT' }, [good, anOrder('b', { weightUg: null })], 'MISSING_WEIGHT', ['SKU-b']],
    ['a weight of 0', { basis: 'WEIGHT' }, [good, anOrder('b', { weightUg: 0n })], 'MISSING_WEIGHT', ['SKU-b']],
    ['a missing volume', { basis: 'VOLUME' }, [good, anOrder('b', { volumeMm3: null })], 'MISSING_VOLUME', ['SKU-b']],
    ['a volume of 0', { basis: 'VOLUME' }, [anOrder('b', { volumeMm3: 0n }), good], 'MISSING_VOLUME', ['SKU-b']],
    ['a value without a rate', { basis: 'VALUE' }, [good, anOrder('b', { factoryMinor: null })], 'NO_RATE', ['SKU-b']],
    [
      'a value credited beyond its invoice',
      { basis: 'VALUE' },
      [good, anOrder('b', { factoryMinor: -1n })],
      'NEGATIVE_BASIS',
      ['SKU-b'],
    ],
    [
      'units taken out beyond the order',
      { basis: 'QUANTITY' },
      [good, anOrder('b', { units: -1n })],
      'NEGATIVE_BASIS',
      ['SKU-b'],
    ],
    [
      'a total value of 0',
      { basis: 'VALUE' },
      [anOrder('b', { factoryMinor: 0n }), anOrder('a', { factoryMinor: 0n })],
      'ZERO_BASIS',
      ['SKU-a', 'SKU-b'],
    ],
    ['no units at all', { basis: 'QUANTITY' }, [anOrder('a', { units: 0n })], 'ZERO_BASIS', ['SKU-a']],
    [
      'a missing weight of freight with a chosen basis',
      { category: 'SHIPPING', basis: 'CHARGEABLE_WEIGHT' },
      [good, anOrder('b', { weightUg: null })],
      'MISSING_WEIGHT',
      ['SKU-b'],
    ],
    [
      'a missing volume of freight with a chosen basis',
      { category: 'SHIPPING', basis: 'CHARGEABLE_WEIGHT' },
      [good, anOrder('b', { volumeMm3: null })],
      'MISSING_VOLUME',
      ['SKU-b'],
    ],
    [
      'a weight that several products lack',
      { basis: 'CHARGEABLE_WEIGHT' },
      [anOrder('c', { volumeMm3: null }), anOrder('b', { weightUg: null }), good],
      'MISSING_WEIGHT',
      ['SKU-b', 'SKU-c'],
    ],
    ['freight over nothing', { basis: 'CHARGEABLE_WEIGHT' }, [anOrder('a', { units: 0n })], 'ZERO_BASIS', ['SKU-a']],
    [
      'a negative basis of freight with the default basis',
      { category: 'SHIPPING' },
      [good, anOrder('b', { units: -1n })],
      'NEGATIVE_BASIS',
      ['SKU-b'],
    ],
  ])('%s leaves the line unassigned and names the products', (_reason, change, orders, reason, skus) => {
    const allocation = allocateOrders(aLine(change), orders);
    expect([allocation.unassignedReason, allocation.lackingProducts.map(({ sku }) => sku)]).toEqual([reason, skus]);
    expect([
      allocation.entries,
      allocation.unassignedDocumentMinor,
      allocation.unassignedAccountMinor,
      allocation.measure,
    ]).toEqual([[], 10_000n, 10_000n, null]);
    expect(allocation.basisFallback).toBe(false);
  });

  it('names a product with two orders once', () => {
    const same = { productId: 'p', productSku: 'SKU-p', weightUg: null };
    expect(
      allocateOrders(aLine({ basis: 'WEIGHT' }), [anOrder('1', same), anOrder('2', same)]).lackingProducts,
    ).toEqual([{ productId: 'p', sku: 'SKU-p' }]);
  });

  it.each<[string, Partial<Leaf>]>([
    ['weight', { weightUg: null }],
    ['volume', { volumeMm3: 0n }],
  ])('freight without a chosen basis goes by units when a %s is missing, and is marked as a fallback', (_what, gap) => {
    const allocation = allocateOrders(aLine({ category: 'SHIPPING' }), [
      anOrder('a', { units: 300n }),
      anOrder('b', gap),
    ]);
    expect(allocation.entries.map((e) => e.accountMinor)).toEqual([7500n, 2500n]);
    expect([allocation.basis, allocation.basisFallback, allocation.measure, allocation.chargeableMethod]).toEqual([
      'QUANTITY',
      true,
      'UNITS',
      null,
    ]);
    expect([allocation.unassignedReason, allocation.lackingProducts]).toEqual([
      null,
      [{ productId: 'product-b', sku: 'SKU-b' }],
    ]);
  });

  it('freight without a chosen basis stays unassigned when there are no units either', () => {
    const allocation = allocateOrders(aLine({ category: 'SHIPPING' }), [anOrder('a', { units: 0n, weightUg: null })]);
    expect([allocation.basis, allocation.basisFallback, allocation.unassignedReason]).toEqual([
      'QUANTITY',
      true,
      'ZERO_BASIS',
    ]);
  });
});

describe('chargeable weight', () => {
  type Expected = { method: string; measure: string; shares: Record<string, bigint> };
  // Each order has a gross weight of 100 kg; A is dense (0.1 m3), B is bulky (0.5 m3).
  const dense = anOrder('A', { units: 100n, weightUg: 1_000_000_000n, volumeMm3: 1_000_000n });
  const bulky = anOrder('B', { units: 100n, weightUg: 1_000_000_000n, volumeMm3: 5_000_000n });
  it.each<[string, Partial<CostLine>, Leaf[], Expected]>([
    [
      'by air: 0.6 m3 count as 100 kg, so the gross weight of 200 kg is used',
      {},
      [dense, bulky],
      { method: 'AIR', measure: 'GROSS_WEIGHT', shares: { A: 5000n, B: 5000n } },
    ],
    [
      'by sea: 0.6 m3 count as 600 kg, so the volume is used',
      { shippingMethod: 'SEA' },
      [dense, bulky],
      { method: 'SEA', measure: 'VOLUME', shares: { A: 1667n, B: 8333n } },
    ],
    [
      'by land: 0.6 m3 count as 199.8 kg, so the gross weight of 200 kg is used',
      { shippingMethod: 'LAND' },
      [dense, bulky],
      { method: 'LAND', measure: 'GROSS_WEIGHT', shares: { A: 5000n, B: 5000n } },
    ],
    [
      'by land: 0.7 m3 count as 233.1 kg, so the volume is used',
      { shippingMethod: 'LAND' },
      [{ ...dense, volumeMm3: 2_000_000n }, bulky],
      { method: 'LAND', measure: 'VOLUME', shares: { A: 2857n, B: 7143n } },
    ],
    [
      'by air: 1.2 m3 count as exactly 200 kg, and at a tie the gross weight is used',
      {},
      [{ ...dense, volumeMm3: 7_000_000n }, bulky],
      { method: 'AIR', measure: 'GROSS_WEIGHT', shares: { A: 5000n, B: 5000n } },
    ],
    [
      'by air: with one more cubic millimetre per unit the volume is used',
      {},
      [{ ...dense, volumeMm3: 7_000_001n }, bulky],
      { method: 'AIR', measure: 'VOLUME', shares: { A: 5833n, B: 4167n } },
    ],
    [
      'uses sea when all products name it',
      {},
      [dense, bulky].map((l) => ({ ...l, shippingMethod: 'SEA' as const })),
      { method: 'SEA', measure: 'VOLUME', shares: { A: 1667n, B: 8333n } },
    ],
    [
      'uses the shipping method of the invoice before that of the products',
      { shippingMethod: 'AIR' },
      [dense, bulky].map((l) => ({ ...l, shippingMethod: 'SEA' as const })),
      { method: 'AIR', measure: 'GROSS_WEIGHT', shares: { A: 5000n, B: 5000n } },
    ],
    [
      'uses air when the products disagree',
      {},
      [
        { ...dense, shippingMethod: 'SEA' },
        { ...bulky, shippingMethod: 'LAND' },
      ],
      { method: 'AIR', measure: 'GROSS_WEIGHT', shares: { A: 5000n, B: 5000n } },
    ],
    [
      'uses air when one product names no method',
      {},
      [{ ...dense, shippingMethod: 'SEA' }, bulky],
      { method: 'AIR', measure: 'GROSS_WEIGHT', shares: { A: 5000n, B: 5000n } },
    ],
  ])('%s', (_reason, change, orders, { method, measure, shares }) => {
    for (const category of ['SHIPPING', 'INBOUND_SHIPPING', 'LOCAL_FREIGHT'] satisfies CostCategory[]) {
      const allocation = allocateOrders(aLine({ category, ...change }), orders);
      expect([allocation.basis, allocation.chargeableMethod, allocation.measure]).toEqual([
        'CHARGEABLE_WEIGHT',
        method,
        measure,
      ]);
      expect(Object.fromEntries(allocation.entries.map((e) => [e.key, e.accountMinor]))).toEqual(shares);
    }
  });
});

describe('currencies, tax and credits', () => {
  it('converts the line once, then splits: 100.00 USD at 0.7925 is 79.25, in thirds 26.42 26.42 26.41', () => {
    const allocation = allocateOrders(aLine({ currency: 'USD', rate: rateOf('0.7925'), basis: 'EQUAL' }), [
      anOrder('1'),
      anOrder('2'),
      anOrder('3'),
    ]);
    expect(allocation.accountMinor).toBe(7925n);
    expect(allocation.entries.map((e) => [e.documentMinor, e.accountMinor])).toEqual([
      [3334n, 2642n],
      [3333n, 2642n],
      [3333n, 2641n],
    ]);
  });

  it('yen have no decimals, pounds have two: 1000 JPY at 0.00525 is 5.25', () => {
    const allocation = allocateOrders(
      aLine({ currency: 'JPY', amountMinor: 1000n, rate: rateOf('0.00525'), basis: 'EQUAL' }),
      [anOrder('1'), anOrder('2')],
    );
    expect(allocation.entries.map((e) => [e.documentMinor, e.accountMinor])).toEqual([
      [500n, 263n],
      [500n, 262n],
    ]);
  });

  it('in the currency of the account the rate is 1, whatever is stored', () => {
    expect(allocateOrders(aLine({ rate: rateOf('5') }), [anOrder('1')]).accountMinor).toBe(10_000n);
  });

  it('recoverable tax is no cost', () => {
    expect(allocateOrders(aLine({ taxMinor: 2000n }), [anOrder('1')]).documentMinor).toBe(10_000n);
  });

  it('other tax is converted separately, then added: 0.785 and 0.785 are 0.79 and 0.79, not 1.57', () => {
    const line = aLine({
      amountMinor: 100n,
      taxMinor: 100n,
      isTaxRecoverable: false,
      currency: 'USD',
      rate: rateOf('0.785'),
    });
    const allocation = allocateOrders(line, [anOrder('1')]);
    expect([allocation.documentMinor, allocation.accountMinor]).toEqual([200n, 158n]);
  });

  it('a negative line mirrors the positive one in both currencies', () => {
    const orders = [anOrder('1'), anOrder('2'), anOrder('3')];
    const line = aLine({ currency: 'USD', rate: rateOf('0.7925'), basis: 'EQUAL' });
    const credit = allocateOrders({ ...line, amountMinor: -line.amountMinor }, orders);
    expect(
      credit.entries.map((e) => [e.documentMinor, e.accountMinor, e.roundingUnitDocument, e.roundingUnitAccount]),
    ).toEqual([
      [-3334n, -2642n, -1n, -1n],
      [-3333n, -2642n, 0n, -1n],
      [-3333n, -2641n, 0n, 0n],
    ]);
  });
});
