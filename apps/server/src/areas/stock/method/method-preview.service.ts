import type { StockMethodPreview } from '@quayside/contracts/stock/stock-method';
import { abs, formatAmount } from '@quayside/domain/money/money';
import { poolValue } from '@quayside/domain/stock/pool';
import type { StockMethod } from '@quayside/domain/stock/methods';
import { costBetween } from '@quayside/domain/stock/value';
import type { Work } from '../../../db/tx.ts';
import { productsByIds } from '../../products/public.ts';
import type { TakingRow } from '../rows/takings.views.ts';
import { keyOfCost, lotsToJoin, readLooseCosts } from '../rows/loose-costs.queries.ts';
import { onHandOf } from '../rows/lots.queries.ts';
import { stockValues } from '../rows/pools.queries.ts';
import { type Replay, replayAll } from '../replay/replay.service.ts';
import { productsWithStock } from '../check/stock-invariants.views.ts';
import type { LotRow } from '../stock.types.ts';

/** How many products a preview replays at once. */
const CHUNK = 100;
const SHOWN = 50;

interface Change {
  readonly beforeMinor: bigint;
  readonly afterMinor: bigint;
}
const NONE: Change = { beforeMinor: 0n, afterMinor: 0n };
const plus = (a: Change, b: Change): Change => ({
  beforeMinor: a.beforeMinor + b.beforeMinor,
  afterMinor: a.afterMinor + b.afterMinor,
});
const changeOf = ({ beforeMinor, afterMinor }: Change): bigint => afterMinor - beforeMinor;

/** What another method changes of a product: what went by month, and what is on hand. */
interface ProductChange {
  readonly productId: string;
  readonly months: ReadonlyMap<string, Change>;
  readonly gone: Change;
  readonly onHand: Change;
}

/** What another method would change. Replays all products and stores nothing. */
export async function previewMethod(w: Work, method: StockMethod): Promise<StockMethodPreview> {
  const months = new Map<string, Change>();
  let [products, gone, onHand] = [0, NONE, NONE];
  let largest: readonly ProductChange[] = [];
  let after: string | null = null;
  for (;;) {
    const ids: readonly string[] = await productsWithStock(w, after, CHUNK);
    const changes = await changesOf(w, method, ids);
    for (const change of changes) {
      for (const [month, amounts] of change.months) months.set(month, plus(months.get(month) ?? NONE, amounts));
      gone = plus(gone, change.gone);
      onHand = plus(onHand, change.onHand);
    }
    const moved = changes.filter(({ months: own, onHand: worth }) => own.size > 0 || changeOf(worth) !== 0n);
    products += moved.length;
    largest = [...largest, ...moved]
      .toSorted((a, b) => Number(abs(changeOf(b.onHand)) - abs(changeOf(a.onHand))))
      .slice(0, SHOWN);
    after = ids.at(-1) ?? null;
    if (ids.length < CHUNK) break;
  }
  const shown = (amounts: Change) => toShown(amounts, w.scope.currency);
  const refs = await productsByIds(
    w,
    largest.map(({ productId }) => productId),
  );
  return {
    method,
    accountCurrency: w.scope.currency,
    products,
    months: [...months]
      .filter(([, amounts]) => changeOf(amounts) !== 0n)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([month, amounts]) => ({ month, ...shown(amounts) })),
    gone: shown(gone),
    onHand: shown(onHand),
    largest: largest.flatMap(({ productId, ...row }) => {
      const ref = refs.get(productId);
      if (!ref) return [];
      return [
        { product: { id: productId, sku: ref.sku, name: ref.name }, gone: shown(row.gone), onHand: shown(row.onHand) },
      ];
    }),
  };
}

const toShown = (amounts: Change, currency: string): StockMethodPreview['gone'] => ({
  before: formatAmount(amounts.beforeMinor, currency),
  after: formatAmount(amounts.afterMinor, currency),
  change: formatAmount(changeOf(amounts), currency),
});

async function changesOf(w: Work, method: StockMethod, ids: readonly string[]): Promise<ProductChange[]> {
  const replays = await replayAll(w, ids, method);
  const joined = method === 'FIFO' ? await joinedAmounts(w, ids) : new Map<string, bigint>();
  const values = await stockValues(w, ids);
  return replays.map((replay) => {
    const lots = new Map(
      [...replay.result.lots].map(([id, lot]): [string, LotRow] => [id, withJoined(lot, joined.get(id) ?? 0n)]),
    );
    const months = new Map<string, Change>();
    let gone = NONE;
    const add = (row: TakingRow, change: Change) => {
      const month = row.eventDay.slice(0, 7);
      months.set(month, plus(months.get(month) ?? NONE, change));
      gone = plus(gone, change);
    };
    for (const row of replay.stored) add(row, { ...NONE, beforeMinor: costOf(row, replay.result.lots) });
    for (const row of replay.wanted) add(row, { ...NONE, afterMinor: costOf(row, lots) });
    const { productId } = replay;
    return {
      productId,
      months: new Map([...months].filter(([, amounts]) => changeOf(amounts) !== 0n)),
      gone,
      onHand: { beforeMinor: values.get(productId) ?? 0n, afterMinor: worthOf(replay, lots) },
    };
  });
}

/** What costs without an order would add to lots, first in, first out. */
async function joinedAmounts(w: Work, productIds: readonly string[]): Promise<Map<string, bigint>> {
  const costs = await readLooseCosts(w, productIds);
  const lots = await lotsToJoin(w, costs);
  const joined = new Map<string, bigint>();
  for (const cost of costs) {
    const lotId = lots.get(keyOfCost(cost));
    if (lotId !== undefined) joined.set(lotId, (joined.get(lotId) ?? 0n) + cost.amountMinor);
  }
  return joined;
}

const withJoined = (lot: LotRow, joinedMinor: bigint): LotRow =>
  lot.landedMinor === null
    ? lot
    : { ...lot, landedMinor: lot.landedMinor - lot.joinedMinor + joinedMinor, joinedMinor };

function costOf(row: TakingRow, lots: ReadonlyMap<string, LotRow>): bigint {
  if (row.landedMinor !== null) return row.landedMinor;
  const lot = row.lotId === null ? undefined : lots.get(row.lotId);
  if (!lot || lot.landedMinor === null || lot.factoryMinor === null) return 0n;
  const { units, landedMinor, factoryMinor } = lot;
  return costBetween({ units, landedMinor, factoryMinor }, row.before, row.before + row.units).landedMinor;
}

function worthOf({ result: { valued } }: Replay, lots: ReadonlyMap<string, LotRow>): bigint {
  if (!valued) return [...lots.values()].reduce((sum, lot) => sum + onHandOf(lot).landedMinor, 0n);
  const last = [...valued.days.values()].at(-1);
  return last ? poolValue(last).landedMinor : 0n;
}
