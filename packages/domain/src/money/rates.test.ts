import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../days/days.ts';
import { inverseRate, parseRate, type Rate } from './money.ts';
import { type KnownRate, type ProposalOrigin, proposeRate } from './rates.ts';

const parsed = (text: string): Rate => {
  const rate = parseRate(text);
  if (!rate.ok) throw new Error(rate.message.code);
  return rate.value;
};
const known = (
  day: string,
  base: string,
  quote: string,
  rate: string,
  origin: ProposalOrigin = 'TYPED',
): KnownRate => ({
  day,
  base,
  quote,
  rate,
  origin,
});
const CNY_GBP = { from: 'CNY', to: 'GBP', on: '2026-10-25' };
const short = (rows: readonly KnownRate[], wanted = CNY_GBP) => {
  const found = proposeRate(wanted, rows);
  return found && `${found.rate.text} ${found.day} ${found.ageDays} ${found.origin} ${found.parts.length}`;
};

describe('the proposed rate', () => {
  const ecb = (day: string, quote: string, rate: string) => known(day, 'EUR', quote, rate, 'ECB');
  const bank = [ecb('2026-10-23', 'CNY', '8.2541'), ecb('2026-10-23', 'GBP', '0.8724')];

  it.each<[string, readonly KnownRate[], string | undefined]>([
    ['is absent when nothing is known', [], undefined],
    [
      'is the rate of the day as entered',
      [known('2026-10-25', 'CNY', 'GBP', '0.10730')],
      '0.10730 2026-10-25 0 TYPED 1',
    ],
    [
      'is the inverse of a rate entered the other way: 1 / 9.3197 = 0.107299591…',
      [known('2026-10-25', 'GBP', 'CNY', '9.3197')],
      '0.1072995912 2026-10-25 0 TYPED 1',
    ],
    [
      'is the most recent earlier one, with its age',
      [known('2026-10-01', 'CNY', 'GBP', '0.11'), known('2026-09-30', 'CNY', 'GBP', '0.12')],
      '0.11 2026-10-01 24 TYPED 1',
    ],
    ['is never one of a later day', [known('2026-10-26', 'CNY', 'GBP', '0.11')], undefined],
    ['is computed through the euro: 0.8724 / 8.2541 = 0.105692928…', bank, '0.1056929284 2026-10-23 2 ECB 2'],
    [
      'is not computed from rates of two days',
      [ecb('2026-10-23', 'CNY', '8.2541'), ecb('2026-10-22', 'GBP', '0.8724')],
      undefined,
    ],
    [
      'is not computed from typed rates',
      [known('2026-10-23', 'EUR', 'CNY', '8.25'), known('2026-10-23', 'EUR', 'GBP', '0.87')],
      undefined,
    ],
    [
      'is the own rate before that of the bank on the same day',
      [...bank, known('2026-10-23', 'CNY', 'GBP', '0.11')],
      '0.11 2026-10-23 2 TYPED 1',
    ],
    [
      'is that of the bank when the own rate is older',
      [...bank, known('2026-10-22', 'CNY', 'GBP', '0.11')],
      '0.1056929284 2026-10-23 2 ECB 2',
    ],
    [
      'is the one of the table before the one of an invoice, and this one before the bank',
      [
        ...bank,
        known('2026-10-23', 'CNY', 'GBP', '0.12', 'INVOICE'),
        known('2026-10-23', 'CNY', 'GBP', '0.11', 'FILE'),
      ],
      '0.11 2026-10-23 2 FILE 1',
    ],
    [
      'is the one of an invoice when the table has none',
      [...bank, known('2026-10-23', 'CNY', 'GBP', '0.12', 'INVOICE')],
      '0.12 2026-10-23 2 INVOICE 1',
    ],
    [
      'ignores other pairs',
      [known('2026-10-25', 'USD', 'GBP', '0.79'), known('2026-10-25', 'CNY', 'USD', '0.14')],
      undefined,
    ],
  ])('%s', (_, rows, expected) => {
    expect(short(rows)).toBe(expected);
  });

  it('quotes the euro itself as the bank does, and the other way as its inverse', () => {
    expect(short(bank, { from: 'EUR', to: 'GBP', on: '2026-10-23' })).toBe('0.8724 2026-10-23 0 ECB 1');
    expect(short(bank, { from: 'GBP', to: 'EUR', on: '2026-10-23' })).toBe('1.146263182 2026-10-23 0 ECB 1');
  });

  it('of a currency to itself is absent', () => {
    expect(
      short([known('2026-10-25', 'GBP', 'GBP', '1')], { from: 'GBP', to: 'GBP', on: '2026-10-25' }),
    ).toBeUndefined();
  });
});

const rateText = fc
  .tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 0, max: 6 }))
  .map(([digits, scale]) => {
    const text = String(digits).padStart(scale + 1, '0');
    return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
  });
const day = fc.integer({ min: 0, max: 12 }).map((n) => addDays('2026-10-15', n));
const origin = fc.constantFrom<ProposalOrigin>('TYPED', 'PASTED', 'FILE', 'INVOICE');
const currency = fc.constantFrom('CNY', 'GBP', 'USD', 'EUR');
const own = fc
  .record({ day, base: currency, quote: currency, rate: rateText, origin })
  .filter(({ base, quote }) => base !== quote);
const ofBank = fc
  .record({ day, quote: fc.constantFrom('CNY', 'GBP', 'USD'), rate: rateText })
  .map(({ day: on, quote, rate }): KnownRate => ({ day: on, base: 'EUR', quote, rate, origin: 'ECB' }));
const table = fc.uniqueArray(fc.oneof(own, ofBank), {
  maxLength: 30,
  selector: (one) => [one.day, ...[one.base, one.quote].toSorted()].join(),
});

describe('for any table', () => {
  it('a rate through the euro replays by hand: times the one currency it is the other within half of the tenth digit', () => {
    fc.assert(
      fc.property(rateText, rateText, (perFrom, perTo) => {
        const rows = [
          known('2026-10-25', 'EUR', 'CNY', perFrom, 'ECB'),
          known('2026-10-25', 'EUR', 'GBP', perTo, 'ECB'),
        ];
        const found = proposeRate(CNY_GBP, rows)?.rate ?? parsed('1');
        const [from, to] = [parsed(perFrom), parsed(perTo)];
        // Compares found with to / from. Both are multiplied until they are whole numbers, so nothing is rounded.
        const product = found.digits * from.digits * 10n ** BigInt(to.scale);
        const exact = to.digits * 10n ** BigInt(found.scale + from.scale);
        const error = product > exact ? product - exact : exact - product;
        expect(error * 2n * 10n ** 9n <= exact).toBe(true);
        expect(found.digits.toString().replace(/0+$/, '').length <= 10).toBe(true);
      }),
    );
  });

  it('a rate and its inverse agree: as entered in its own direction, the inverse in the other', () => {
    fc.assert(
      fc.property(rateText, (rate) => {
        const rows = [known('2026-10-25', 'GBP', 'CNY', rate)];
        expect(proposeRate({ from: 'GBP', to: 'CNY', on: '2026-10-25' }, rows)?.rate.text).toBe(rate);
        expect(proposeRate(CNY_GBP, rows)?.rate).toEqual(inverseRate(parsed(rate)));
      }),
    );
  });

  it('the order of the table does not matter, no known rate is more recent, and the parts are of one day', () => {
    fc.assert(
      fc.property(table, currency, currency, day, (rows, from, to, on) => {
        const found = proposeRate({ from, to, on }, rows);
        expect(proposeRate({ from, to, on }, rows.toReversed())).toEqual(found);
        const direct = rows.filter(
          (row) => row.day <= on && [row.base, row.quote].toSorted().join() === [from, to].toSorted().join(),
        );
        if (!found) expect(direct).toEqual([]);
        else {
          expect(direct.filter((row) => row.day > found.day)).toEqual([]);
          expect(found.parts.map((part) => part.day)).toEqual(found.parts.map(() => found.day));
          expect(addDays(found.day, found.ageDays)).toBe(on);
        }
      }),
    );
  });
});
