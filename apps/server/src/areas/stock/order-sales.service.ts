import { say, type Text } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../db/tx.ts';
import { addWaiting } from './lots.queries.ts';
import { insertMovements, markMovementsReversed, type MovementRow } from './movements.queries.ts';
import { type LineSale, readLineSales, readReturns } from './order-lines.queries.ts';
import { firstDays } from './first-days.ts';
import { replayStock } from './replay.service.ts';

/** What a line says about its sale. `units` 0: nothing of it was shipped, or it is taken back. */
export interface WantedSale {
  readonly lineId: string;
  /** Null: no product has the SKU of the line. */
  readonly productId: string | null;
  readonly day: string;
  readonly place: string;
  readonly units: bigint;
  readonly operationId: string;
}

/** The sales of lines before they change, and which lines cannot change. */
export interface SalesBefore {
  readonly sales: ReadonlyMap<string, LineSale>;
  /** Why a line cannot get this sale; undefined if it can. */
  readonly refusalOf: (wanted: WantedSale) => Text | undefined;
}

/** Reads the sales of lines that are known. */
export async function readSalesBefore(w: Work, lineIds: readonly string[]): Promise<SalesBefore> {
  const sales = await readLineSales(w, lineIds);
  return {
    sales,
    refusalOf: (wanted) => {
      const sale = sales.get(wanted.lineId);
      if (!sale || sale.returned === 0n || isSame(sale, wanted)) return undefined;
      const fits =
        sale.productId === wanted.productId && wanted.units >= sale.returned && wanted.day <= (sale.firstReturn ?? '');
      return fits ? undefined : say('order_imports.returned', { count: Number(sale.returned) });
    },
  };
}

const isSame = (sale: LineSale, { productId, day, place, units }: WantedSale): boolean =>
  sale.productId === productId && sale.day === day && sale.place === place && sale.units === units;

/**
 * Gives lines the sales that they say: each is one taking on the day of the purchase, at the place of its channel. A
 * sale that is another is reversed and recorded again, with what came back from it. The caller holds the cost lock, and
 * has asked `refusalOf`.
 */
export async function replaceSales(w: Work, { sales }: SalesBefore, wanted: readonly WantedSale[]): Promise<void> {
  const moved = wanted.filter((one) => {
    const sale = sales.get(one.lineId);
    const has = one.units > 0n && one.productId !== null;
    return sale ? !has || !isSame(sale, one) : has;
  });
  if (moved.length === 0) return;
  const gone = moved.flatMap(({ lineId }) => sales.get(lineId) ?? []);
  const returns = await readReturns(
    w,
    gone.filter(({ returned }) => returned > 0n).map(({ id }) => id),
  );
  const made = new Map(
    moved.flatMap((one) => {
      const sale = saleOf(w, one);
      return sale ? [[one.lineId, sale] as const] : [];
    }),
  );
  const lineOf = new Map(gone.map(({ id, lineId }) => [id, lineId]));
  const again = returns.map(({ ofId, ...row }): MovementRow => {
    const sale = made.get(lineOf.get(ofId) ?? '');
    if (!sale) throw new Error(`The return ${row.id} has lost its sale`);
    return {
      ...row,
      id: w.newId(),
      kind: 'RETURN',
      cause: null,
      toPlace: null,
      ofId: sale.id,
      ofDay: sale.day,
      lineId: null,
      operationId: sale.operationId,
    };
  });
  await reverseSales(w, gone, returns);
  const inserted = [...made.values(), ...again];
  await insertMovements(w, inserted);
  await replayStock(w, firstDays([...gone, ...returns, ...inserted]));
}

function saleOf(w: Work, { productId, units, lineId, day, place, operationId }: WantedSale): MovementRow | undefined {
  if (productId === null || units === 0n) return undefined;
  return {
    id: w.newId(),
    productId,
    kind: 'TAKING',
    cause: 'SOLD',
    day,
    place,
    toPlace: null,
    units,
    ofId: null,
    ofDay: null,
    lineId,
    words: null,
    operationId,
  };
}

async function reverseSales(w: Work, sales: readonly LineSale[], returns: readonly { readonly id: string }[]) {
  if (sales.length === 0) return;
  await markMovementsReversed(
    w,
    [...sales, ...returns].map(({ id }) => id),
  );
  const waiting = new Map<string, bigint>();
  for (const { productId, waits } of sales) waiting.set(productId, (waiting.get(productId) ?? 0n) - waits);
  await addWaiting(w, waiting);
}
