import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inShort } from '../testing/in-short.ts';
import { runs } from '../testing/runs.ts';
import {
  applyDeposits,
  checkTypedDeposit,
  hasEnded,
  shownOpenOf,
  type DepositInvoice,
  type PurchaseOrderDeposit,
} from './deposits.ts';
import { sumOf } from './instalments.ts';
import { minor } from './testing/money.ts';

const order = (id: string, total: string, deposit: string, base: string, number = id): PurchaseOrderDeposit => ({
  id,
  number,
  totalMinor: minor(total),
  depositMinor: minor(deposit),
  baseMinor: minor(base),
});
/** "PO 1500.00" is invoiced of the purchase order PO; "PO 1500.00 =20.00" has a fixed deposit. */
const invoice = (id: string, room: string, ...shares: readonly string[]): DepositInvoice => ({
  id,
  sequence: Number(id),
  roomMinor: minor(room),
  purchaseOrders: shares.map((text) => {
    const [purchaseOrderId = '', invoiced = '', fixed] = text.split(' ');
    return {
      purchaseOrderId,
      invoicedMinor: minor(invoiced),
      fixedMinor: fixed === undefined ? null : minor(fixed.slice(1)),
    };
  }),
});
const applied = (orders: readonly PurchaseOrderDeposit[], invoices: readonly DepositInvoice[]) => {
  const { applied, left } = applyDeposits(orders, invoices);
  return [
    ...applied.map((one) => [`${one.purchaseOrderId}>${one.invoiceId}`, one.amountMinor, one.baseMinor]),
    ...left.map((one) => [`${one.purchaseOrderId} left`, one.amountMinor, one.baseMinor]),
  ];
};

describe('the deposit of a purchase order', () => {
  const big = order('PO', '30,441.60', '9,132.48', '6,960.73');
  const small = order('PO', '2,000.00', '800.00', '612.00');
  it.each([
    [
      'is applied by what is invoiced',
      [big],
      [invoice('1', '12,000.00', 'PO 12000.00')],
      [
        ['PO>1', '3,600.00', '2,743.90'],
        ['PO left', '5,532.48', '4,216.83'],
      ],
    ],
    [
      'is used up when all is invoiced',
      [big],
      [invoice('1', '12,000.00', 'PO 12000.00'), invoice('2', '18,941.60', 'PO 18441.60')],
      [
        ['PO>1', '3,600.00', '2,743.90'],
        ['PO>2', '5,532.48', '4,216.83'],
        ['PO left', '0.00', '0.00'],
      ],
    ],
    [
      'is at most the total of the invoice, and what it leaves goes to the next',
      [small],
      [invoice('1', '550.00', 'PO 1500.00'), invoice('2', '200.00', 'PO 500.00')],
      [
        ['PO>1', '550.00', '420.75'],
        ['PO>2', '200.00', '153.00'],
        ['PO left', '50.00', '38.25'],
      ],
    ],
    [
      'is at most itself when more is invoiced than ordered',
      [small],
      [invoice('1', '3,000.00', 'PO 3000.00')],
      [
        ['PO>1', '800.00', '612.00'],
        ['PO left', '0.00', '0.00'],
      ],
    ],
    [
      'is never below 0 after a typed amount that was more',
      [small],
      [invoice('1', '1,000.00', 'PO 500.00 =700.00'), invoice('2', '1,000.00', 'PO 500.00')],
      [
        ['PO>1', '700.00', '535.50'],
        ['PO>2', '0.00', '0.00'],
        ['PO left', '100.00', '76.50'],
      ],
    ],
    [
      'leaves what a later fixed amount has',
      [small],
      [invoice('1', '2,000.00', 'PO 1500.00'), invoice('2', '700.00', 'PO 500.00 =700.00')],
      [
        ['PO>1', '100.00', '76.50'],
        ['PO>2', '700.00', '535.50'],
        ['PO left', '0.00', '0.00'],
      ],
    ],
    [
      'goes on after a typed amount that was less',
      [small],
      [invoice('1', '1,000.00', 'PO 1000.00 =0.00'), invoice('2', '1,000.00', 'PO 1000.00')],
      [
        ['PO>1', '0.00', '0.00'],
        ['PO>2', '800.00', '612.00'],
        ['PO left', '0.00', '0.00'],
      ],
    ],
    [
      'is not applied where nothing was paid',
      [order('PO', '2,000.00', '0.00', '0.00')],
      [invoice('1', '1,000.00', 'PO 1000.00')],
      [
        ['PO>1', '0.00', '0.00'],
        ['PO left', '0.00', '0.00'],
      ],
    ],
    [
      'is not applied by a discount',
      [small],
      [invoice('1', '1,000.00', 'PO -100.00'), invoice('2', '1,000.00', 'PO 600.00')],
      [
        ['PO>1', '0.00', '0.00'],
        ['PO>2', '200.00', '153.00'],
        ['PO left', '600.00', '459.00'],
      ],
    ],
    [
      'stays where the purchase order has no total',
      [order('PO', '0.00', '800.00', '612.00')],
      [invoice('1', '1,000.00', 'PO 100.00')],
      [
        ['PO>1', '0.00', '0.00'],
        ['PO left', '800.00', '612.00'],
      ],
    ],
    [
      'takes the room of an invoice by the number of the purchase orders',
      [order('b', '100.00', '60.00', '6.00', 'PO-2'), order('a', '100.00', '60.00', '6.00', 'PO-10')],
      [invoice('1', '100.00', 'b 100.00', 'a 100.00')],
      [
        ['a>1', '60.00', '6.00'],
        ['a left', '0.00', '0.00'],
        ['b>1', '40.00', '4.00'],
        ['b left', '20.00', '2.00'],
      ],
    ],
    [
      'leaves the room that another purchase order has fixed',
      [order('a', '100.00', '60.00', '6.00'), order('b', '100.00', '60.00', '6.00')],
      [invoice('1', '100.00', 'a 100.00', 'b 100.00 =60.00')],
      [
        ['a>1', '40.00', '4.00'],
        ['a left', '20.00', '2.00'],
        ['b>1', '60.00', '6.00'],
        ['b left', '0.00', '0.00'],
      ],
    ],
  ])('%s', (_name, orders, invoices, expected) => {
    const inAnyOrder = applied(orders.toReversed(), invoices.toReversed());
    const sorted = (rows: readonly (readonly (string | bigint | undefined)[])[]) =>
      rows.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])));
    expect(sorted(inAnyOrder)).toEqual(
      sorted(expected.map(([id, ...texts]) => [id, ...texts.map((text) => minor(text))])),
    );
  });

  const anyOrders = fc.array(
    fc.record({
      total: fc.bigInt({ min: 0n, max: 5000n }),
      deposit: fc.bigInt({ min: 0n, max: 5000n }),
      base: fc.bigInt({ min: 0n, max: 900n }),
    }),
    { minLength: 1, maxLength: 3 },
  );
  const anyInvoices = fc.array(
    fc.record({
      room: fc.bigInt({ min: 0n, max: 3000n }),
      invoiced: fc.array(fc.bigInt({ min: -200n, max: 3000n }), { minLength: 3, maxLength: 3 }),
    }),
    { maxLength: 6 },
  );

  it('is applied and left without a rest in both currencies, within the room of each invoice', () => {
    fc.assert(
      fc.property(anyOrders, anyInvoices, (someOrders, someInvoices) => {
        const orders = someOrders.map(({ total, deposit, base }, i): PurchaseOrderDeposit => {
          const depositMinor = deposit < total ? deposit : total;
          return {
            id: `o${i}`,
            number: `PO-${i}`,
            totalMinor: total,
            depositMinor,
            baseMinor: depositMinor === 0n ? 0n : base,
          };
        });
        const invoices = someInvoices.map(
          ({ room, invoiced }, i): DepositInvoice => ({
            id: `i${i}`,
            sequence: i,
            roomMinor: room,
            purchaseOrders: orders.map(({ id }, j) => ({
              purchaseOrderId: id,
              invoicedMinor: invoiced[j] ?? 0n,
              fixedMinor: null,
            })),
          }),
        );
        const { applied, left } = applyDeposits(orders, invoices);
        for (const one of orders) {
          const own = applied.filter(({ purchaseOrderId }) => purchaseOrderId === one.id);
          const rest = left.find(({ purchaseOrderId }) => purchaseOrderId === one.id);
          expect(sumOf(own.map(({ amountMinor }) => amountMinor)) + (rest?.amountMinor ?? -1n)).toBe(one.depositMinor);
          expect(sumOf(own.map(({ baseMinor }) => baseMinor)) + (rest?.baseMinor ?? -1n)).toBe(one.baseMinor);
          expect([...own, rest].every((part) => part && part.amountMinor >= 0n && part.baseMinor >= 0n)).toBe(true);
        }
        for (const { id, roomMinor } of invoices) {
          const taken = sumOf(
            applied.filter(({ invoiceId }) => invoiceId === id).map(({ amountMinor }) => amountMinor),
          );
          expect(taken <= roomMinor).toBe(true);
        }
        // What was applied stays as it is when it is fixed, as when the invoices are closed.
        const closed = invoices.map((invoice) => ({
          ...invoice,
          purchaseOrders: invoice.purchaseOrders.map((share) => ({
            ...share,
            fixedMinor:
              applied.find((part) => part.invoiceId === invoice.id && part.purchaseOrderId === share.purchaseOrderId)
                ?.amountMinor ?? 0n,
          })),
        }));
        expect(applyDeposits(orders, closed)).toEqual({ applied, left });
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('a typed deposit', () => {
  it.each([
    ['0.00', null],
    ['500.00', null],
    ['-0.01', 'field.min 0'],
    ['500.01', 'payment.more_than_left 0.01'],
    ['450.00', 'payment.more_than_open 50.00', '400.00'],
  ])('of %s with 500.00 left is refused: %s', (amount, expected, room = '1,000.00') => {
    const limits = { leftMinor: minor('500.00'), roomMinor: minor(room), currency: 'CNY' };
    const result = checkTypedDeposit(minor(amount), limits);
    expect(result.ok ? null : inShort(result.message)).toBe(expected);
  });
});

describe('an unpaid instalment of a purchase order', () => {
  it.each<[string, string, [string, string, boolean], string]>([
    ['shows what no invoice has taken over', '21,309.12', ['30,441.60', '12,000.00', false], '12,909.12'],
    ['shows all while nothing is invoiced', '21,309.12', ['30,441.60', '0.00', false], '21,309.12'],
    ['shows all when only a discount is invoiced', '21,309.12', ['30,441.60', '-5.00', false], '21,309.12'],
    ['shows nothing when all is invoiced', '21,309.12', ['30,441.60', '30,441.60', false], '0.00'],
    ['shows nothing when more is invoiced', '21,309.12', ['30,441.60', '30,500.00', false], '0.00'],
    ['shows nothing when the purchase order is closed', '21,309.12', ['30,441.60', '12,000.00', true], '0.00'],
    ['shows nothing of a purchase order without a total', '0.00', ['0.00', '-5.00', false], '0.00'],
  ])('%s', (_name, open, [total, invoiced, isClosed], expected) => {
    const progress = { totalMinor: minor(total), invoicedMinor: minor(invoiced), isClosed };
    expect(shownOpenOf(minor(open), progress)).toBe(minor(expected));
    expect(hasEnded(progress)).toBe(expected === '0.00');
  });
});
