import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { AREAS, readDependencies, readSourceTree, wrongArrows } from './arrows.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const dependencies = readDependencies(root);

function wrong(file: string, ...specifiers: string[]): string[] {
  return wrongArrows(new Map([[file, specifiers.map((specifier) => `import { x } from '${specifier}';`).join('\n')]]), dependencies);
}

describe('the arrows between the parts', () => {
  it('all point the right way', () => {
    const tree = readSourceTree(root);
    expect(tree.size).toBeGreaterThan(20);
    expect(wrongArrows(tree, dependencies)).toEqual([]);
  });

  it('name only areas that the order knows', () => {
    const found = [...readSourceTree(root).keys()].flatMap((file) => /^apps\/server\/src\/areas\/([^/]+)\//.exec(file)?.[1] ?? []);
    expect(found.filter((area) => !AREAS.includes(area))).toEqual([]);
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
    ['apps/server/src/db/tx.ts', '../areas/costs/public.ts'],
    ['apps/server/src/ports/clock.ts', '../db/tx.ts'],
    ['apps/server/src/app.ts', './testing/test-app.ts'],
  ])('refuse %s -> %s', (file, specifier) => {
    expect(wrong(file, specifier)).toHaveLength(1);
  });

  it('allow what the plan of the house allows', () => {
    expect(
      wrong('apps/server/src/areas/invoices/invoices.service.ts', '../costs/public.ts', '../../events/outbox.ts', '@quayside/domain/money', 'zod'),
    ).toEqual([]);
    expect(wrong('apps/server/src/compose.ts', './adapters/mailer/smtp.ts', './app.ts', 'node:path')).toEqual([]);
    expect(wrong('apps/web/src/features/products/api.ts', '../../lib/call.ts', '../../components/ui/button.tsx', './x.ts')).toEqual([]);
    expect(wrong('apps/server/src/areas/invoices/invoices.api.test.ts', '../../testing/test-app.ts', 'vitest')).toEqual([]);
  });
});
