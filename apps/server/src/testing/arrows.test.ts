import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { AREAS } from '../areas/all.ts';
import { readDependencies, readSourceTree, wrongArrows } from './arrows.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const dependencies = readDependencies(root);
const areas = AREAS.map((area) => area.name);

function wrong(file: string, ...specifiers: string[]): string[] {
  return wrongArrows(
    new Map([[file, specifiers.map((specifier) => `import { x } from '${specifier}';`).join('\n')]]),
    dependencies,
    areas,
  );
}

describe('the allowed imports between parts', () => {
  it('are the only ones in this repository', () => {
    const tree = readSourceTree(root);
    expect(tree.size).toBeGreaterThan(20);
    expect(wrongArrows(tree, dependencies, areas)).toEqual([]);
  });

  it('know every folder of an area by its name', () => {
    const found = [...readSourceTree(root).keys()].flatMap(
      (file) => /^apps\/server\/src\/areas\/([^/]+)\//.exec(file)?.[1] ?? [],
    );
    expect([...new Set(found)].sort()).toEqual([...areas].sort());
  });

  it.each([
    ['packages/domain/src/money/money.ts', 'zod'],
    ['packages/domain/src/money/money.ts', 'node:crypto'],
    ['packages/domain/src/money/money.ts', '../../../contracts/src/errors.ts'],
    ['packages/contracts/src/costs.ts', 'fastify'],
    ['apps/web/src/lib/call.ts', '@quayside/server/app'],
    ['apps/web/src/lib/call.ts', 'node:fs'],
    ['apps/web/src/lib/call.ts', '../components/ui/button.tsx'],
    ['apps/web/src/components/ui/button.tsx', '../../features/products/api.ts'],
    ['apps/web/src/features/products/api.ts', '../invoices/api.ts'],
    ['apps/server/src/app.ts', './adapters/mailer/smtp.ts'],
    ['apps/server/src/areas/costs/costs.service.ts', '../../adapters/mailer/smtp.ts'],
    ['apps/server/src/areas/costs/costs.service.ts', '../invoices/public.ts'],
    ['apps/server/src/areas/invoices/invoices.service.ts', '../costs/costs.queries.ts'],
    ['apps/server/src/areas/invoices/invoices.service.ts', '../all.ts'],
    ['apps/server/src/areas/invoices/facts.ts', './invoices.queries.ts'],
    ['apps/server/src/areas/invoices/facts.ts', '../costs/public.ts'],
    ['apps/server/src/account/cost-lock.ts', '../areas/costs/public.ts'],
    ['apps/server/src/db/tx.ts', '../areas/costs/public.ts'],
    ['apps/server/src/ports/clock.ts', '../db/tx.ts'],
    ['apps/server/src/app.ts', './testing/test-app.ts'],
  ])('refuse %s -> %s', (file, specifier) => {
    expect(wrong(file, specifier)).toHaveLength(1);
  });

  it('are those that the architecture allows', () => {
    expect(
      wrong(
        'apps/server/src/areas/invoices/invoices.service.ts',
        '../costs/public.ts',
        '../costs/facts.ts',
        '../stock/facts.ts',
        '../area.ts',
        '../../events/reactions.ts',
        '../../events/outbox.ts',
        '@quayside/domain/money',
        'zod',
      ),
    ).toEqual([]);
    expect(
      wrong('apps/server/src/areas/costs/facts.ts', '../../db/relation.ts', '../stock/facts.ts', 'kysely'),
    ).toEqual([]);
    expect(wrong('apps/server/src/compose.ts', './adapters/mailer/smtp.ts', './app.ts', 'node:path')).toEqual([]);
    expect(
      wrong('apps/web/src/features/products/api.ts', '../../lib/call.ts', '../../components/ui/button.tsx', './x.ts'),
    ).toEqual([]);
    expect(wrong('apps/server/src/areas/invoices/invoices.api.test.ts', '../../testing/test-app.ts', 'vitest')).toEqual(
      [],
    );
  });
});
