import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Product, startProduct, temporaryFolder } from './support/server.ts';
import { expect, test } from './support/test.ts';

const person = { email: 'ines@example.com', password: 'a long ferry crossing' };

/** The database's main process, as it writes itself down. */
function databaseProcess(product: Product): number {
  return Number(readFileSync(join(product.dataDir, 'pg18', 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

async function post(product: Product, path: string, body: object): Promise<Response> {
  return fetch(`${product.url}/api/v2${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

async function register(product: Product): Promise<void> {
  const answer = await post(product, '/auth/register/trial', { ...person, firstName: 'Ines', lastName: 'Moreau' });
  expect(answer.status, await answer.text()).toBe(201);
}

async function signIn(product: Product): Promise<number> {
  const answer = await post(product, '/gateway/authenticate', { userName: person.email, password: person.password });
  await answer.body?.cancel();
  return answer.status;
}

test.describe('what was acknowledged survives', () => {
  let folder: string;
  let product: Product | undefined;
  test.beforeEach(() => {
    folder = temporaryFolder();
  });
  test.afterEach(async () => {
    await product?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  const start = async (): Promise<Product> => {
    product = await startProduct({ dataDir: folder, env: { DEMO: '0' } });
    return product;
  };

  test('a kill of the application, with its database orphaned', async () => {
    const first = await start();
    await register(first);
    await first.kill();
    expect(existsSync(`/proc/${databaseProcess(first)}`)).toBe(true);
    expect(await signIn(await start())).toBe(200);
  });

  test('a kill of the application and of the database', async () => {
    const first = await start();
    await register(first);
    const database = databaseProcess(first);
    await first.kill();
    process.kill(database, 'SIGKILL');
    expect(await signIn(await start())).toBe(200);
  });

  test('a kill of the database alone: the product mends itself', async () => {
    const running = await start();
    await register(running);
    process.kill(databaseProcess(running), 'SIGKILL');
    await expect.poll(() => signIn(running), { timeout: 20_000 }).toBe(200);
  });

  test('an ordinary end, after which nothing is left running', async () => {
    const first = await start();
    await register(first);
    const database = databaseProcess(first);
    await first.stop();
    await sleep(100);
    expect(existsSync(`/proc/${database}`)).toBe(false);
    const began = performance.now();
    const second = await start();
    // The promise is 3 s on a machine at rest; this one is running a browser test.
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(await signIn(second)).toBe(200);
  });
});
