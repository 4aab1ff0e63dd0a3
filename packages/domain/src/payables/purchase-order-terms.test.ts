import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../testing/runs.ts';
import { sumOf } from './instalments.ts';
import {
  placesOfDeposits,
  roomForDeposit,
  scheduleByPurchaseOrder,
  type DepositTarget,
} from './purchase-order-terms.ts';
import { instalments, minor, minors } from './testing/money.ts';
import { anySchedule } from './testing/schedules.ts';

const scheduled = (total: string, applied: string, ...twins: readonly string[]) =>
  scheduleByPurchaseOrder(minor(total), minor(applied), instalments(...twins)).map((one) => [
    one.twinId,
    one.amountMinor,
    one.settledMinor,
  ]);

describe('the schedule of an invoice of a purchase order', () => {
  const order = ['30 9132.48 9132.48', '70 21309.12'];
  it.each([
    [
      'has the deposit and the balance',
      '12,000.00',
      '3,600.00',
      order,
      [
        ['1', '3,600.00', '3,600.00'],
        ['2', '8,400.00', '0.00'],
      ],
    ],
    [
      'of a second invoice has what is left of the deposit',
      '18,941.60',
      '5,532.48',
      order,
      [
        ['1', '5,532.48', '5,532.48'],
        ['2', '13,409.12', '0.00'],
      ],
    ],
    [
      'is by the percents when nothing is paid',
      '1,000.00',
      '0.00',
      ['30 300.00', '70 700.00'],
      [
        ['1', '300.00', '0.00'],
        ['2', '700.00', '0.00'],
      ],
    ],
    [
      'has one more where no percent is left',
      '1,200.00',
      '1,000.00',
      ['100 1000.00 1000.00'],
      [
        ['1', '1,000.00', '1,000.00'],
        [null, '200.00', '0.00'],
      ],
    ],
    ['of a purchase order without terms is one instalment', '500.00', '0.00', [], [[null, '500.00', '0.00']]],
    [
      'has nothing more when the deposit pays it all',
      '550.00',
      '550.00',
      ['40 800.00 800.00', '60 1200.00'],
      [
        ['1', '550.00', '550.00'],
        ['2', '0.00', '0.00'],
      ],
    ],
    [
      'gives paid twins what was applied by their percents',
      '10,000.00',
      '3,000.00',
      ['10 1000.00 1000.00', '20 2000.00 2000.00', '70 7000.00'],
      [
        ['1', '1,000.00', '1,000.00'],
        ['2', '2,000.00', '2,000.00'],
        ['3', '7,000.00', '0.00'],
      ],
    ],
    [
      'uses what a twin that is paid in part brings on its own',
      '10,000.00',
      '4,000.00',
      ['30 3000.00 3000.00', '70 7000.00 1000.00'],
      [
        ['1', '3,000.00', '3,000.00'],
        ['2', '7,000.00', '1,000.00'],
      ],
    ],
    [
      'keeps what a twin that is paid in part brings, and shares the rest again',
      '6,000.00',
      '5,900.00',
      ['20 2000.00 2000.00', '40 4000.00 3900.00', '40 4000.00'],
      [
        ['1', '2,000.00', '2,000.00'],
        ['2', '3,900.00', '3,900.00'],
        ['3', '100.00', '0.00'],
      ],
    ],
    [
      'leaves a paid twin at 0 when a person applies nothing',
      '12,000.00',
      '0.00',
      order,
      [
        ['1', '0.00', '0.00'],
        ['2', '12,000.00', '0.00'],
      ],
    ],
    [
      'leaves out what was made for a rest of the purchase order',
      '500.00',
      '0.00',
      ['100 1000.00', '- 200.00'],
      [['1', '500.00', '0.00']],
    ],
    [
      'has what was made for a rest when it brings something',
      '600.00',
      '600.00',
      ['50 1000.00 1000.00', '50 1000.00', '- 500.00 500.00'],
      [
        ['1', '400.00', '400.00'],
        ['2', '0.00', '0.00'],
        ['3', '200.00', '200.00'],
      ],
    ],
  ])('%s', (_name, total, applied, twins, expected) => {
    expect(scheduled(total, applied, ...twins)).toEqual(
      expected.map(([id, ...texts]) => [id, ...texts.map((text) => minor(text ?? ''))]),
    );
  });

  it('marks the twins of paid instalments', () => {
    const all = scheduleByPurchaseOrder(minor('12,000.00'), minor('3,600.00'), instalments(...order));
    expect(all.map(({ isDeposit, hundredths }) => [isDeposit, hundredths])).toEqual([
      [true, 3000],
      [false, 7000],
    ]);
  });

  it('is always its total, with all of the deposit settled and nobody below it', () => {
    fc.assert(
      fc.property(
        anySchedule,
        fc.bigInt({ min: 1n, max: 2_000_000n }),
        fc.bigInt({ min: 0n, max: 100n }),
        (twins, total, percent) => {
          const deposit = sumOf(twins.map(({ settledMinor }) => settledMinor));
          const applied = ((deposit < total ? deposit : total) * percent) / 100n;
          const all = scheduleByPurchaseOrder(total, applied, twins);
          expect(sumOf(all.map(({ amountMinor }) => amountMinor))).toBe(total);
          expect(sumOf(all.map(({ settledMinor }) => settledMinor))).toBe(applied);
          expect(all.every((one) => one.amountMinor >= one.settledMinor)).toBe(true);
          expect(all.every((one) => !one.isDeposit || one.amountMinor === one.settledMinor)).toBe(true);
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

/** "1 30 100.00 20.00": the twin, the percent or "-", the amount and what other entries have settled. */
const targets = (...texts: readonly string[]): DepositTarget[] =>
  texts.map((text) => {
    const [twinId = '', percent = '', amount = '', own = '0.00'] = text.split(' ');
    const hundredths = percent === '-' ? null : Number(percent) * 100;
    return { twinId: twinId === '-' ? null : twinId, hundredths, amountMinor: minor(amount), ownMinor: minor(own) };
  });

describe('the room for a deposit', () => {
  it.each([
    ['is the total', '100.00', ['1 30 30.00', '2 70 70.00'], '100.00'],
    ['is what other entries leave of the total', '100.00', ['1 30 30.00 30.00', '2 70 70.00 5.00'], '65.00'],
    ['is 0 when more is settled', '20.00', ['1 30 30.00 30.00', '2 70 0.00'], '0.00'],
    ['by percents is a rest that nobody has yet', '120.00', ['1 100 100.00 100.00'], '20.00'],
    ['by amounts is at most what is open', '120.00', ['- - 50.00 10.00', '- - 50.00'], '90.00'],
    ['by amounts is at most what is left of the total', '80.00', ['- - 50.00 10.00', '- - 50.00'], '70.00'],
  ])('%s', (_name, total, texts, expected) => {
    expect(roomForDeposit(minor(total), targets(...texts))).toBe(minor(expected));
  });
});

describe('the deposit of an invoice', () => {
  const twins = instalments('30 3000.00 3000.00', '70 7000.00 1000.00');
  it.each([
    ['is used on the twins', '400.00', ['1 30 0.00', '2 70 1000.00'], '300.00 100.00'],
    [
      'is used in the order of a schedule that a person typed',
      '400.00',
      ['- - 250.00', '- - 250.00', '- - 500.00'],
      '250.00 150.00 0.00',
    ],
    [
      'is used where other entries leave room',
      '400.00',
      ['- - 250.00 200.00', '- - 250.00', '- - 500.00'],
      '50.00 250.00 100.00',
    ],
    ['goes on from a twin whose typed amount is too small', '400.00', ['1 - 100.00', '2 - 900.00'], '100.00 300.00'],
    ['has a place when the purchase order got one more instalment', '400.00', ['2 70 1000.00'], '400.00'],
    ['is used on the last one when nothing is open', '400.00', ['- 100 100.00 100.00', '- - 0.00'], '0.00 400.00'],
  ])('%s', (_name, applied, texts, expected) => {
    expect(placesOfDeposits([{ appliedMinor: minor(applied), twins }], targets(...texts))).toEqual(minors(expected));
  });

  it('of another purchase order than that of the terms is used beside it', () => {
    const deposits = ['A', 'B'].map((number) => {
      const own = instalments('30 300.00 300.00', '70 700.00').map((one) => ({ ...one, id: `${number}.${one.id}` }));
      return { appliedMinor: minor('300.00'), twins: own };
    });
    const byTerms = targets('A.1 30 300.00', 'A.2 70 1700.00');
    expect(placesOfDeposits(deposits, byTerms)).toEqual(minors('300.00 300.00'));
  });
});
