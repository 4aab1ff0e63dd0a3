import { SourceMap as NodeSourceMap } from 'node:module';
import { expect, it } from 'vitest';
import { findSources } from './source-map.ts';

/** Four mappings of two files in the first line, of which one has no source, and one with a name in the second. */
const map = {
  sources: ['a.ts', 'b.ts'],
  mappings: 'AAAA,SCEIC,6BDDG,gB;EAKAA',
  widened: {},
};

it('finds the same source of each place as Node, in one walk', () => {
  const node = new NodeSourceMap({
    ...map,
    version: 3,
    file: '',
    names: ['x', 'y'],
    sourceRoot: '',
    sourcesContent: [],
  });
  const places = [1, 2].flatMap((line) => Array.from({ length: 40 }, (_, i) => ({ line, column: i + 1 })));
  const ofNode = places.map(({ line, column }) => {
    const entry = node.findEntry(line - 1, column - 1);
    return 'originalSource' in entry && entry.originalSource
      ? `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
      : undefined;
  });
  expect(new Set(ofNode).size).toBeGreaterThan(4);
  const asNode = (i: number) => (places[i]?.line === 2 && (places[i]?.column ?? 0) <= 2 ? undefined : ofNode[i]);
  expect(findSources(map, places)).toEqual(places.map((_, i) => asNode(i)));
});

it('counts columns as they were before characters were replaced by escapes', () => {
  // The second mapping begins at column 9. Two characters before it were replaced by escapes of six.
  const widened = { ...map, widened: { 0: [3, 5] } };
  const at = (column: number) => findSources(widened, [{ line: 1, column }])[0];
  expect([at(9 + 1), at(9 + 10), at(9 + 11)]).toEqual(['a.ts:1:1', 'a.ts:1:1', 'b.ts:3:5']);
});

it('knows no source of a place beyond the map', () => {
  expect(findSources(map, [{ line: 3, column: 1 }])).toEqual([undefined]);
});
