import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuantity } from '../money/money.ts';
import { inShort } from '../testing/in-short.ts';
import { runs } from '../testing/runs.ts';
import {
  amountOfPurchaseOrderLine,
  lacksPurchaseOrderLine,
  matchLine,
  parsePurchaseOrderPrice,
  snapToCase,
  type MatchedLine,
  type Tolerances,
} from './match.ts';
import { minor } from './testing/money.ts';

const priceOf = (text: string) => {
  const parsed = parsePurchaseOrderPrice(text);
  if (!parsed.ok) throw new Error(parsed.message.code);
  return parsed.value;
};
const micro = (text: string): bigint => {
  const parsed = parseQuantity(text);
  if (!parsed.ok) throw new Error(parsed.message.code);
  return parsed.value;
};

describe('the amount of a line of a purchase order', () => {
  it.each([
    ['1008', '2.705', 'CNY', '2,726.64'],
    ['777', '0.0135', 'CNY', '10.49'],
    ['3', '0.005', 'CNY', '0.02'],
    ['1', '0.000001', 'CNY', '0.00'],
    ['2.5', '10', 'CNY', '25.00'],
    ['100', '50.5', 'JPY', '5050'],
    ['10', '0', 'CNY', '0.00'],
  ])('of %s × %s %s is %s', (quantity, price, currency, expected) => {
    const amount = amountOfPurchaseOrderLine(priceOf(price), micro(quantity), currency);
    expect(amount).toEqual({ ok: true, value: minor(expected, currency) });
  });

  it('has a limit', () => {
    const amount = amountOfPurchaseOrderLine(priceOf('999999999'), micro('999999999'), 'CNY');
    expect(amount.ok || inShort(amount.message)).toBe('amount.too_large');
  });

  it.each([
    ['0.000001', null],
    ['0.0000001', 'price.decimals 6'],
    ['-1', 'price.form'],
    ['1e2', 'price.form'],
  ])('at a price of %s is refused: %s', (text, expected) => {
    const parsed = parsePurchaseOrderPrice(text);
    expect(parsed.ok ? null : inShort(parsed.message)).toBe(expected);
  });
});

const line = (quantity: string, price: string, amount: string, change: Partial<MatchedLine> = {}): MatchedLine => ({
  currency: 'CNY',
  amountMinor: minor(amount),
  quantityMicro: micro(quantity),
  price: priceOf(price),
  orderedMicro: micro('1000000'),
  invoicedMicro: micro(quantity),
  ...change,
});
const tolerances = (price: number, absolute: string, quantity = 0): Tolerances => ({
  priceHundredths: price,
  priceMinor: minor(absolute),
  quantityHundredths: quantity,
});

describe('an invoice line', () => {
  it.each([
    ['the exact amount', line('100', '2.50', '250.00'), 'EXACT', '250.00', 0n],
    ['the amount rounded to the cent', line('777', '0.0135', '10.49'), 'EXACT', '10.49', 0n],
    ['half a cent above', line('1', '0.005', '0.01'), 'EXACT', '0.01', 1000n],
    ['more than half a cent above', line('1', '0.0049', '0.01'), 'PRICE_OVER', '0.00', 1041n],
    ['0.9 % above', line('100', '2.50', '252.25'), 'WITHIN', '250.00', 9n],
    ['2 % above', line('100', '2.50', '255.00'), 'WITHIN', '250.00', 20n],
    ['a cent more than 2 % above', line('100', '2.50', '255.01'), 'PRICE_OVER', '250.00', 20n],
    ['2 % below', line('100', '2.50', '245.00'), 'WITHIN', '250.00', -20n],
    ['a cent more than 2 % below', line('100', '2.50', '244.99'), 'PRICE_UNDER', '250.00', -20n],
    ['a free line that costs something', line('100', '0', '1.00'), 'PRICE_OVER', '0.00', null],
    ['a free line', line('100', '0', '0.00'), 'EXACT', '0.00', null],
  ])('of %s matches', (_name, matched, match, expected, off) => {
    const result = matchLine(matched);
    expect(result).toEqual({ matches: [match], expectedMinor: minor(expected), offTenths: off });
  });

  it.each([
    ['the greater absolute tolerance', line('100', '2.50', '260.00'), tolerances(200, '10.00'), 'WITHIN'],
    ['the smaller absolute tolerance', line('100', '2.50', '255.00'), tolerances(200, '1.00'), 'WITHIN'],
    ['a cent beyond both', line('100', '2.50', '260.01'), tolerances(200, '10.00'), 'PRICE_OVER'],
    ['no tolerance at all', line('100', '2.50', '250.01'), tolerances(0, '0.00'), 'PRICE_OVER'],
  ])('is held against %s', (_name, matched, allowed, expected) => {
    expect(matchLine(matched, allowed).matches).toEqual([expected]);
  });

  it.each([
    ['takes the place of EXACT', '250.00', '100.000001', 0, ['QUANTITY_OVER']],
    ['stands beside a price within the tolerance', '251.00', '101', 0, ['WITHIN', 'QUANTITY_OVER']],
    ['stands beside a price above it', '300.00', '101', 0, ['PRICE_OVER', 'QUANTITY_OVER']],
    ['is not there at the ordered quantity', '250.00', '100', 0, ['EXACT']],
    ['is not there at the tolerance', '250.00', '105', 500, ['EXACT']],
    ['is there beyond the tolerance', '250.00', '105.000001', 500, ['QUANTITY_OVER']],
  ])('with too many units: QUANTITY_OVER %s', (_name, amount, invoiced, quantity, expected) => {
    const change = { orderedMicro: micro('100'), invoicedMicro: micro(invoiced) };
    expect(matchLine(line('100', '2.50', amount, change), tolerances(200, '0.00', quantity)).matches).toEqual(expected);
  });

  it('of the rounded amount of the purchase order is always exact', () => {
    const anyPrice = fc.integer({ min: 0, max: 10 ** 9 }).map((n) => ({ digits: BigInt(n), scale: 6 }));
    fc.assert(
      fc.property(
        anyPrice,
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.constantFrom('CNY', 'JPY', 'KWD'),
        (price, quantityMicro, currency) => {
          const amount = amountOfPurchaseOrderLine(price, quantityMicro, currency);
          if (!amount.ok) return;
          const matched = {
            ...line('1', '1', '0.00'),
            price,
            quantityMicro,
            currency,
            amountMinor: amount.value,
            invoicedMicro: 0n,
          };
          expect(matchLine(matched, tolerances(0, '0.00')).matches).toEqual(['EXACT']);
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it.each([
    [true, false, true, true],
    [true, true, true, false],
    [true, false, false, false],
    [false, false, true, false],
  ])(
    'is NO_ORDER: factory %s, with an order line %s, on an invoice with an order %s: %s',
    (isFactoryLine, hasPurchaseOrderLine, isOfPurchaseOrder, expected) => {
      expect(lacksPurchaseOrderLine({ isFactoryLine, hasPurchaseOrderLine, isOfPurchaseOrder })).toBe(expected);
    },
  );
});

describe('an asked quantity', () => {
  it.each([
    ['1000', 24, '1008'],
    ['1008', 24, '1008'],
    ['1', 24, '24'],
    ['0.5', 24, '24'],
    ['1000', null, '1000'],
    ['1000', 0, '1000'],
    ['0', 24, '0'],
  ])('of %s in cases of %s becomes %s', (asked, units, expected) => {
    expect(snapToCase(micro(asked), units)).toBe(micro(expected));
  });
});
