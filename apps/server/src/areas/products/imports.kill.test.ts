import { setTimeout as sleep } from 'node:timers/promises';
import type { ProductImport } from '@quayside/contracts/product-imports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { killRounds } from '../../testing/kill-rounds.ts';
import { type OwnServer, startOwnServer } from '../../testing/own-server.ts';

/** More rows than a call imports itself (SMALL_ROWS of imports.service.ts). */
const ROWS = 21_000;
/** Each import is killed twice: during its check and during its store. */
const IMPORTS = Math.ceil(killRounds(2) / 2);
let server: OwnServer;
beforeAll(async () => {
  server = await startOwnServer();
}, 120_000);
// Undefined if the server did not start; it has then cleaned up after itself.
afterAll(() => (server as OwnServer | undefined)?.remove());

const get = async (id: string) =>
  (await (
    await fetch(`${server.api}/products/${server.userId}/imports/${id}`, { headers: server.headers })
  ).json()) as ProductImport;
const products = async () =>
  (
    (await (
      await fetch(`${server.api}/reporting/${server.userId}/product-catalog/totals`, { headers: server.headers })
    ).json()) as { count: number }
  ).count;
/** Polls until the import reaches this state. */
async function until(id: string, is: (i: ProductImport) => boolean): Promise<ProductImport> {
  for (let waited = 0; waited < 6000; waited += 1) {
    const found = await get(id);
    if (is(found)) return found;
    await sleep(50);
  }
  throw new Error(`The import is ${JSON.stringify((await get(id)).progress)}`);
}

it('an import resumes after kills during its check and its store, and is stored completely', {
  timeout: 60_000 + IMPORTS * 300_000,
}, async () => {
  for (let round = 0; round < IMPORTS; round += 1) {
    await importAndKill(round);
    expect(await products()).toBe((round + 1) * ROWS);
  }
});

async function importAndKill(round: number): Promise<void> {
  const made = await startImport(round);
  expect(made.state).toBe('PENDING');

  const checking = await until(made.id, (i) => i.state === 'CHECKING' && (i.progress?.done ?? 0) >= 3000);
  await server.restart();
  const later = await get(made.id);
  expect(later.state).toBe('CHECKING');
  expect(later.progress?.done).toBeGreaterThanOrEqual(checking.progress?.done ?? 0);

  await until(made.id, (i) => i.state === 'IMPORTING' && (i.progress?.done ?? 0) > 0);
  await server.restart();
  expect([(await get(made.id)).state, await products()]).toEqual(['IMPORTING', round * ROWS]);

  const done = await until(made.id, (i) => !['CHECKING', 'IMPORTING'].includes(i.state));
  expect(done).toMatchObject({ state: 'IMPORTED', counts: { rows: ROWS, create: ROWS, fail: 0 } });
}

async function startImport(round: number): Promise<ProductImport> {
  const rows = Array.from({ length: ROWS }, (_, i) => `S-${round}-${i},Product ${i}\n`);
  const form = new FormData();
  form.append('file', new Blob([`sku,name\n${rows.join('')}`]), 'large.csv');
  const answer = await fetch(`${server.api}/products/${server.userId}/imports`, {
    method: 'POST',
    headers: server.headers,
    body: form,
  });
  return (await answer.json()) as ProductImport;
}
