import type { Explain, ExplainEntry } from '@quayside/contracts/costs/costs';
import { cumulativePart } from '@quayside/domain/money/cumulative';
import { formatAmount, MICRO, minorOfText, unitCost } from '@quayside/domain/money/money';
import { partsOfWhole } from '@quayside/domain/shipments/lots';
import { numberOf } from '@quayside/domain/shipments/numbers';

type Order = Explain['layers'][number];
type Figures = NonNullable<Order['unpacked']>;

const minor = (text: string, currency: string): bigint => {
  const value = minorOfText(text, currency);
  if (value === undefined) throw new RangeError(`${text} is no amount in ${currency}`);
  return value;
};
const sumOf = (entries: readonly ExplainEntry[], currency: string): bigint =>
  entries.reduce((total, entry) => (entry.isExcluded ? total : total + minor(entry.amount, currency)), 0n);

/** What a pack list costs, worked out from the entries in view. */
interface WorkedLot {
  /** The id of the pack list; null is what is not packed. */
  readonly id: string | null;
  /** The sum of its own entries. */
  readonly own: string;
  /** Its part of what the order bears as a whole. */
  readonly part: string;
  /** Its units among those of the order, in the order of the numbers: 601 to 1,000. Null of an earlier day. */
  readonly from: number | null;
  readonly to: number;
  readonly figures: Figures;
}
/** What the pack lists of an order cost, and the sum that the order bears as a whole. */
interface WorkedLots {
  readonly whole: string;
  readonly lots: readonly WorkedLot[];
}

/**
 * Works out what each pack list of an order costs (stock §2): its own entries and, by units, its part of what the order
 * bears as a whole. What is not packed comes last, with what is left. Undefined while nothing is packed. `isPast`: of
 * lots as they were known on an earlier day.
 */
export function workOutLots(order: Order, currency: string, isPast = false): WorkedLots | undefined {
  const { units, packLists, unpacked, entries } = order;
  if (unpacked === null) return undefined;
  if (isPast) return workOutKnownLots(order, currency);
  const packed = packLists.reduce((sum, lot) => sum + lot.units, 0);
  const ordered = packLists.map(({ id, number, units: own }) => ({
    id,
    number: numberOf('PACK_LIST', number) ?? 0n,
    units: BigInt(own),
  }));
  const shared = (of: readonly ExplainEntry[]) => {
    const wholeMinor = sumOf(
      of.filter(({ packList }) => packList === null),
      currency,
    );
    // More units than the order has cannot be packed. If it were so, nothing could be worked out.
    const { parts, restMinor } =
      packed > units
        ? { parts: new Map<string, bigint>(), restMinor: 0n }
        : partsOfWhole(wholeMinor, BigInt(units), ordered);
    const ownOf = (id: string) =>
      sumOf(
        of.filter(({ packList }) => packList?.id === id),
        currency,
      );
    return { wholeMinor, parts, restMinor, ownOf };
  };
  const landed = shared(entries);
  const factory = shared(entries.filter(({ costType }) => costType === 'FACTORY_INVOICE'));
  let before = 0;
  const lots = packLists.map((lot): WorkedLot => {
    const from = before + 1;
    before += lot.units;
    const [own, part] = [landed.ownOf(lot.id), landed.parts.get(lot.id) ?? 0n];
    const factoryMinor = factory.ownOf(lot.id) + (factory.parts.get(lot.id) ?? 0n);
    return {
      id: lot.id,
      own: formatAmount(own, currency),
      part: formatAmount(part, currency),
      from,
      to: before,
      figures: figuresOf(lot.units, own + part, factoryMinor, currency),
    };
  });
  const rest: WorkedLot = {
    id: null,
    own: formatAmount(0n, currency),
    part: formatAmount(landed.restMinor, currency),
    from: before + 1,
    to: units,
    figures: figuresOf(units - packed, landed.restMinor, factory.restMinor, currency),
  };
  return { whole: formatAmount(landed.wholeMinor, currency), lots: [...lots, rest] };
}

/**
 * The pack lists of an order that had arrived on an earlier day. Their places among all of its pack lists are not kept,
 * so that the part of each is what it costs beyond its own entries. By units it can be rounded either way, and no
 * further.
 */
function workOutKnownLots({ units, packLists, entries, ...order }: Order, currency: string): WorkedLots {
  const whole = sumOf(
    entries.filter(({ packList }) => packList === null),
    currency,
  );
  const lots = packLists.map((lot): WorkedLot => {
    const own = sumOf(
      entries.filter(({ packList }) => packList?.id === lot.id),
      currency,
    );
    const shown = minor(lot.landed, currency);
    const byUnits = units > 0 ? cumulativePart(whole, BigInt(lot.units), BigInt(units)) : 0n;
    const off = shown - own - byUnits;
    const landed = off >= -1n && off <= 1n ? shown : own + byUnits;
    return {
      id: lot.id,
      own: formatAmount(own, currency),
      part: formatAmount(landed - own, currency),
      from: null,
      to: lot.units,
      figures: figuresOf(lot.units, landed, minor(lot.factory, currency), currency),
    };
  });
  const left = (key: 'landed' | 'factory') =>
    packLists.reduce((rest, lot) => rest - minor(lot[key], currency), minor(order[key], currency));
  const rest = {
    ...{
      id: null,
      own: formatAmount(0n, currency),
      part: formatAmount(left('landed'), currency),
      from: null,
      to: units,
    },
    figures: figuresOf(
      packLists.reduce((sum, lot) => sum - lot.units, units),
      left('landed'),
      left('factory'),
      currency,
    ),
  };
  return { whole: formatAmount(whole, currency), lots: [...lots, rest] };
}

const figuresOf = (units: number, landed: bigint, factory: bigint, currency: string): Figures => ({
  units,
  factory: formatAmount(factory, currency),
  inbound: formatAmount(landed - factory, currency),
  landed: formatAmount(landed, currency),
  perUnit: units > 0 ? unitCost(landed, BigInt(units) * MICRO, currency) : null,
});

const FIGURES = ['factory', 'inbound', 'landed', 'perUnit'] as const;

/** The first figure of each pack list, and of what is not packed, that differs from the result of working it out. */
export function lotProblems(
  order: Order,
  currency: string,
  isPast = false,
): { at: string; expected: string; found: string }[] {
  const worked = workOutLots(order, currency, isPast);
  if (!worked) return [];
  // What is booked on an order without an exchange rate is not what its units cost.
  const isRated = order.packLists.every(({ unknownCost }) => unknownCost !== 'NO_RATE');
  return worked.lots.flatMap(({ id, figures }) => {
    const shown = id === null ? order.unpacked : order.packLists.find((lot) => lot.id === id);
    const wrong = FIGURES.find((figure) => (isRated || figure !== 'perUnit') && shown?.[figure] !== figures[figure]);
    if (!shown || wrong === undefined) return [];
    return [{ at: id ?? order.id, expected: figures[wrong] ?? '–', found: shown[wrong] ?? '–' }];
  });
}
