import { inAccountAsJob, type Work } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { changed, record } from '../../../events/outbox.ts';
import type { Run, RunAgain } from '../../../jobs/define-job.ts';
import { wake } from '../../../jobs/queue.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { productsBySku } from '../../products/public.ts';
import {
  hasUnknownSkus,
  type KnownLine,
  readLinesById,
  readLinesWithSkus,
  readUnknownSkus,
  readWaitingLines,
  saveOrderLines,
} from '../rows/order-lines.queries.ts';
import { readSalesBefore, replaceSales } from './order-sales.service.ts';
import { readPlaces } from './sale-places.service.ts';
import { readWaitingTakings } from '../rows/sold-bundles.queries.ts';
import { openTakings } from '../movements/sold-bundles.service.ts';

// Lines of customer orders whose SKU no product had are taken in once a product has it. What waits for a product that
// has become a bundle since takes what is in the bundle: a bundle never has stock, so that it would wait for ever.

const SKUS = 1000;
const LINES = 5000;

const request = (w: Work): Promise<void> => wake(w.tx, 'stock.new-skus', { accountId: w.scope.accountId });

/** Requests to look up SKUs of customer orders again, if there are such that no product had. */
export async function lookUpSkus(w: Work): Promise<void> {
  if (await hasUnknownSkus(w)) await request(w);
}

/** Requests that what waits for bundles is opened, if anything does. `about`: a product that is becoming a bundle. */
export async function openBundles(w: Work, about: string | null): Promise<void> {
  const [line] = await readWaitingLines(w, about, 1);
  const [taking] = line === undefined ? await readWaitingTakings(w, about, 1) : [];
  if (line !== undefined || taking !== undefined) await request(w);
}

type JobDeps = Pick<Deps, 'db' | 'clock' | 'newId'>;

/** Takes in lines of customer orders that have a product now, part by part. */
export const createSkuWorker =
  (deps: JobDeps) =>
  async ({ accountId }: { readonly accountId: string }, { signal }: Run): Promise<RunAgain | void> => {
    let after = '';
    while (!signal.aborted) {
      const skus = await inAccountAsJob(deps, accountId, (w) => readUnknownSkus(w, after, SKUS));
      const last = skus.at(-1);
      if (last === undefined) break;
      while (!signal.aborted && (await inAccountAsJob(deps, accountId, (w) => takeIn(w, skus))) === LINES);
      after = last;
    }
    while (!signal.aborted && (await inAccountAsJob(deps, accountId, open)) === LINES);
    while (!signal.aborted) if ((await inAccountAsJob(deps, accountId, openByHand)) < LINES) return undefined;
    return { again: deps.clock.now() };
  };

/** Takes in the next lines with these SKUs that have a product now. Returns how many. */
async function takeIn(w: Work, skus: readonly string[]): Promise<number> {
  await lockCosts(w);
  const products = await productsBySku(w, skus);
  const lines = await readLinesWithSkus(w, [...products.keys()], LINES);
  if (lines.length === 0) return 0;
  const found = lines.map((line) => ({ ...line, productId: products.get(line.sku) ?? null }));
  await saveOrderLines(w, found);
  const before = await readSalesBefore(w, []);
  const placeOf = await readPlaces(w);
  await replaceSales(
    w,
    before,
    found.map((line) => ({
      lineId: line.id,
      productId: line.productId,
      day: line.day,
      place: placeOf(line),
      units: line.shipped,
      operationId: line.importId,
    })),
  );
  await recordTakenIn(w, found);
  return lines.length;
}

/** Opens the next sales that wait whole for a bundle. Returns how many. */
async function open(w: Work): Promise<number> {
  await lockCosts(w);
  const ids = await readWaitingLines(w, null, LINES);
  if (ids.length === 0) return 0;
  const before = await readSalesBefore(w, ids);
  const placeOf = await readPlaces(w);
  const lines = [...(await readLinesById(w, ids)).values()];
  await replaceSales(
    w,
    before,
    lines.map((line) => ({
      lineId: line.id,
      productId: line.productId,
      day: line.day,
      // What a line is recorded at stays, whatever was chosen since for later days.
      place: before.sales.get(line.id)?.place ?? placeOf(line),
      units: line.shipped,
      operationId: line.importId,
      isOpened: true,
    })),
  );
  await recordTakenIn(w, lines);
  return ids.length;
}

/** Opens the next takings by hand that wait whole for a bundle. Returns how many. */
async function openByHand(w: Work): Promise<number> {
  const { takings, units, productIds } = await openTakings(w, LINES);
  if (takings > 0) await recordOpened(w, productIds, { lines: takings, units: Number(units) });
  return takings;
}

async function recordTakenIn(w: Work, lines: readonly KnownLine[]): Promise<void> {
  const productIds = [...new Set(lines.flatMap(({ productId }) => productId ?? []))];
  const units = Number(lines.reduce((sum, { shipped }) => sum + shipped, 0n));
  await recordOpened(w, productIds, { lines: lines.length, units });
}

async function recordOpened(
  w: Work,
  productIds: readonly string[],
  facts: { readonly lines: number; readonly units: number },
): Promise<void> {
  await record(
    w,
    { action: 'product.sales-taken-in', subjectIds: productIds, details: { facts } },
    changed('orders', []),
    changed('stock', productIds),
  );
}
