import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readSourceTree } from './arrows.ts';
import { importCircles } from './circles.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const circlesOf = (files: Record<string, string>) => importCircles(new Map(Object.entries(files)));

describe('import cycles', () => {
  it('do not exist in this repository', () => {
    expect(importCircles(readSourceTree(root))).toEqual([]);
  });

  it('are found when two files import each other', () => {
    expect(
      circlesOf({
        'apps/web/src/a.ts': `import { b } from './b.ts';`,
        'apps/web/src/b.ts': `import { a } from './a.ts';`,
        'apps/web/src/c.ts': `import { a } from './a.ts';`,
      }),
    ).toEqual([['apps/web/src/a.ts', 'apps/web/src/b.ts']]);
  });

  it.each([
    ['import a type', `import type { A } from './a.ts';`],
    ['re-export', `export { a } from './a.ts';`],
    ['are loaded when they are needed', `const a = await import('./a.ts');`],
    ['name the type of an import', `type A = typeof import('./a.ts');`],
    ['import over several lines', `import {\n  a,\n  type B,\n} from './a.ts';`],
  ])('are found among files that %s', (_, source) => {
    expect(circlesOf({ 'apps/web/src/a.ts': `import './b.ts';`, 'apps/web/src/b.ts': source })).toHaveLength(1);
  });

  it('are found through a package name', () => {
    expect(
      circlesOf({
        'packages/contracts/src/a.ts': `import { b } from './b.ts';`,
        'packages/contracts/src/b.ts': `import { a } from '@quayside/contracts/a';`,
      }),
    ).toHaveLength(1);
  });

  it('are found across several files, and when a file imports itself', () => {
    expect(
      circlesOf({
        'a.ts': `import './b.ts';`,
        'b.ts': `import './c.ts';`,
        'c.ts': `import './a.ts';`,
        'd.ts': `import './d.ts';\nimport './a.ts';`,
      }),
    ).toEqual([['a.ts', 'b.ts', 'c.ts'], ['d.ts']]);
  });
});
