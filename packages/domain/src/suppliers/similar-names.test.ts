import { describe, expect, it } from 'vitest';
import { createSimilarNames, marksOf } from './similar-names.ts';

const named = (name: string) => ({ keys: [name.replaceAll(' ', '')], marks: marksOf(name) });
/** Whether the second name is found by the first, and the first by the second. */
const areSimilar = (a: string, b: string) =>
  [[a, b] as const, [b, a] as const].map(([sought, known]) => {
    const names = createSimilarNames<string>();
    names.add(named(known), known);
    return names.find(named(sought)).length > 0;
  });

describe('names of companies', () => {
  it.each([
    ['the same key', 'ningbohaosheng', 'ningbohaosheng'],
    ['the same letters', 'ningbo haosheng b v', 'ningbo haosheng bv'],
    ['a missing letter', 'ningbohaosheng', 'ningbohaoshen'],
    ['a wrong letter', 'ningbohaosheng', 'ningbohaoshang'],
    ['two swapped letters', 'ningbohaosheng', 'nignbohaosheng'],
    ['a beginning', 'ningbohaosheng', 'ningbohaoshenghomeware'],
    ['a Chinese beginning', '宁波港湾', '宁波港湾家居'],
  ])('are similar with %s', (_, a, b) => expect(areSimilar(a, b)).toEqual([true, true]));

  it.each([
    ['two wrong letters', 'ningbohaosheng', 'ningbohaoxhxng'],
    ['other numbers', 'ningbo plant 1', 'ningbo plant 2'],
    ['a number more', 'ningbo plant 1', 'ningbo plant 12'],
    ['another letter', 'ningbo factory a', 'ningbo factory b'],
    ['a short beginning', 'ningbo', 'ningbohaosheng'],
    ['a letter of a short name', 'maersk', 'maersks'],
  ])('are not similar with %s', (_, a, b) => expect(areSimilar(a, b)).toEqual([false, false]));

  it('are found once each by any of their keys, in the order in which they were added', () => {
    const names = createSimilarNames<number>();
    names.add({ keys: ['ningbohaosheng', '宁波豪盛'], marks: '' }, 1);
    names.add(named('ningbohaoshang'), 2);
    names.add(named('otherscompany'), 3);
    expect(names.find({ keys: ['ningbohaosheng', '宁波豪盛'], marks: '' })).toEqual([1, 2]);
    expect(names.find({ keys: [], marks: '' })).toEqual([]);
  });
});
