import { exportProducts } from '@quayside/contracts/exports';
import { listProducts, productCatalog, productTotals } from '@quayside/contracts/products/product-lists';
import { searchRecords } from '@quayside/contracts/search';
import { migrate } from '../db/migrate.ts';
import { urlOf } from '../http/local-client.ts';
import type { Parts } from './parts.ts';
import { BESIDE, CATALOGUE_SEARCHES, CODE_SEARCHES, fillBeside, fillCatalogue, settle } from './catalogue.queries.ts';
import { makeCatalogue, seeded, toCsv } from './catalogue.ts';
import { createDatabase, dropDatabases, startProductOn, urlOfDatabase, withSuperuser } from './databases.ts';
import { importCsv, register, type Seller } from './people.ts';
import { LIST_CASES } from './products.floor.queries.ts';
import { measure, median, type Party, type Result, type Work } from './rounds.ts';
import { FLOOR, pinDriver, type Server, startServer } from './servers.ts';
import type { CatalogueSide, Fact } from './facts.ts';
import type { Request } from './wire.ts';

/**
 * Figures of the server and of the tenant floor (the minimal server with row-level security), in the account before and
 * after it grew.
 */
export interface CatalogueResults {
  readonly results: readonly Result<CatalogueSide>[];
  readonly facts: readonly Fact[];
}

const SIZES = ['small', 'large'] as const;
type Size = (typeof SIZES)[number];
const PRODUCTS: Readonly<Record<Size, number>> = { small: 10_000, large: 1_000_000 };
const NAMES: Readonly<Record<Size, string>> = { small: 'quayside_catalogue_small', large: 'quayside_catalogue_large' };
/** The number of rows in the measured import, and in the export of the same products. */
const FILE_ROWS = 100_000;
const EXPORTS = 3;

/**
 * Measures lists, search and totals with ten thousand and with a million products, in a database that contains fifty
 * other accounts. Then measures a large import and a large export.
 */
export async function measureCatalogue(options: Parts): Promise<CatalogueResults> {
  const servers: Server[] = [];
  const start = async (server: Promise<Server>) => {
    servers.push(await server);
    return servers.at(-1) as Server;
  };
  try {
    const { seller, accountId, supplierId } = await fill(options);
    const party = (server: Server): Party => ({ port: server.port, cpu: options.cpu(server) });
    const floorEnv = (size: Size) => ({
      ...options.env,
      TENANT_URL: urlOfDatabase(options.database.url, NAMES[size]),
      BARE_URL: urlOfDatabase(options.database.superuserUrl, NAMES[size]),
      ACCOUNT_ID: accountId,
      USER_ID: seller.userId,
    });
    const parties: Record<CatalogueSide, Party> = {
      small: party(await start(startProductOn(options, NAMES.small))),
      large: party(await start(startProductOn(options, NAMES.large))),
      smallFloor: party(await start(startServer(FLOOR, floorEnv('small')))),
      largeFloor: party(await start(startServer(FLOOR, floorEnv('large')))),
    };
    pinDriver();
    const results: Result<CatalogueSide>[] = [];
    for (const work of catalogueWorks(seller, supplierId)) {
      options.signal.throwIfAborted();
      const result = await measure(work, parties);
      results.push(result);
      options.say(
        `  ${result.title}: ${SIZES.map((size) => result.figures[size]?.p50.toFixed(2)).join(' and ')} ms, ` +
          `p99 ${result.figures.large?.p99.toFixed(1)} ms`,
      );
    }
    for (const server of servers.splice(0)) await server.stop();
    return { results, facts: await measureFiles(options, start) };
  } finally {
    for (const server of servers) await server.stop();
    await dropDatabases(options, Object.values(NAMES));
  }
}

/**
 * Prepares two databases with the same person and the same ids. The second is a copy of the first in which the account
 * has grown.
 */
async function fill(options: Parts): Promise<{ seller: Seller; accountId: string; supplierId: string }> {
  const { database, say, signal } = options;
  const began = performance.now();
  const tell = (what: string) => say(`  ${what}, after ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  await createDatabase(options, NAMES.small);
  await migrate(urlOfDatabase(database.url, NAMES.small));
  const product = await startProductOn(options, NAMES.small);
  const seller = await register(product.port, 0);
  await product.stop();
  const ids = await withSuperuser(options, NAMES.small, async (superuser) => {
    const accountId = String(
      (await superuser.query('select account_id from account_member where person_id = $1', [seller.userId])).rows[0]
        .account_id,
    );
    const supplierId = String(
      (await superuser.query('select id from supplier order by company_name limit 1')).rows[0].id,
    );
    await fillCatalogue(superuser, accountId, 1, PRODUCTS.small);
    await fillBeside(superuser, seller.userId);
    await settle(superuser);
    return { accountId, supplierId };
  });
  tell(
    `${PRODUCTS.small.toLocaleString('en')} products, and ${BESIDE.accounts} accounts of ` +
      BESIDE.products.toLocaleString('en'),
  );
  signal.throwIfAborted();
  await createDatabase(options, NAMES.large, NAMES.small);
  await withSuperuser(options, NAMES.large, async (superuser) => {
    await fillCatalogue(superuser, ids.accountId, PRODUCTS.small + 1, PRODUCTS.large);
    await settle(superuser);
  });
  tell(`${PRODUCTS.large.toLocaleString('en')} products`);
  return { seller, ...ids };
}

/** What is searched in a picker of products, which also looks for whole codes. */
const PICKED = ['', 'bamboo', 'steel tray', 'qb-00042', 'QB-0004217', 'NB/0004217', '4000000042175', 'xyzzy'];
const PALETTE = ['bamboo', 'steel tray', 'qb0004217', 'NB/0004217', '4000000042175', 'xyzzy'];

function catalogueWorks(seller: Seller, supplierId: string): Work<CatalogueSide>[] {
  const user = { userId: seller.userId };
  const headers = `authorization: Bearer ${seller.token}\r\n`;
  const get = (path: string): Request => ({ method: 'GET', path, headers });
  const page = (query: Record<string, unknown>) => get(urlOf(productCatalog, user, { size: 50, ...query }));
  const both = (title: string, requests: number, requestOf: (i: number) => Request): Work<CatalogueSide> => {
    const side = (i: number) => [requestOf(i)];
    return { title, requests, concurrency: 1, sides: { small: side, large: side } };
  };
  const random = seeded(31);
  const pages = Array.from({ length: 500 }, () => Math.floor(random() * 20));
  const pageAt = (i: number) => pages[i % pages.length] ?? 0;

  const lists = LIST_CASES.map(({ title, filter, sort }, number): Work<CatalogueSide> => {
    const chips = filter && {
      filter: JSON.stringify([
        { ...filter, values: filter.values.map((value) => (value === 'SUPPLIER' ? supplierId : value)) },
      ]),
    };
    const product = (i: number) => [page({ sort, page: pageAt(i), ...chips })];
    const floor = (i: number) => [get(`/tenant/list?case=${number}&supplier=${supplierId}&offset=${pageAt(i) * 50}`)];
    return {
      title: `page of 50, ${title}`,
      requests: 100,
      concurrency: 1,
      sides: { small: product, large: product, smallFloor: floor, largeFloor: floor },
    };
  });
  const filtered = (field: string, value: string) => ({
    filter: JSON.stringify([{ field, op: 'in', values: [value] }]),
  });
  return [
    ...lists,
    ...CATALOGUE_SEARCHES.map((search) => both(`search: ${search}`, 20, () => page({ search, sort: 'name,asc' }))),
    ...CODE_SEARCHES.map((search) => both(`search: ${search}`, 20, () => page({ search, sort: 'name,asc' }))),
    ...PICKED.map((search) =>
      both(`picker: ${search || 'without text'}`, 20, () =>
        get(
          urlOf(listProducts, user, {
            size: 20,
            picker: 'true',
            supplierId,
            ...(search && { search }),
          }),
        ),
      ),
    ),
    ...PALETTE.map((text) => both(`palette: ${text}`, 20, () => get(urlOf(searchRecords, user, { text })))),
    both('search: walnut, dearest first', 20, () => page({ search: 'walnut', sort: 'landedCostPerUnit,desc' })),
    both('search: bamboo, of a status', 20, () =>
      page({ search: 'bamboo', sort: 'name,asc', ...filtered('status', 'DISCONTINUED') }),
    ),
    both('exact totals', 20, () => get(urlOf(productTotals, user))),
    both('exact totals of a status', 10, () => get(urlOf(productTotals, user, filtered('status', 'DISCONTINUED')))),
    both('products without a weight', 20, () => page({ sort: 'name,asc', ...filtered('missing', 'WEIGHT') })),
  ];
}

/**
 * Imports 100,000 products into a new account in the same database, on a newly started server, and exports them again.
 */
async function measureFiles(options: Parts, start: (server: Promise<Server>) => Promise<Server>): Promise<Fact[]> {
  const { database, env, say, signal } = options;
  signal.throwIfAborted();
  const product = await start(startProductOn(options, NAMES.large));
  const before = product.memory();
  const seller = await register(product.port, 1);
  say(`Importing ${FILE_ROWS.toLocaleString('en')} products ...`);
  const importMs = await importCsv(product.port, seller, toCsv(makeCatalogue(FILE_ROWS)));
  const after = product.memory();
  const accountId = await withSuperuser(options, NAMES.large, async (superuser) => {
    await superuser.query('analyze');
    return String(
      (await superuser.query('select account_id from account_member where person_id = $1', [seller.userId])).rows[0]
        .account_id,
    );
  });
  const urls = {
    TENANT_URL: urlOfDatabase(database.url, NAMES.large),
    BARE_URL: urlOfDatabase(database.superuserUrl, NAMES.large),
  };
  const floor = await start(startServer(FLOOR, { ...env, ...urls, ACCOUNT_ID: accountId, USER_ID: seller.userId }));
  const sides = { product: [] as number[], floor: [] as number[] };
  let bytes = { product: 0, floor: 0 };
  for (let i = 0; i < EXPORTS; i += 1) {
    signal.throwIfAborted();
    const [ofProduct, ofFloor] = [
      await download(product.port, urlOf(exportProducts, { userId: seller.userId }, { format: 'csv' }), seller.token),
      await download(floor.port, '/tenant/copy', ''),
    ];
    sides.product.push(ofProduct.ms);
    sides.floor.push(ofFloor.ms);
    bytes = { product: ofProduct.bytes, floor: ofFloor.bytes };
  }
  const [ours, floorMs] = [median(sides.product), median(sides.floor)];
  const mb = (count: number) => (count / 2 ** 20).toFixed(1);
  return [
    {
      title: `import of ${FILE_ROWS.toLocaleString('en')} products from CSV`,
      value:
        `${(importMs / 1_000).toFixed(1)} s; memory of the server ${before?.now} MB before, ` +
        `${after?.peak} MB at its peak`,
    },
    {
      title: `export of ${FILE_ROWS.toLocaleString('en')} products as CSV`,
      value:
        `${ours.toFixed(0)} ms, ${mb(bytes.product)} MB; the COPY alone ${floorMs.toFixed(0)} ms, ` +
        `${mb(bytes.floor)} MB; ${(ours / floorMs).toFixed(2)} x; server at most ${product.memory()?.peak} MB`,
    },
  ];
}

async function download(port: number, path: string, token: string): Promise<{ ms: number; bytes: number }> {
  const began = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
  });
  if (!response.ok || !response.body)
    throw new Error(`${path} answered ${response.status}: ${(await response.text()).slice(0, 500)}`);
  let bytes = 0;
  for await (const part of response.body) bytes += part.length;
  return { ms: performance.now() - began, bytes };
}
