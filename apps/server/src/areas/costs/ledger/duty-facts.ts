import { hsDigits } from '@quayside/domain/products/hs-code';
import { customsValueOf, type DutyFacts, findDutyRate } from '@quayside/domain/shipments/duty';
import type { Leaf } from '@quayside/domain/shipments/leaves';
import { partsOfWhole } from '@quayside/domain/shipments/lots';
import type { Work } from '../../../db/tx.ts';
import { customsValuesSet, dutyRatesOf } from './duty-rates.views.ts';
import { type BorneRow, freightBorne, hsCodesOf, type PackListRow, type PlanRow } from './pack-lists.views.ts';

/** What the duty of leaves is computed from, by line date and leaf key. */
export type DutyFactsOn = (day: string, leaves: readonly Leaf[]) => ReadonlyMap<string, DutyFacts>;

/** The goods whose duty is asked for. */
interface DutyGoods {
  readonly leaves: readonly Leaf[];
  readonly plans: ReadonlyMap<string, PlanRow>;
  /** The units of each order, and its pack lists. */
  readonly unitsOf: ReadonlyMap<string, bigint>;
  readonly packListsOf: ReadonlyMap<string, readonly PackListRow[]>;
}

/**
 * Reads what duty is computed from (stock §7): the rate of each product in the destination of its plan, on the day of
 * the line's invoice, and the freight and insurance that each pack list bears: its own, and its part of what its order
 * bears as a whole.
 */
export async function readDutyFacts(w: Work, goods: DutyGoods): Promise<DutyFactsOn> {
  const { leaves, plans } = goods;
  const productIds = [...new Set(leaves.map(({ productId }) => productId))];
  const hsCodes = await hsCodesOf(w, productIds);
  const countries = [...new Set([...plans.values()].flatMap(({ country }) => country ?? []))];
  const rates = await dutyRatesOf(w, {
    productIds,
    hsCodes: [...new Set([...hsCodes.values()].map(hsDigits))],
    countries,
  });
  const customsValues = await customsValuesSet(w);
  const borne = borneBy(goods, await freightBorne(w, [...new Set(leaves.map(({ layerId }) => layerId))]));
  return (day, asked) =>
    new Map(
      asked.map((leaf): [string, DutyFacts] => {
        const country = (leaf.planId === null ? undefined : plans.get(leaf.planId))?.country ?? null;
        const product = { id: leaf.productId, hsCode: hsCodes.get(leaf.productId) ?? null };
        const rate = country === null ? undefined : findDutyRate(rates, product, country, day);
        return [
          leaf.key,
          {
            shippingMinor: borne(leaf, 'SHIPPING'),
            insuranceMinor: borne(leaf, 'INSURANCE'),
            rateThousandths: rate?.thousandths ?? null,
            customsValue: country === null ? 'CIF' : customsValueOf(country, customsValues),
          },
        ];
      }),
    );
}

/** What each leaf bears of freight or insurance. */
function borneBy({ unitsOf, packListsOf }: DutyGoods, rows: readonly BorneRow[]) {
  const sums = new Map(rows.map((row) => [keyOf(row.orderId, row.packListId, row.category), row.minor]));
  return ({ layerId, packListId }: Leaf, category: BorneRow['category']): bigint => {
    const asWhole = sums.get(keyOf(layerId, null, category)) ?? 0n;
    if (packListId === null) return asWhole;
    const own = sums.get(keyOf(layerId, packListId, category)) ?? 0n;
    const { parts } = partsOfWhole(asWhole, unitsOf.get(layerId) ?? 0n, packListsOf.get(layerId) ?? []);
    return own + (parts.get(packListId) ?? 0n);
  };
}
const keyOf = (orderId: string, packListId: string | null, category: string): string =>
  `${orderId} ${packListId ?? ''} ${category}`;
