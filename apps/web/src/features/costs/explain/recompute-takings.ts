import type { Explain } from '@quayside/contracts/costs/costs';
import type { LotTaking } from '@quayside/contracts/stock/lot-takings';
import { formatAmount, minorOfText } from '@quayside/domain/money/money';
import { costBetween } from '@quayside/domain/stock/value';

/** A figure that does not follow from the others, and the id of what has it. */
interface Differing {
  readonly at: string;
  readonly expected: string;
  readonly found: string;
}

/** What the costs of takings follow from: the total of their lot, with what joined it, and its units. */
export type TakingsLot = Pick<Explain['otherLots'][number], 'units' | 'landed'> & {
  readonly stock: Pick<Explain['otherLots'][number]['stock'], 'joined'>;
};
type Stocked = TakingsLot & Pick<Explain['otherLots'][number], 'id' | 'stock'>;

/** What all units of a lot cost: what it bears itself, and costs without an order. Undefined when it is not known. */
export function totalOf({ landed, stock }: TakingsLot, currency: string): bigint | undefined {
  const [own, joined] = [landed ?? '', stock.joined].map((text) => minorOfText(text, currency));
  return own === undefined || joined === undefined ? undefined : own + joined;
}

/** What the units of a lot from one place up to another cost; undefined when that is not known. */
function costOfPlaces(of: TakingsLot, from: number, to: number, currency: string): string | undefined {
  const landedMinor = totalOf(of, currency);
  if (landedMinor === undefined || of.units <= 0) return undefined;
  const lot = { units: BigInt(of.units), landedMinor, factoryMinor: 0n };
  return formatAmount(costBetween(lot, BigInt(from), BigInt(to)).landedMinor, currency);
}

/** The discrepancy of a taking whose cost does not follow from its places in the lot. */
export function takingProblem(
  { id, from, to, cost }: LotTaking,
  lot: TakingsLot,
  currency: string,
): Differing | undefined {
  const expected = costOfPlaces(lot, from, to, currency);
  return expected === undefined || expected === cost ? undefined : { at: id, expected, found: cost ?? '–' };
}

/** The first figure of a lot that differs: its units, or what is gone, on hand or not arrived costs. */
export function lotStockProblem(lot: Stocked, currency: string): Differing | undefined {
  const { gone, onHand, notArrived, goneCost, onHandCost, notArrivedCost } = lot.stock;
  if (gone + onHand + notArrived !== lot.units)
    return { at: lot.id, expected: String(lot.units), found: String(gone + onHand + notArrived) };
  const figures = [
    [goneCost, costOfPlaces(lot, 0, gone, currency)],
    [onHandCost, costOfPlaces(lot, gone, gone + onHand, currency)],
    [notArrivedCost, costOfPlaces(lot, gone + onHand, lot.units, currency)],
  ] as const;
  const wrong = figures.find(([found, expected]) => found !== null && expected !== undefined && found !== expected);
  return wrong && { at: lot.id, expected: wrong[1] ?? '–', found: wrong[0] ?? '–' };
}
