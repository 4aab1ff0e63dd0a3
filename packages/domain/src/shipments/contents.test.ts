import { describe, expect, it } from 'vitest';
import { compareContents, type Holding } from './contents.ts';

const held = (...texts: readonly string[]): Holding[] =>
  texts.map((text) => {
    const [place = '', sku = '', units = '0'] = text.split(' ');
    return { place, sku, units: BigInt(units) };
  });
const differences = (planned: Holding[], packed: Holding[], hasSamePlaces = true) =>
  compareContents(planned, packed, hasSamePlaces).map(({ code, sku, planned: plan, packed: packs, ...places }) =>
    [
      `${code} ${sku} ${plan} ${packs}`,
      ...[places.plannedIn, places.packedIn].map((all) => all.map(({ place, units }) => `${place} ${units}`).join()),
    ].join(' | '),
  );

describe('cartons against pack lists', () => {
  const planned = held('CT-0001 A 996', 'CT-0002 A 4', 'CT-0003 B 50');

  it('agree, also when a place is named twice', () =>
    expect(differences(planned, held('CT-0003 B 20', 'CT-0002 A 4', 'CT-0001 A 996', 'CT-0003 B 30'))).toEqual([]));

  it('name SKU and the carton rows of both sides when the sums differ', () =>
    expect(differences(planned, held('CT-0001 A 996', 'CT-0003 B 51'))).toEqual([
      'TOTAL A 1000 996 | CT-0001 996,CT-0002 4 | CT-0001 996',
      'TOTAL B 50 51 | CT-0003 50 | CT-0003 51',
    ]));

  it('name both cartons of a unit that was moved', () => {
    const moved = held('CT-0001 A 995', 'CT-0002 A 5', 'CT-0003 B 50');
    expect(differences(planned, moved)).toEqual(['PLACE A 1000 1000 | CT-0001 996,CT-0002 4 | CT-0001 995,CT-0002 5']);
    expect(differences(planned, moved, false)).toEqual([]);
  });

  it('name what only one side has', () =>
    expect(differences(held('PL-0009 C 7'), held('CT-0001 A 1'))).toEqual([
      'TOTAL A 0 1 |  | CT-0001 1',
      'TOTAL C 7 0 | PL-0009 7 | ',
    ]));
});
