import { parseUnitPrice, type UnitPrice } from '@quayside/domain/money/unit-price';
import { CONTAINERS, type ContainerSizes, type FullContainerType } from '@quayside/domain/shipments/containers';
import { type FreightRate, parseFreightQuantity } from '@quayside/domain/shipments/freight-rates';
import type {
  DivisorUnit,
  FreightLevel,
  FreightMode,
  FreightUnit,
  SideRounding,
} from '@quayside/domain/shipments/option-lists';
import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import { CONTAINER_SIZES, FREIGHT_BREAKS, FREIGHT_FEES, FREIGHT_RATES } from '../../freight/facts.ts';

// Reads freight rates as the rules of the domain take them.

interface RateRow {
  readonly id: string;
  readonly mode: FreightMode;
  readonly currency: string;
  readonly unit: FreightUnit;
  readonly divisor: string | null;
  readonly divisorUnit: DivisorUnit | null;
  readonly level: FreightLevel;
  readonly sideRounding: SideRounding;
  readonly sideUnit: 'CM' | 'IN';
  readonly minimum: string;
  readonly step: string;
  readonly leastMinor: bigint;
  readonly containerType: FullContainerType | null;
  readonly transitDays: number | null;
  readonly validFrom: string | null;
  readonly validTo: string | null;
  readonly breaks: readonly { readonly from: string; readonly price: string }[];
  readonly fees: readonly string[];
}

/** The freight rates with these ids, archived ones among them. */
export async function freightRatesById(w: Work, ids: readonly string[]): Promise<Map<string, FreightRate>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<RateRow>`
    select r.id, r.mode, r.currency, r.unit, r.divisor, r.divisor_unit as "divisorUnit", r.level,
      r.side_rounding as "sideRounding", r.side_unit as "sideUnit", r.minimum, r.step, r.least_minor as "leastMinor",
      r.container_type as "containerType", r.transit_days as "transitDays", r.valid_from as "validFrom",
      r.valid_to as "validTo",
      (
        select json_agg(
          json_build_object('from', b.from_quantity::text, 'price', b.price::text) order by b.from_quantity
        )
        from ${FREIGHT_BREAKS} b where b.account_id = r.account_id and b.rate_id = r.id
      ) as breaks,
      coalesce((
        select json_agg(f.amount_minor::text order by f.position)
        from ${FREIGHT_FEES} f where f.account_id = r.account_id and f.rate_id = r.id
      ), '[]') as fees
    from ${FREIGHT_RATES} r
    where r.account_id = ${w.scope.accountId} and r.id = ${anyOf(ids)}`.execute(w.tx);
  return new Map(rows.map((row) => [row.id, rateOf(row)]));
}

function rateOf({
  id,
  divisor,
  divisorUnit,
  sideRounding,
  sideUnit,
  breaks,
  fees,
  ...row
}: RateRow): FreightRate & { id: string } {
  return {
    ...row,
    id,
    breaks: breaks.map(({ from, price }) => ({ from: quantityOf(from), price: priceOf(price) })),
    divisor: divisor === null || divisorUnit === null ? null : { unit: divisorUnit, micro: microOf(divisor) },
    sides: { rounding: sideRounding, unit: sideUnit },
    minimum: quantityOf(row.minimum),
    step: quantityOf(row.step),
    feesMinor: fees.map(BigInt),
  };
}

function quantityOf(text: string): bigint {
  const parsed = parseFreightQuantity(text);
  if (!parsed.ok) throw new RangeError(`The stored quantity ${text} cannot be read`);
  return parsed.value;
}

function priceOf(text: string): UnitPrice {
  const parsed = parseUnitPrice(text);
  if (!parsed.ok) throw new RangeError(`The stored price ${text} cannot be read`);
  return parsed.value;
}

/** A divisor with 6 decimals in millionths. */
const microOf = (text: string): bigint => quantityOf(text) / 1000n;

/** What containers hold: the published figures, or what the account says. */
export async function containerSizes(w: Work): Promise<ContainerSizes> {
  const rows = await w.tx
    .selectFrom(CONTAINER_SIZES.as('container_size'))
    .select(['container_type', 'usable_mm3', 'payload_ug'])
    .where('account_id', '=', w.scope.accountId)
    .execute();
  const own = rows.map(
    (row) => [row.container_type, { usableMm3: row.usable_mm3, payloadUg: row.payload_ug }] as const,
  );
  return { ...CONTAINERS, ...Object.fromEntries(own) };
}
