import pg from 'pg';
import { hashPassword, isPassword } from '../areas/accounts/sign-in/passwords.ts';
import { migrate } from '../db/migrate.ts';
import { type BenchProduct, makeCatalogue, toCsv } from './catalogue.ts';
import { fillDocuments } from './documents.queries.ts';
import { timeAllocation } from './domain.ts';
import { countRows, fillInvoices } from './fill.queries.ts';
import { skipNight } from './growth.queries.ts';
import { importFloor, rowsOfLastWrite } from './import.queries.ts';
import { importCsv, PASSWORD, register } from './people.ts';
import type { Parts } from './parts.ts';
import { planAccount } from './plans.ts';
import { measure, median, type Result, type Work } from './rounds.ts';
import { FLOOR, pinDriver, productProgram, type Server, startServer } from './servers.ts';
import { measureMemoryAfter } from './starts.ts';
import type { Fact, FactWithGoal } from './facts.ts';
import { countsText } from './table.ts';
import { signIns, worksOf } from './works.ts';

const PRODUCTS = 10_000;
const IMPORTS = 3;

export interface BesideFloors {
  readonly results: readonly Result[];
  readonly facts: readonly Fact[];
  /** The memory of the server at the end; empty if only some comparisons were measured. */
  readonly memory: readonly FactWithGoal[];
  readonly counts: Readonly<Record<string, number>>;
}

/**
 * Compares the server with the two floors (minimal servers, see `floor-main.ts`) in one account. If `only` is given,
 * runs only the measurements whose titles contain it.
 */
export async function measureBesideFloors(parts: Parts, only: string | undefined): Promise<BesideFloors> {
  const { database, dataDir, env, cpu, say, signal } = parts;
  const began = performance.now();
  const superuser = new pg.Client({ connectionString: database.superuserUrl });
  const servers: Server[] = [];
  try {
    await migrate(database.url);
    signal.throwIfAborted();
    await superuser.connect();
    const productEnv = { ...env, DATABASE_URL: database.url };
    const product = await startServer(productProgram(), productEnv);
    servers.push(product);
    const facts: Fact[] = [];
    const memory: FactWithGoal[] = [];

    const catalogue = makeCatalogue(PRODUCTS);
    const csv = toCsv(catalogue);
    const seller = await register(product.port, 0);
    say(`Importing ${PRODUCTS} products ...`);
    await importCsv(product.port, seller, csv);
    say('Making 2,000 invoices ...');
    const data = await fillInvoices(
      { databaseUrl: database.url, superuser, userId: seller.userId, dataDir },
      planAccount,
      (invoices) => {
        signal.throwIfAborted();
        if (invoices % 500 === 0) say(`  ${invoices} invoices`);
      },
    );
    await skipNight(superuser, data.accountId);
    await fillDocuments(superuser, data.accountId, seller.userId);
    const counts = await countRows(superuser);
    say(`  ${JSON.stringify(counts)}, after ${((performance.now() - began) / 1_000).toFixed(0)} s`);
    const floorEnv = {
      TENANT_URL: database.url,
      BARE_URL: database.superuserUrl,
      ACCOUNT_ID: data.accountId,
      USER_ID: seller.userId,
      ...env,
    };
    const floor = await startServer(FLOOR, floorEnv);
    servers.push(floor);
    pinDriver();

    const [ofFloor, ofProduct] = [
      { port: floor.port, cpu: cpu(floor) },
      { port: product.port, cpu: cpu(product) },
    ];
    const parties = { product: ofProduct, tenant: ofFloor, bare: ofFloor };
    const results: Result[] = [];
    const run = async (work: Work) => {
      signal.throwIfAborted();
      if (only !== undefined && !work.title.includes(only)) return;
      const result = await measure(work, parties);
      results.push(result);
      say(`  ${result.title} (c=${result.concurrency}): ${result.figures.product?.p50.toFixed(2)} ms`);
      if (work.title.startsWith('quantity'))
        facts.push({ title: 'rows written by that change', value: countsText(await rowsOfLastWrite(superuser)) });
    };
    say('Measuring ...');
    for (const work of worksOf(seller, data)) await run(work);
    await run(signIns(seller));
    if (only === undefined) {
      facts.push({
        title: 'of the sign-in: checking the password alone',
        value: `${(await timePassword()).toFixed(1)} ms`,
      });
      for (const orders of [200, 1_000])
        facts.push({
          title: `allocation over ${orders} orders in the pure domain`,
          value: `${timeAllocation(orders).toFixed(0)} µs`,
        });
      say('Importing again ...');
      facts.push(...(await timeImports(product, database.url, superuser, catalogue, csv)));
      facts.push({ title: 'memory of the server and the floor', value: `${megabytes(product)}; ${megabytes(floor)}` });
      memory.push(...(await measureMemoryAfter(product, parts)));
    }
    return { results, facts, memory, counts };
  } finally {
    for (const server of servers) await server.stop();
    await superuser.end().catch(() => undefined);
  }
}

const megabytes = (server: Server): string => {
  const memory = server.memory();
  return memory ? `${memory.now} MB, peak ${memory.peak} MB` : 'not known here';
};

async function timePassword(): Promise<number> {
  const hash = await hashPassword(PASSWORD);
  const samples: number[] = [];
  for (let i = 0; i < 10; i += 1) {
    const began = performance.now();
    await isPassword(hash, PASSWORD);
    samples.push(performance.now() - began);
  }
  return median(samples);
}

async function timeImports(
  product: Server,
  databaseUrl: string,
  superuser: pg.Client,
  catalogue: readonly BenchProduct[],
  csv: string,
): Promise<Fact[]> {
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  const samples = { product: [] as number[], floor: [] as number[] };
  for (let i = 1; i <= IMPORTS; i += 1) {
    samples.product.push(await importCsv(product.port, await register(product.port, i), csv));
    const other = await register(product.port, 100 + i);
    const { rows } = await superuser.query('select account_id from account_member where person_id = $1', [
      other.userId,
    ]);
    samples.floor.push(await importFloor(owner, String(rows[0].account_id), other.userId, catalogue));
  }
  await owner.end();
  const [ours, floor] = [median(samples.product), median(samples.floor)];
  const rate = (ms: number) =>
    `${(ms / 1_000).toFixed(2)} s, ${Math.round(catalogue.length / (ms / 1_000)).toLocaleString('en')} rows/s`;
  return [
    {
      title: 'import of 10,000 products from CSV',
      value: `${rate(ours)}; floor (unnest) ${rate(floor)}; ${(ours / floor).toFixed(2)} x`,
    },
  ];
}
