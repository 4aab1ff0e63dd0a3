import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProductImport } from '@quayside/contracts/products/product-imports';
import { startOwnServer } from './own-server.ts';

// Measures the memory that the undo of a large import takes (docs/performance.md). The flags after the number of rows
// are given to Node; those of `npm start` are in scripts/lib/server-flags.mjs. On Linux:
//   node apps/server/src/testing/undo-memory.ts 200000 --heap-growing-percent=60 --max-semi-space-size=32

const ROWS = Number(process.argv[2] ?? 200_000);
const MB = 1024;
const server = await startOwnServer({ nodeFlags: process.argv.slice(3) });
const imports = `${server.api}/products/${server.userId}/imports`;

/** The resident memory of the server's process, in MB. */
function memory(): number {
  const sizes = readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const isServer = Number(/PPid:\s+(\d+)/.exec(status)?.[1]) === process.pid;
      return isServer ? [Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / MB] : [];
    } catch {
      // The process has ended.
      return [];
    }
  });
  return Math.round(Math.max(0, ...sizes));
}
const ask = async (address: string, body?: FormData): Promise<ProductImport> => {
  const request = { headers: server.headers, ...(body && { body }) };
  const isRead = address.startsWith(`${imports}/`) && !address.endsWith('/undo');
  return (await (await fetch(address, { ...request, method: isRead ? 'GET' : 'POST' })).json()) as ProductImport;
};
/** Waits until the import leaves these states. Returns the most memory that the server took meanwhile. */
async function mostUntilAfter(id: string, states: readonly ProductImport['state'][]): Promise<number> {
  let most = 0;
  for (;;) {
    for (let i = 0; i < 10; i += 1) {
      most = Math.max(most, memory());
      await sleep(100);
    }
    if (!states.includes((await ask(`${imports}/${id}`)).state)) return most;
  }
}

try {
  const rows = Array.from({ length: ROWS }, (_, i) => `S-${i},Product ${i},note ${i}\n`);
  const form = new FormData();
  form.append('file', new Blob([`sku,name,notes\n${rows.join('')}`]), 'large.csv');
  const { id } = await ask(imports, form);
  await mostUntilAfter(id, ['PENDING', 'CHECKING', 'IMPORTING']);
  await server.restart();
  await sleep(5000);
  const idle = memory();
  const started = performance.now();
  await ask(`${imports}/${id}/undo`);
  const most = await mostUntilAfter(id, ['UNDOING']);
  const { state, undo } = await ask(`${imports}/${id}`);
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(
    `${state}, ${undo?.deleted ?? 0} products deleted in ${seconds} s; ` +
      `${idle} MB before, at most ${most} MB, ${most - idle} MB more\n`,
  );
} finally {
  await server.remove();
}
