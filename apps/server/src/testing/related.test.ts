import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readSourceTree } from './arrows.ts';
import { relatedTests } from './related.ts';

const tree = new Map(
  Object.entries({
    'packages/domain/src/money/money.ts': '',
    'packages/domain/src/money/money.test.ts': `import { parse } from './money.ts';`,
    'packages/domain/src/days/days.test.ts': `import { today } from './days.ts';`,
    'apps/server/src/areas/all.ts': `import { costs } from './costs/costs.area.ts';\nimport './stock/stock.area.ts';`,
    'apps/server/src/areas/costs/costs.area.ts': `import { parse } from '@quayside/domain/money/money';`,
    'apps/server/src/areas/costs/costs.api.test.ts': `import { startTestApp } from '../../testing/app.ts';`,
    'apps/server/src/areas/stock/stock.area.ts': `import { sync } from '../costs/costs.area.ts';`,
    'apps/server/src/areas/stock/stock.api.test.ts': `import { startTestApp } from '../../testing/app.ts';`,
    'apps/server/src/areas/audit/audit.area.ts': '',
    'apps/server/src/areas/audit/audit.api.test.ts': `import { startTestApp } from '../../testing/app.ts';`,
    'apps/server/src/testing/app.ts': `import { areas } from '../areas/all.ts';`,
    'apps/web/src/features/costs/costs.screen.test.tsx': `import { Costs } from './costs.page.tsx';`,
    'apps/web/src/features/costs/costs.page.tsx': '',
    'apps/web/src/features/stock/lots-card.tsx': '',
    'apps/web/src/app/pages/product.page.tsx': `import '../../features/stock/lots-card.tsx';
      import '../../features/costs/costs.page.tsx';`,
    'apps/web/src/app/joined-screens.ts': `import './pages/product.page.tsx';`,
    'apps/web/src/app/pages/product.screen.test.tsx': `import { renderApp } from '../../testing/render-app.tsx';`,
    'apps/web/src/testing/render-app.tsx': `import '../app/joined-screens.ts';`,
  }),
);
const COSTS = 'apps/server/src/areas/costs/costs.api.test.ts';
const STOCK = 'apps/server/src/areas/stock/stock.api.test.ts';
const AUDIT = 'apps/server/src/areas/audit/audit.api.test.ts';
const JOINED = 'apps/web/src/app/pages/product.screen.test.tsx';
const SCREEN = 'apps/web/src/features/costs/costs.screen.test.tsx';

it.each([
  [
    'an area: its own and those of the areas to the right',
    ['apps/server/src/areas/costs/costs.area.ts'],
    [COSTS, STOCK],
  ],
  ['the last area: its own alone', ['apps/server/src/areas/stock/stock.area.ts'], [STOCK]],
  [
    'a rule: its own test, and whoever computes with it',
    ['packages/domain/src/money/money.ts'],
    ['packages/domain/src/money/money.test.ts', COSTS, STOCK],
  ],
  ['a test: this test', [AUDIT], [AUDIT]],
  [
    'a screen: those of its feature, and those of the page that joins it with others',
    ['apps/web/src/features/stock/lots-card.tsx'],
    [SCREEN, JOINED],
  ],
  ['a migration: those of the server', ['apps/server/src/db/migrations/0061-more.sql'], [COSTS, STOCK, AUDIT]],
  ['a page of the documentation: none', ['docs/status.md', 'apps/server/src/areas/stock/README.md'], []],
])('the tests that are related to %s', (_, changed, expected) => {
  expect(relatedTests(tree, changed)).toEqual(expected);
});

it.each(['package-lock.json', 'vitest.config.ts', 'apps/server/src/areas/all.ts'])(
  'every test is related to %s',
  (file) => {
    expect(relatedTests(tree, [file])).toHaveLength(7);
  },
);

it('few tests are related to the area at the right end of this repository, and many to its database', () => {
  const own = readSourceTree(fileURLToPath(new URL('../../../..', import.meta.url)));
  const count = (file: string) => relatedTests(own, [file]).length;
  const all = [...own.keys()].filter((file) => /\.test\.tsx?$/.test(file)).length;
  expect(count('apps/server/src/areas/stock/counts/counts.service.ts')).toBeLessThan(all / 4);
  expect(count('apps/server/src/db/tx.ts')).toBeGreaterThan(all / 4);
});
