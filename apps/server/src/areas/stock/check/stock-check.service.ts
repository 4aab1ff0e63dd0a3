import { say } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../../db/tx.ts';
import { lotTotalsOf, shareWhatIsStranded } from '../../costs/public.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { NAMED, notifyOfDifferences } from '../../notifications/public.ts';
import { brokenLines } from './five-quantities-check.service.ts';
import { openBundles } from '../orders/new-skus.service.ts';
import { type Replay, replayAll } from '../replay/replay.service.ts';
import { keyOfPool, keyOfTaking } from '../replay/replay-rows.ts';
import {
  brokenCosts,
  brokenMoney,
  type BrokenStock,
  brokenSums,
  brokenTakings,
  ordersWithoutRate,
  productsWithStock,
  skusOf,
} from './stock-invariants.views.ts';
import { syncLotTotals } from '../replay/lot-totals.service.ts';
import type { LotRow } from '../stock.types.ts';

/** How many products are replayed at once. */
const AT_ONCE = 200;

/**
 * The nightly job that replays the stock of all products from everything that ever happened to it, compares what comes
 * out with what is stored, and notifies the members of each difference.
 */
export async function checkStock(w: Work): Promise<{ broken: number }> {
  // Sales of bundles that an earlier release recorded wait for the bundles themselves.
  await openBundles(w, null);
  await shareWhatIsStranded(w);
  await forgetCostsWithoutRate(w);
  const broken = await brokenStock(w);
  const count = broken.length;
  if (count === 0) return { broken: 0 };
  const [about, ...others] = new Set(broken.map(({ id, label }) => (label === '' ? null : id)));
  await notifyOfDifferences(w, {
    check: 'stock-invariants',
    summary: say('notice.stock_check', { count }),
    compared: say('notice.stock_check_compared', { count }),
    count,
    named: broken
      .slice(0, NAMED)
      .map(({ label, invariant, detail }, i) =>
        say('notice.difference', { position: i + 1, label, invariant, detail }),
      ),
    about: about && others.length === 0 ? { type: 'PRODUCT', id: about } : undefined,
    mail: 'COST_CHECK',
  });
  return { broken: count };
}

/** An earlier release took the cost of lots without an exchange rate for 0. The lock is taken only if there is one. */
async function forgetCostsWithoutRate(w: Work): Promise<void> {
  if ((await ordersWithoutRate(w)).length === 0) return;
  await lockCosts(w);
  await syncLotTotals(w, await ordersWithoutRate(w));
}

/** Every figure of stock that differs from what follows from the facts. */
export async function brokenStock(w: Work): Promise<BrokenStock[]> {
  const broken = [
    ...(await brokenSums(w)),
    ...(await brokenMoney(w)),
    ...(await brokenCosts(w)),
    ...(await brokenTakings(w)),
    ...(await brokenLines(w)),
  ];
  let after: string | null = null;
  for (;;) {
    const ids: string[] = await productsWithStock(w, after, AT_ONCE);
    if (ids.length === 0) return broken;
    after = ids.at(-1) ?? null;
    broken.push(...(await brokenReplays(w, ids)));
  }
}

/** What of these products differs from a replay of everything that ever happened to them. */
export async function brokenReplays(w: Work, productIds: readonly string[]): Promise<BrokenStock[]> {
  const replays = await replayAll(w, productIds);
  const totals = await brokenTotals(
    w,
    replays.flatMap(({ result }) => [...result.lots.values()]),
  );
  const skus = await skusOf(w, productIds);
  const found = [...replays.flatMap((replay) => differencesOf(replay)), ...totals];
  return found.map(({ id, ...row }) => ({ ...row, id, label: skus.get(id) ?? '' }));
}

type Difference = Omit<BrokenStock, 'label'>;

function differencesOf({ productId: id, stored, wanted, storedPools, wantedPools, result }: Replay): Difference[] {
  const compared = (invariant: string, [have, want]: readonly [readonly string[], readonly string[]]) => {
    const [is, should] = [have, want].map((keys) => keys.toSorted().join('; '));
    return is === should ? [] : [{ invariant, id, detail: `${is} for ${should}` }];
  };
  const takings = [
    ...compared('takings = replay', [stored.map(keyOfTaking), wanted.map(keyOfTaking)]),
    ...compared('pools = replay', [storedPools.map(keyOfPool), wantedPools.map(keyOfPool)]),
  ];
  const states = new Map(result.replayed.lots.map((state) => [state.id, state]));
  const lots = [...result.lots.values()].flatMap((lot) => {
    const { received = 0n, taken = 0n, firstDay = null } = states.get(lot.id) ?? {};
    const isSame = lot.received === received && lot.taken === taken && (received === 0n || lot.firstDay === firstDay);
    const detail = `${lot.received}, ${lot.taken}, ${lot.firstDay} for ${received}, ${taken}, ${firstDay}`;
    return isSame ? [] : [{ invariant: 'lots = replay', id, detail }];
  });
  return [...takings, ...lots];
}

/** Lots whose total differs from what their orders and pack lists cost. */
async function brokenTotals(w: Work, lots: readonly LotRow[]): Promise<Difference[]> {
  const costs = await lotTotalsOf(
    w,
    lots.flatMap(({ orderId }) => orderId ?? []),
  );
  return lots.flatMap((lot) => {
    const cost = costs.get(lot.id);
    if (!cost) return [];
    const landedMinor = cost.landedMinor === null ? null : cost.landedMinor + lot.joinedMinor;
    const isSame =
      lot.units === cost.units && lot.landedMinor === landedMinor && lot.factoryMinor === cost.factoryMinor;
    const detail = `${lot.units}, ${lot.landedMinor} for ${cost.units}, ${landedMinor}`;
    return isSame ? [] : [{ invariant: 'lots = costs', id: lot.productId, detail }];
  });
}
