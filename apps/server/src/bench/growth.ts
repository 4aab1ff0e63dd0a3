import {
  getProductCostHistory,
  getReconciliation,
  listRestatements,
  restatementTotals,
} from '@quayside/contracts/costs/cost-reports';
import { explainProduct, listCosts } from '@quayside/contracts/costs/costs';
import { getInvoice, listInvoices } from '@quayside/contracts/invoices/invoices';
import { patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { migrate } from '../db/migrate.ts';
import { urlOf } from '../http/local-client.ts';
import type { Parts } from './parts.ts';
import { makeCatalogue, toCsv } from './catalogue.ts';
import { checkFilled } from './check.queries.ts';
import { createDatabase, startProductOn, urlOfDatabase, withSuperuser } from './databases.ts';
import { type Filled, fillInvoices, type Place } from './fill.queries.ts';
import { bulkInvoiceId, ENTRIES_PER_INVOICE, grow, RESTATED, skipNight } from './growth.queries.ts';
import { rowsOfLastWrite } from './import.queries.ts';
import { importCsv, register, type Seller } from './people.ts';
import { MEASURED_ENTRIES, planMeasured } from './plans.ts';
import { measure, type Result, type Size, type Work } from './rounds.ts';
import { pinDriver, type Server } from './servers.ts';
import type { Fact } from './facts.ts';
import { countsText } from './table.ts';
import { type Request, Wire } from './wire.ts';

const SIZES: readonly Size[] = ['small', 'large'];
const ENTRIES: Readonly<Record<Size, number>> = { small: 10_000, large: 1_000_000 };
const PRODUCTS = 10_000;
/**
 * How many requests go to the account of one size before the account of the other size gets its turn, in each round.
 */
const REQUESTS = 10;
const invoicesOf = (size: Size): number => (ENTRIES[size] - MEASURED_ENTRIES) / ENTRIES_PER_INVOICE;

export interface Grown {
  readonly results: readonly Result<Size>[];
  readonly facts: readonly Fact[];
  /** Whether the change wrote the same number of rows in the large account as in the small one. */
  readonly isSameWrite: boolean;
}

/**
 * Runs the same calls in an account with ten thousand cost entries and in a copy of it that grew to a million. People,
 * ids and requests are the same, so only the account's size differs.
 */
export async function measureGrowth(options: Parts): Promise<Grown> {
  const { seller, measured } = await fill(options);
  const servers: Partial<Record<Size, Server>> = {};
  try {
    for (const size of SIZES) servers[size] = await startProductOn(options, nameOf(size));
    const { small, large } = servers;
    if (!small || !large) throw new Error('The product did not start');
    const parties = {
      small: { port: small.port, cpu: options.cpu(small) },
      large: { port: large.port, cpu: options.cpu(large) },
    };
    pinDriver();
    const results: Result<Size>[] = [];
    for (const work of growthWorks(seller, measured)) {
      options.signal.throwIfAborted();
      const result = await measure(work, parties);
      results.push(result);
      options.say(`  ${result.title}: ${SIZES.map((size) => result.figures[size]?.p50.toFixed(2)).join(' and ')} ms`);
    }
    const written: string[] = [];
    for (const size of SIZES) {
      await sendOne(parties[size].port, changeOf(seller, measured, 0, '12345'));
      written.push(
        await withSuperuser(options, nameOf(size), async (superuser) => countsText(await rowsOfLastWrite(superuser))),
      );
    }
    const facts = SIZES.map((size, i) => ({
      title: `rows written by the change at ${ENTRIES[size].toLocaleString('en')} entries`,
      value: written[i] ?? '',
    }));
    return { results, facts, isSameWrite: written[0] === written[1] };
  } finally {
    for (const server of Object.values(servers)) await server.stop();
  }
}

/** Creates the small account and the large one, and checks their costs. */
async function fill(options: Parts): Promise<{ seller: Seller; measured: Filled }> {
  const { database, dataDir, say, signal } = options;
  await createDatabase(options, nameOf('small'));
  await migrate(urlOfDatabase(database.url, nameOf('small')));
  const product = await startProductOn(options, nameOf('small'));
  const seller = await register(product.port, 0);
  await importCsv(product.port, seller, toCsv(makeCatalogue(PRODUCTS)));
  await product.stop();
  const began = performance.now();
  const growTo = async (size: Size, from: number, run: (place: Place) => Promise<Filled>) =>
    withSuperuser(options, nameOf(size), async (superuser) => {
      signal.throwIfAborted();
      const place = {
        databaseUrl: urlOfDatabase(database.url, nameOf(size)),
        superuser,
        userId: seller.userId,
        dataDir,
      };
      const filled = await run(place);
      const until = invoicesOf(size);
      await grow(superuser, filled.accountId, seller.userId, from, until);
      const entries = Number(
        (await superuser.query('select count(*) as n from cost_entry where superseded_at is null')).rows[0].n,
      );
      if (entries !== ENTRIES[size]) throw new Error(`${entries} entries instead of ${ENTRIES[size]}`);
      say(`  ${entries.toLocaleString('en')} entries, after ${((performance.now() - began) / 1_000).toFixed(0)} s`);
      await checkFilled(place, [0, RESTATED.invoices, until - 1].map(bulkInvoiceId));
      say(`  checked, after ${((performance.now() - began) / 1_000).toFixed(0)} s`);
      return filled;
    });
  const measured = await growTo('small', 0, (place) => fillInvoices(place, planMeasured, () => undefined));
  await withSuperuser(options, nameOf('small'), (superuser) => skipNight(superuser, measured.accountId));
  await createDatabase(options, nameOf('large'), nameOf('small'));
  await growTo('large', invoicesOf('small'), () => Promise.resolve(measured));
  return { seller, measured };
}

const nameOf = (size: Size): string => `quayside_${size}`;

async function sendOne(port: number, request: Request): Promise<void> {
  const wire = new Wire(port);
  const { status, body } = await wire.send(request);
  wire.close();
  if (status >= 300) throw new Error(`${request.path} answered ${status}: ${body.toString().slice(0, 500)}`);
}

function changeOf(seller: Seller, { freights }: Filled, i: number, quantity: string): Request {
  const line = freights[0]?.lines[i % 10];
  const path = urlOf(patchInvoiceLine, {
    userId: seller.userId,
    invoiceId: line?.invoiceId ?? '',
    id: line?.lineId ?? '',
  });
  return {
    method: 'PATCH',
    path,
    headers: `authorization: Bearer ${seller.token}\r\n`,
    body: JSON.stringify({ quantity }),
  };
}

/** Returns the date this many days ago. */
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

function growthWorks(seller: Seller, measured: Filled): Work<Size>[] {
  const user = { userId: seller.userId };
  const headers = `authorization: Bearer ${seller.token}\r\n`;
  const both = (title: string, requestOf: (i: number) => Request): Work<Size> => {
    const side = (i: number) => [requestOf(i)];
    return { title, requests: REQUESTS, concurrency: 1, sides: { small: side, large: side } };
  };
  const read = (title: string, path: string) => both(title, () => ({ method: 'GET', path, headers }));
  const product = { ...user, id: measured.explainedProductId };
  // A range of days around the restatement. It excludes the changes that the measurement itself makes.
  const between = { from: daysAgo(RESTATED.daysAgo + 15), to: daysAgo(RESTATED.daysAgo - 10) };
  return [
    both('change of a line under freight over 200 orders', (i) => changeOf(seller, measured, i, String(1_000 + i))),
    read('one invoice of 19 lines', urlOf(getInvoice, { ...user, id: bulkInvoiceId(1) })),
    read('explanation of 500 entries', urlOf(explainProduct, product)),
    read(
      'cost history of a product of 500 entries',
      urlOf(getProductCostHistory, { ...user, productId: measured.explainedProductId }),
    ),
    read('page of 50 of 500 restated orders', urlOf(listRestatements, user, { ...between, size: 50 })),
    read('sums of 500 restated orders', urlOf(restatementTotals, user, between)),
    read('page of 50 invoices', urlOf(listInvoices, user, { size: 50 })),
    read('page of 50 costs', urlOf(listCosts, user, { size: 50 })),
    read('reconciliation', urlOf(getReconciliation, user)),
  ];
}
