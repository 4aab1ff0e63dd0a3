import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../testing/runs.ts';
import { type OpenOrder, packCartons, type PackedPlan } from './packing-list-plan.ts';
import { type HeldPackList, matchCartons, type WantedCartons } from './packing-list-rows.ts';

/** Rows as "83x12A" or "10x4A@o1,2B": cartons, units of each product, and the order that is chosen. */
const wanted = (...texts: readonly string[]): WantedCartons[] =>
  texts.map((text) => {
    const [count = '0', contents = ''] = text.split('x');
    return {
      count: BigInt(count),
      contents: contents.split(',').map((content) => {
        const [, units = '0', productId = '', , order] = /^(\d+)([A-Z])(@(\w+))?$/.exec(content) ?? [];
        return { productId, orderIds: order ? new Set([order]) : null, unitsPerCarton: BigInt(units) };
      }),
    };
  });
/** Pack lists as "p1 A o1 600" with an optional carton row. */
const held = (...texts: readonly string[]): HeldPackList[] =>
  texts.map((text, i) => {
    const [id = '', productId = '', orderId = '', units = '0', cartonId = null] = text.split(' ');
    return { id, number: BigInt(i + 1), productId, orderId, units: BigInt(units), cartonId };
  });
const orders = (...texts: readonly string[]): OpenOrder[] =>
  texts.map((text) => {
    const [id = '', productId = '', left = '0'] = text.split(' ');
    return { id, productId, left: BigInt(left) };
  });
const shown = ({ parts, packLists, goneIds, lacks }: PackedPlan) => ({
  parts: parts.map((all) =>
    all.map(({ count, pieces }) => `${count}: ${pieces.map(({ orderId, units }) => `${orderId} ${units}`).join(', ')}`),
  ),
  packLists: packLists.map(
    ({ id, orderId, units, part }) => `${id ?? 'new'} ${orderId} ${units} ${part ? `${part.wanted}.${part.at}` : '-'}`,
  ),
  goneIds,
  lacks: lacks.map(({ wanted: row, left }) => `${row}: ${left}`),
});

describe('packing the cartons of a list', () => {
  it('fills them from the oldest order', () =>
    expect(shown(packCartons(wanted('83x12A', '1x4A'), [], orders('o1 A 1000', 'o2 A 500')))).toEqual({
      parts: [['83: o1 996'], ['1: o1 4']],
      packLists: ['new o1 996 0.0', 'new o1 4 1.0'],
      goneIds: [],
      lacks: [],
    }));

  it('takes at first what the plan has, and splits a pack list over the rows', () =>
    expect(shown(packCartons(wanted('83x12A', '1x4A'), held('p1 A o2 1000'), orders('o1 A 1000')))).toMatchObject({
      parts: [['83: o2 996'], ['1: o2 4']],
      packLists: ['p1 o2 996 0.0', 'new o2 4 1.0'],
    }));

  it('splits a row where the units of two orders meet', () =>
    expect(shown(packCartons(wanted('83x12A'), [], orders('o1 A 500', 'o2 A 500')))).toMatchObject({
      parts: [['41: o1 492', '1: o1 8, o2 4', '41: o2 492']],
    }));

  it('leaves what no carton holds of a pack list in the plan, without a carton', () =>
    expect(shown(packCartons(wanted('50x12A'), held('p1 A o1 1000'), []))).toMatchObject({
      packLists: ['p1 o1 600 0.0', 'new o1 400 -'],
    }));

  it('puts two pack lists of an order that no row needs apart into one', () =>
    expect(shown(packCartons(wanted('83x12A'), held('p1 A o1 600', 'p2 A o1 396'), []))).toMatchObject({
      packLists: ['p1 o1 996 0.0'],
      goneIds: ['p2'],
    }));

  it('takes loose pack lists before those in other cartons', () =>
    expect(shown(packCartons(wanted('10x10A'), held('p1 A o1 100 c1', 'p2 A o1 100'), []))).toMatchObject({
      packLists: ['p2 o1 100 0.0'],
      goneIds: [],
    }));

  it('gives a chosen order to the rows that name it, also below others', () =>
    expect(shown(packCartons(wanted('10x10A', '5x10A@o1'), [], orders('o1 A 60', 'o2 A 100')))).toMatchObject({
      parts: [['1: o1 10', '9: o2 90'], ['5: o1 50']],
    }));

  it('says how many are left where there are too few', () => {
    const one = packCartons(wanted('60x10A', '41x10A'), [], orders('o1 A 1000'));
    expect(shown(one)).toMatchObject({ lacks: ['1: 400'], packLists: [] });
    expect(shown(packCartons(wanted('2x10A@o1', '1x110A'), [], orders('o1 A 10', 'o2 A 100'))).lacks).toEqual([
      '0: 10',
    ]);
  });

  it('packs mixed cartons', () =>
    expect(shown(packCartons(wanted('10x2A,3B'), [], orders('o1 A 12', 'o2 A 8', 'o3 B 30')))).toMatchObject({
      parts: [['6: o1 12, o3 18', '4: o2 8, o3 12']],
    }));
});

const row = fc.record({
  count: fc.bigInt(1n, 40n),
  contents: fc.uniqueArray(
    fc.record({
      productId: fc.constantFrom('A', 'B'),
      unitsPerCarton: fc.bigInt(1n, 30n),
      orderIds: fc.constant(null),
    }),
    { minLength: 1, maxLength: 2, selector: ({ productId }) => productId },
  ),
});
const productOf = (orderId: string) => (orderId.startsWith('a') ? 'A' : 'B');
const heldList = fc
  .array(fc.record({ orderId: fc.constantFrom('a1', 'a2', 'b1'), units: fc.bigInt(1n, 400n), isLoose: fc.boolean() }), {
    maxLength: 6,
  })
  .map((all) =>
    all.map(({ orderId, units, isLoose }, i) => ({
      ...{ id: `p${i}`, number: BigInt(i), productId: productOf(orderId), orderId, units },
      cartonId: isLoose ? null : `c${i}`,
    })),
  );

it('conserves units, divides evenly, and takes no more of an order than it has', () => {
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 6 }),
      heldList,
      fc.tuple(fc.bigInt(0n, 2000n), fc.bigInt(0n, 2000n), fc.bigInt(0n, 2000n)),
      (rows, packLists, left) => {
        const open = ['a1', 'a2', 'b1'].map((id, i) => ({ id, productId: productOf(id), left: left[i] ?? 0n }));
        const { parts, packLists: placed, goneIds, lacks } = packCartons(rows, packLists, open);
        if (lacks.length > 0) return;
        for (const [at, { count, contents }] of rows.entries()) {
          const own = parts[at] ?? [];
          expect(own.reduce((sum, part) => sum + part.count, 0n)).toBe(count);
          for (const part of own) {
            for (const piece of part.pieces) expect(piece.units % part.count).toBe(0n);
            for (const { productId, unitsPerCarton } of contents)
              expect(
                part.pieces
                  .filter(({ orderId }) => productOf(orderId) === productId)
                  .reduce((sum, p) => sum + p.units, 0n),
              ).toBe(part.count * unitsPerCarton);
          }
        }
        const used = packLists.filter(({ id }) => goneIds.includes(id) || placed.some((one) => one.id === id));
        for (const { id, left: unpacked } of open) {
          const sum = (all: readonly { orderId: string; units: bigint }[]) =>
            all.filter(({ orderId }) => orderId === id).reduce((total, { units }) => total + units, 0n);
          const more = sum(placed) - sum(used);
          expect(more).toBeGreaterThanOrEqual(0n);
          expect(more).toBeLessThanOrEqual(unpacked);
        }
        for (const one of placed) {
          const before = packLists.find(({ id }) => id === one.id);
          if (before) expect(before.orderId).toBe(one.orderId);
        }
        expect(new Set(placed.flatMap(({ id }) => id ?? [])).size).toBe(placed.filter(({ id }) => id !== null).length);
      },
    ),
    { numRuns: runs(300) },
  );
});

describe('cartons that the plan has', () => {
  const rows = [
    { id: 'c1', count: 83n },
    { id: 'c2', count: 10n },
    { id: 'c3', count: 10n },
  ];
  const packLists = held('p1 A o1 996 c1', 'p2 A o1 20 c2', 'p3 B o2 30 c2', 'p4 A o3 20 c3', 'p5 B o2 30 c3');
  const match = (texts: readonly string[], like: readonly string[] = []) =>
    matchCartons(wanted(...texts), rows, packLists, (_, id) => like.includes(id));

  it('are those with the same contents, each once', () => {
    expect(match(['83x12A', '10x3B,2A', '10x2A,3B', '10x2A,3B'])).toEqual(['c1', 'c2', 'c3', null]);
    expect(match(['82x12A', '83x12B'])).toEqual([null, null]);
  });
  it('prefer the one with the same measures and marks', () => expect(match(['10x2A,3B'], ['c3'])).toEqual(['c3']));
  it('are of the order that the list names', () => {
    expect(match(['10x2A@o3,3B'])).toEqual(['c3']);
    expect(match(['10x2A@o9,3B'])).toEqual([null]);
  });
});
