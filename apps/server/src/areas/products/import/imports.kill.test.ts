import { setTimeout as sleep } from 'node:timers/promises';
import type { ProductImport } from '@quayside/contracts/products/product-imports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeGate } from '../../../testing/gate.ts';
import { killRounds } from '../../../testing/kill-rounds.ts';
import { addressOf } from '../../../testing/memberships.ts';
import { type OwnServer, startOwnServer } from '../../../testing/own-server.ts';

/** The number of rows per file: several batches of the check, of the store and of the undo. */
const ROWS = 2_050;
/** How often to look. A killed import is continued when the server has started again. */
const LOOK_MS = 300;
/** How many rows the check and the undo process in one transaction. */
const BATCH = 1_000;
/**
 * How many imports to run and undo. The server is killed three times during each: while it checks the file, while it
 * stores the rows, and while it undoes the import.
 */
const IMPORTS = Math.ceil(killRounds(2) / 2);
let server: OwnServer;
beforeAll(async () => {
  server = await startOwnServer();
}, 120_000);
// The server is undefined if it could not be started; in that case it has removed its own files already.
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
/** Polls until the import has this state. */
async function until(id: string, is: (i: ProductImport) => boolean): Promise<ProductImport> {
  for (const end = Date.now() + 300_000; Date.now() < end; await sleep(LOOK_MS)) {
    const found = await get(id);
    if (is(found)) return found;
  }
  throw new Error(`The import is ${JSON.stringify((await get(id)).progress)}`);
}

it('an import and its undo resume after kills during check, store and undo, and are completed', {
  timeout: 60_000 + IMPORTS * 300_000,
}, async () => {
  for (let round = 0; round < IMPORTS; round += 1) {
    const id = await importAndKill(round);
    expect(await products()).toBe(ROWS);
    await undoAndKill(id, round);
    expect(await products()).toBe(0);
  }
});

/** The row at which the server is killed: another one in each round. */
const killedAt = (round: number) => (2_020 + round * 557) % ROWS;
const doneBefore = (row: number) => Math.floor(row / BATCH) * BATCH;
const closeGateAt = (table: string, event: 'insert' | 'delete', when: string) =>
  closeGate(() => addressOf(server.dataDir), { table, event, when });

async function importAndKill(round: number): Promise<string> {
  const row = killedAt(round);
  // The first line of the file contains the headings.
  const check = await closeGateAt('product_import_row', 'insert', `new.row = ${row + 2}`);
  const store = await closeGateAt('product', 'insert', `new.sku = 'S-${round}-${row}'`);
  const made = await startImport(round);
  expect(made.state).toBe('PENDING');

  await check.reached();
  await server.restart();
  expect(await get(made.id)).toMatchObject({ state: 'CHECKING', progress: { done: doneBefore(row) } });

  await check.open();
  await store.reached();
  await until(made.id, (i) => i.state === 'IMPORTING');
  await server.restart();
  expect([(await get(made.id)).state, await products()]).toEqual(['IMPORTING', 0]);

  await store.open();
  const done = await until(made.id, (i) => !['CHECKING', 'IMPORTING'].includes(i.state));
  expect(done).toMatchObject({ state: 'IMPORTED', counts: { rows: ROWS, create: ROWS, fail: 0 } });
  return made.id;
}

async function undoAndKill(id: string, round: number): Promise<void> {
  const row = killedAt(round);
  const undo = await closeGateAt('product', 'delete', `old.sku = 'S-${round}-${row}'`);
  const address = `${server.api}/products/${server.userId}/imports/${id}/undo`;
  const asked = await fetch(address, { method: 'POST', headers: server.headers });
  expect(((await asked.json()) as ProductImport).state).toBe('UNDOING');

  await undo.reached();
  await server.restart();
  expect(await get(id)).toMatchObject({ state: 'UNDOING', progress: { done: doneBefore(row) } });

  await undo.open();
  const done = await until(id, (i) => i.state !== 'UNDOING');
  expect(done).toMatchObject({ state: 'UNDONE', undo: { deleted: ROWS, restored: 0, keptCount: 0 } });
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
