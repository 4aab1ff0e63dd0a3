import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readSourceTree } from './arrows.ts';
import { needlessExports, withOtherSources } from './exports.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const found = needlessExports(withOtherSources(root, readSourceTree(root)));
const needlessIn = (files: Record<string, string>) => needlessExports(new Map(Object.entries(files)));

/** Exports that no file imports, each with the reason why it is there. */
const UNIMPORTED = [
  // This type makes the compiler report a text of the domain that the catalogue lacks.
  'packages/contracts/src/texts/catalogue.ts: EveryRuleTextIsThere',
];
/** Exports that only tests use, each with the reason why it is there. */
const ONLY_TESTED = [
  // Tests hash passwords at a low cost, to be fast.
  'apps/server/src/areas/accounts/sign-in/passwords.ts: setPasswordCost',
  // Tests put the stores of the page back between two pages.
  'apps/web/src/lib/store.ts: resetPageStores',
  // Tests compute costs with these functions and compare the results with the stored costs.
  'packages/domain/src/landed-cost/explain.ts: replayEntryInDocument',
  'packages/domain/src/landed-cost/explain.ts: replayTree',
  'packages/domain/src/landed-cost/totals.ts: sumEntries',
];

/** The rules of purchase orders, of costs at paid rates and of the cash calendar are tested before calls use them. */
const USED_LATER = /^packages\/domain\/src\/payables\/(calendar|deposits|exchange|match|purchase-order-terms)\.ts: /;
/** So are those of shipments. */
const SHIPMENTS = /^packages\/domain\/src\/shipments\/[a-z-]+\.ts: /;
const usedNow = (names: readonly string[]) =>
  names.filter((name) => !USED_LATER.test(name) && !SHIPMENTS.test(name)).toSorted();

describe('the exports of this repository', () => {
  it('are imported by another file, except for those with a reason', () => {
    expect(usedNow(found.unimported)).toEqual(UNIMPORTED.toSorted());
  });

  it('are used by the product and not only by tests, except for those with a reason', () => {
    expect(usedNow(found.onlyTested)).toEqual(ONLY_TESTED.toSorted());
  });
});

describe('an export that nothing imports', () => {
  it.each([
    'export const a = 1;',
    'export async function a() {}',
    'export interface a {}',
    'export type a = string;',
    'const a = 1;\nexport { a };',
    `export { b as a } from './other.ts';`,
    'export const { a } = parts;',
  ])('is found in the form %j', (source) => {
    expect(needlessIn({ 'apps/web/src/a.ts': source }).unimported).toEqual(['apps/web/src/a.ts: a']);
  });

  it('is found although its own file uses it', () => {
    expect(needlessIn({ 'apps/web/src/a.ts': 'export const a = 1;\nconst b = a;' }).unimported).toHaveLength(1);
  });

  it('is found among schemas and types of a file whose calls are listed', () => {
    const files = {
      'packages/contracts/src/modules.ts': `export * as a from './a.ts';`,
      'packages/contracts/src/a.ts': 'export const schema = z.object({});\nexport const getA = endpoint({});',
    };
    expect(needlessIn(files).unimported).toEqual(['packages/contracts/src/a.ts: schema']);
  });
});

describe('an export of a generated file', () => {
  it('is never found', () => {
    expect(needlessIn({ 'apps/web/src/a.gen.ts': 'export const a = 1;' }).unimported).toEqual([]);
  });
});

describe('an export is imported', () => {
  it.each([
    ['by name', `import { a } from './a.ts';`],
    ['under another name', `import { x, type a as b } from './a.ts';`],
    ['over several lines', `import {\n  x,\n  a,\n} from './a.ts';`],
    ['by a file that exports it again', `export { a as b } from './a.ts';\nimport { b } from './c.ts';`],
    ['with its whole module', `import * as all from './a.ts';\nall.a();`],
    ['when it is needed', `const { a } = await import('./a.ts');`],
    ['by its type', `type A = typeof import('./a.ts').a;`],
    ['by a file that adds to it', `declare module './a.ts' {\n  interface a {}\n}`],
    ['by a pattern of file names', `const all = import.meta.glob<Texts>('./*.ts', { eager: true });`],
  ])('%s', (_, source) => {
    const files = { 'apps/web/src/a.ts': 'export const a = 1;', 'apps/web/src/b.ts': source };
    expect(needlessIn(files).unimported.filter((name) => name.startsWith('apps/web/src/a.ts'))).toEqual([]);
  });

  it('through the name of its package', () => {
    const files = {
      'packages/domain/src/a.ts': 'export const a = 1;',
      'scripts/b.mjs': `import { a } from '@quayside/domain/a';`,
    };
    expect(needlessIn(files).unimported).toEqual([]);
  });
});

describe('an export that only tests use', () => {
  const test = { 'apps/web/src/a.test.ts': `import { a } from './a.ts';` };

  it('is found, also if a comment names it', () => {
    expect(needlessIn({ ...test, 'apps/web/src/a.ts': '/** a */\nexport const a = 1;' }).onlyTested).toEqual([
      'apps/web/src/a.ts: a',
    ]);
  });

  it('is not found if its own file uses it, or if it is itself part of the tests', () => {
    expect(needlessIn({ ...test, 'apps/web/src/a.ts': 'export const a = 1;\nstart(a);' }).onlyTested).toEqual([]);
    const helper = {
      'apps/web/src/testing/a.ts': 'export const a = 1;',
      'e2e/a.spec.ts': `import { a } from '../apps/web/src/testing/a.ts';`,
    };
    expect(needlessIn(helper)).toEqual({ unimported: [], onlyTested: [] });
  });
});
