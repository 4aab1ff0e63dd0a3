import { say, type Text } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../../db/tx.ts';
import { contentsOfBundles } from '../../products/public.ts';
import { addWaiting } from '../rows/lots.queries.ts';
import { insertMovements, markMovementsReversed, type MovementRow } from '../rows/movements.queries.ts';
import { type LineSale, readLineSales, readReturns, type SoldPart } from '../rows/order-lines.queries.ts';
import { firstDays } from '../rows/first-days.ts';
import { replayStock } from '../replay/replay.service.ts';

/** What a line says about its sale. `units` 0: nothing of it was shipped, or it is taken back. */
export interface WantedSale {
  readonly lineId: string;
  /** Null: no product has the SKU of the line. */
  readonly productId: string | null;
  readonly day: string;
  /** Null: the place has to be chosen, so that nothing leaves stock yet. */
  readonly place: string | null;
  readonly units: bigint;
  readonly operationId: string;
  /** What of the sale waits whole for a product that has become a bundle takes the parts of that bundle instead. */
  readonly isOpened?: true;
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
      if (!sale || isSame(sale, wanted) || keepsReturns(sale, wanted)) return undefined;
      return say('order_imports.returned', { count: Number(returnedOf(sale)) });
    },
  };
}

const isSame = (sale: LineSale, { productId, day, place, units }: WantedSale): boolean =>
  sale.productId === productId && sale.day === day && sale.place === place && sale.units === units;

/** How many units of a part one unit of the line has. */
const perUnit = (sale: LineSale, part: SoldPart): bigint => part.units / sale.units;

/** Whether what came back from a sale can belong to the one that replaces it. */
const keepsReturns = (sale: LineSale, { productId, day, units, place }: WantedSale): boolean =>
  sale.parts.every(
    (part) =>
      part.returned === 0n ||
      (place !== null &&
        sale.productId === productId &&
        units * perUnit(sale, part) >= part.returned &&
        day <= (part.firstReturn ?? '')),
  );

/** Units of the line of which something came back. */
const returnedOf = (sale: LineSale): bigint =>
  sale.parts.reduce((most, part) => {
    const per = perUnit(sale, part);
    const units = (part.returned + per - 1n) / per;
    return units > most ? units : most;
  }, 0n);

/**
 * Gives lines the sales that they say: each takes on the day of the purchase, at its place, a bundle its
 * parts. A sale that is another is reversed and recorded again, with what came back from it. It has the parts that it
 * had: what was sold does not change when a bundle does. The caller holds the cost lock, and has asked `refusalOf`.
 */
export async function replaceSales(w: Work, { sales }: SalesBefore, wanted: readonly WantedSale[]): Promise<void> {
  const moved = wanted.filter((one) => {
    const sale = sales.get(one.lineId);
    const has = one.units > 0n && one.productId !== null && one.place !== null;
    return sale ? !has || one.isOpened || !isSame(sale, one) : has;
  });
  if (moved.length === 0) return;
  const gone = moved.flatMap(({ lineId }) => sales.get(lineId) ?? []);
  const reversed = gone.flatMap(({ parts, day }) => parts.map((part) => ({ ...part, day })));
  const returns = await readReturns(
    w,
    reversed.filter(({ returned }) => returned > 0n).map(({ id }) => id),
  );
  const made = await makeSales(w, sales, moved);
  const again = returnsAgain(w, gone, made, returns);
  await reverseSales(w, reversed, returns);
  const inserted = [...[...made.values()].flat(), ...again];
  await insertMovements(w, inserted);
  await replayStock(w, firstDays([...reversed, ...returns, ...inserted]));
}

/** Units of each product in one unit of a line. */
type Contents = readonly (readonly [productId: string, units: bigint])[];

/** The takings of each of these lines. */
async function makeSales(
  w: Work,
  sales: ReadonlyMap<string, LineSale>,
  moved: readonly WantedSale[],
): Promise<Map<string, MovementRow[]>> {
  const keptOf = ({ lineId, productId }: WantedSale) => {
    const sale = sales.get(lineId);
    return sale?.productId === productId ? sale : undefined;
  };
  const bundles = await contentsOfBundles(
    w,
    moved.flatMap((one) => {
      const kept = keptOf(one);
      if (!kept) return one.productId ?? [];
      return one.isOpened ? kept.parts.map(({ productId }) => productId) : [];
    }),
  );
  const contentsOf = (one: WantedSale, productId: string): Contents => {
    const kept = keptOf(one);
    if (!kept) return [...(bundles.get(productId) ?? [[productId, 1n]])];
    return kept.parts.flatMap((part): Contents => {
      const per = perUnit(kept, part);
      const inside = one.isOpened && part.waits === part.units ? bundles.get(part.productId) : undefined;
      return inside ? [...inside].map(([id, units]) => [id, units * per]) : [[part.productId, per]];
    });
  };
  return new Map(
    moved.flatMap((one) =>
      one.productId === null || one.place === null || one.units === 0n
        ? []
        : [[one.lineId, takingsOf(w, { ...one, place: one.place }, contentsOf(one, one.productId))]],
    ),
  );
}

type PlacedSale = WantedSale & { readonly place: string };

function takingsOf(w: Work, { lineId, day, place, units, operationId }: PlacedSale, contents: Contents): MovementRow[] {
  const parts = new Map<string, bigint>();
  for (const [productId, per] of contents) parts.set(productId, (parts.get(productId) ?? 0n) + per);
  return [...parts].map(([productId, per]) => ({
    id: w.newId(),
    productId,
    kind: 'TAKING',
    cause: 'SOLD',
    day,
    place,
    toPlace: null,
    units: units * per,
    ofId: null,
    ofDay: null,
    lineId,
    words: null,
    operationId,
  }));
}

type Returns = Awaited<ReturnType<typeof readReturns>>;

/** Returns as they are recorded again, for the takings that replace those of the same product. */
function returnsAgain(
  w: Work,
  gone: readonly LineSale[],
  made: ReadonlyMap<string, readonly MovementRow[]>,
  returns: Returns,
): MovementRow[] {
  const lineOf = new Map(gone.flatMap(({ lineId, parts }) => parts.map(({ id }) => [id, lineId] as const)));
  return returns.map(({ ofId, ...row }): MovementRow => {
    const sale = made.get(lineOf.get(ofId) ?? '')?.find(({ productId }) => productId === row.productId);
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
}

async function reverseSales(w: Work, parts: readonly SoldPart[], returns: readonly { readonly id: string }[]) {
  if (parts.length === 0) return;
  await markMovementsReversed(
    w,
    [...parts, ...returns].map(({ id }) => id),
  );
  const waiting = new Map<string, bigint>();
  for (const { productId, waits } of parts) waiting.set(productId, (waiting.get(productId) ?? 0n) - waits);
  await addWaiting(w, waiting);
}
