import type { Work } from '../../../db/tx.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { contentsOfBundles } from '../../products/public.ts';
import { firstDays } from '../rows/first-days.ts';
import { addWaiting } from '../rows/lots.queries.ts';
import { insertMovements, markMovementsReversed, type MovementRow } from '../rows/movements.queries.ts';
import { replayStock } from '../replay/replay.service.ts';
import { insertSoldBundles, readWaitingTakings, type WaitingTaking } from '../rows/sold-bundles.queries.ts';

/** What was opened: how many takings, of how many units, and of which products. */
interface Opened {
  readonly takings: number;
  readonly units: bigint;
  readonly productIds: readonly string[];
}

/**
 * Has the next takings that were recorded by hand and wait whole for a product that has become a bundle since take what
 * is in the bundle. Those of one row of a request stay together, so that the bundle can come back as one.
 */
export async function openTakings(w: Work, limit: number): Promise<Opened> {
  await lockCosts(w);
  const waiting = await readWaitingTakings(w, null, limit);
  const contents = await contentsOfBundles(
    w,
    waiting.map(({ productId }) => productId),
  );
  const takings = waiting.filter(({ productId }) => contents.has(productId));
  const productIds = [...new Set(takings.map(({ productId }) => productId))];
  const opened = takings.map((taking) => ({
    taking,
    parts: [...(contents.get(taking.productId) ?? [])].map(([id, per]) => partOf(w, taking, id, per)),
  }));
  const made = opened.flatMap(({ parts }) => parts);
  const units = takings.reduce((sum, taking) => sum + taking.units, 0n);
  if (takings.length === 0) return { takings: 0, units, productIds };
  await markMovementsReversed(
    w,
    takings.map(({ id }) => id),
  );
  const ended = new Map<string, bigint>();
  for (const { productId, units: all } of takings) ended.set(productId, (ended.get(productId) ?? 0n) - all);
  await addWaiting(w, ended);
  await insertMovements(w, made);
  await insertSoldBundles(
    w,
    opened.flatMap(({ taking, parts }) => {
      if (taking.cause !== 'SOLD') return [];
      const { saleId, bundleId, bundleUnits } = taking;
      const sale = { saleId: saleId ?? w.newId(), productId: bundleId ?? taking.productId };
      return parts.map(({ id }) => ({ ...sale, movementId: id, units: bundleUnits ?? taking.units }));
    }),
  );
  await replayStock(w, firstDays([...takings, ...made]));
  return { takings: takings.length, units, productIds };
}

const partOf = (w: Work, taking: WaitingTaking, productId: string, per: bigint): MovementRow => ({
  id: w.newId(),
  productId,
  kind: 'TAKING',
  cause: taking.cause,
  day: taking.day,
  place: taking.place,
  toPlace: null,
  units: taking.units * per,
  ofId: null,
  ofDay: null,
  lineId: null,
  words: taking.words,
  operationId: taking.operationId,
});
