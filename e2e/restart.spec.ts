import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Product, startProduct, temporaryFolder } from './support/server.ts';
import { expect, test } from './support/test.ts';

const person = { email: 'ines@example.com', password: 'a long ferry crossing' };

/** The process id of the database, from its pid file. */
function databaseProcess(product: Product): number {
  return Number(readFileSync(join(product.dataDir, 'pg18', 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

async function post(product: Product, path: string, body: object): Promise<Response> {
  return fetch(`${product.url}/api/v2${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
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

test.describe('acknowledged writes survive', () => {
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

  test('a normal shutdown, which leaves no process behind', async () => {
    const first = await start();
    await register(first);
    const database = databaseProcess(first);
    await first.stop();
    await sleep(100);
    expect(existsSync(`/proc/${database}`)).toBe(false);
    expect(await signIn(await start())).toBe(200);
  });
});
