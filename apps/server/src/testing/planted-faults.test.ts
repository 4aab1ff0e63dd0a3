import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** One entry of a list of planted faults (CONTRIBUTING, Tests). Its paths are relative to the folder of the list. */
interface PlantedFault {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly test: string;
  readonly title?: string;
}

const ROOT = join(import.meta.dirname, '../../../..');
const lists = ['apps/server/src', 'apps/web/src', 'packages/domain/src'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.mutants.json'))
    .map((path) => join(folder, path)),
);
const read = (list: string, path: string): string => readFileSync(join(ROOT, dirname(list), path), 'utf8');

describe.each(lists)('the planted faults of %s', (list) => {
  const faults = JSON.parse(readFileSync(join(ROOT, list), 'utf8')) as PlantedFault[];

  it('each find their piece of source exactly once', () => {
    for (const { name, file, find } of faults)
      expect.soft([name, read(list, file).split(find).length - 1]).toEqual([name, 1]);
  });

  it('each name a test that is there', () => {
    for (const { name, test, title } of faults)
      expect.soft([name, title === undefined || read(list, test).includes(title)]).toEqual([name, true]);
  });
});

it('the planted faults are at least 60', () => {
  const all = lists.flatMap((list) => JSON.parse(readFileSync(join(ROOT, list), 'utf8')) as PlantedFault[]);
  expect(all.length).toBeGreaterThanOrEqual(60);
  expect(new Set(all.map((fault) => fault.name)).size).toBe(all.length);
});
