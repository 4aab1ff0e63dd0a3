import { setTimeout as sleep } from 'node:timers/promises';
import type { ProductImport } from '@quayside/contracts/product-imports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OwnServer, startOwnServer } from '../testing/own-server.ts';

// Killed while it works on an import.

const ROWS = 30_000;
let server: OwnServer;
beforeAll(async () => {
  server = await startOwnServer();
}, 120_000);
// Undefined where it could not be started; it has cleared up by itself then.
afterAll(() => (server as OwnServer | undefined)?.remove());

const get = async (id: string) =>
  (await (await fetch(`${server.api}/products/${server.userId}/imports/${id}`, { headers: server.headers })).json()) as ProductImport;
const products = async () =>
  ((await (await fetch(`${server.api}/reporting/${server.userId}/product-catalog/totals`, { headers: server.headers })).json()) as { count: number }).count;
/** Looks until an import is as far as that. */
async function until(id: string, is: (i: ProductImport) => boolean): Promise<ProductImport> {
  for (let waited = 0; waited < 6000; waited += 1) {
    const found = await get(id);
    if (is(found)) return found;
    await sleep(20);
  }
  throw new Error(`The import is ${JSON.stringify((await get(id)).progress)}`);
}

it('an import goes on after its process was killed while it checked, and is stored whole after one that stored it was', { timeout: 240_000 }, async () => {
  const text = `sku,name\n${Array.from({ length: ROWS }, (_, i) => `S-${i},Product ${i}\n`).join('')}`;
  const form = new FormData();
  form.append('file', new Blob([text]), 'large.csv');
  const made = (await (
    await fetch(`${server.api}/products/${server.userId}/imports`, { method: 'POST', headers: server.headers, body: form })
  ).json()) as ProductImport;
  expect(made.state).toBe('PENDING');

  const checking = await until(made.id, (i) => i.state === 'CHECKING' && (i.progress?.done ?? 0) >= 3000);
  await server.restart();
  const later = await get(made.id);
  expect(later.state).toBe('CHECKING');
  expect(later.progress?.done).toBeGreaterThanOrEqual(checking.progress?.done ?? 0);

  await until(made.id, (i) => i.state === 'IMPORTING' && (i.progress?.done ?? 0) > 0);
  await server.restart();
  expect([(await get(made.id)).state, await products()]).toEqual(['IMPORTING', 0]);

  const done = await until(made.id, (i) => !['CHECKING', 'IMPORTING'].includes(i.state));
  expect(done).toMatchObject({ state: 'IMPORTED', counts: { rows: ROWS, create: ROWS, fail: 0 } });
  expect(await products()).toBe(ROWS);
});
