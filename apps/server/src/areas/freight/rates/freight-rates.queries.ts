import type { FullContainerType } from '@quayside/domain/shipments/containers';
import type {
  DivisorUnit,
  FreightLevel,
  FreightMode,
  FreightUnit,
  SideRounding,
} from '@quayside/domain/shipments/option-lists';
import { formatAmount, parseAmount } from '@quayside/domain/money/money';
import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import { namingTooLarge } from '../../../http/errors.ts';
import { SHIPMENT_PLANS } from '../../shipments/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';
import type { RateFields } from './freight-rates.state.ts';

/** A stored freight rate. */
export interface RateRow {
  readonly id: string;
  readonly fields: RateFields;
  readonly forwarderName: string | null;
  readonly planCount: number;
  readonly archivedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

interface Stored {
  readonly id: string;
  readonly name: string;
  readonly forwarderId: string | null;
  readonly forwarderName: string | null;
  readonly mode: FreightMode;
  readonly fromCountry: string | null;
  readonly toCountry: string | null;
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
  readonly notes: string | null;
  readonly breaks: readonly { readonly from: string; readonly price: string }[];
  readonly fees: readonly { readonly name: string; readonly minor: string }[];
  readonly planCount: number;
  readonly archivedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

/** Freight rates by id, archived ones among them. */
export async function findRates(w: Work, ids: readonly string[]): Promise<Map<string, RateRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Stored>`
    select r.id, r.name, r.forwarder_id as "forwarderId", s.company_name as "forwarderName", r.mode,
      r.from_country as "fromCountry", r.to_country as "toCountry", r.currency, r.unit,
      trim_scale(r.divisor)::text as divisor, r.divisor_unit as "divisorUnit", r.level,
      r.side_rounding as "sideRounding", r.side_unit as "sideUnit", trim_scale(r.minimum)::text as minimum,
      trim_scale(r.step)::text as step, r.least_minor as "leastMinor", r.container_type as "containerType",
      r.transit_days as "transitDays", r.valid_from as "validFrom", r.valid_to as "validTo", r.notes,
      (
        select json_agg(
          json_build_object('from', trim_scale(b.from_quantity)::text, 'price', trim_scale(b.price)::text)
          order by b.from_quantity
        )
        from freight_rate_break b where b.account_id = r.account_id and b.rate_id = r.id
      ) as breaks,
      coalesce((
        select json_agg(json_build_object('name', f.name, 'minor', f.amount_minor::text) order by f.position)
        from freight_rate_fee f where f.account_id = r.account_id and f.rate_id = r.id
      ), '[]') as fees,
      (
        select count(*)::integer from ${SHIPMENT_PLANS} p
        where p.account_id = r.account_id and p.freight_rate_id = r.id and p.removed_at is null
      ) as "planCount",
      r.archived_at as "archivedAt", r.created_at as "createdAt", r.updated_at as "updatedAt", r.version
    from freight_rate r
    left join ${SUPPLIERS} s on s.account_id = r.account_id and s.id = r.forwarder_id
    where r.account_id = ${w.scope.accountId} and r.id = ${anyOf(ids)}`.execute(w.tx);
  return new Map(rows.map((row) => [row.id, toRow(row)]));
}

const toRow = ({
  id,
  forwarderName,
  planCount,
  archivedAt,
  createdAt,
  updatedAt,
  version,
  leastMinor,
  fees,
  divisorUnit,
  ...fields
}: Stored): RateRow => ({
  id,
  forwarderName,
  planCount,
  archivedAt,
  createdAt,
  updatedAt,
  version,
  fields: {
    ...fields,
    divisorUnit: divisorUnit ?? 'CM3_PER_KG',
    leastCharge: formatAmount(leastMinor, fields.currency),
    fees: fees.map(({ name, minor }) => ({ name, amount: formatAmount(BigInt(minor), fields.currency) })),
  },
});

function minorOf(text: string, currency: string): bigint {
  const parsed = parseAmount(text, currency);
  if (!parsed.ok) throw new RangeError(`The checked amount ${text} cannot be read`);
  return parsed.value;
}

const columnsOf = (fields: RateFields) => ({
  name: fields.name,
  forwarder_id: fields.forwarderId,
  mode: fields.mode,
  from_country: fields.fromCountry,
  to_country: fields.toCountry,
  currency: fields.currency,
  unit: fields.unit,
  divisor: fields.divisor,
  divisor_unit: fields.divisor === null ? null : fields.divisorUnit,
  level: fields.level,
  side_rounding: fields.sideRounding,
  side_unit: fields.sideUnit,
  minimum: fields.minimum,
  step: fields.step,
  least_minor: minorOf(fields.leastCharge, fields.currency),
  container_type: fields.containerType,
  transit_days: fields.transitDays,
  valid_from: fields.validFrom,
  valid_to: fields.validTo,
  notes: fields.notes,
});

/** What a rate has besides its fields. A restored one has the version that follows the one that it had. */
interface Kept {
  readonly archivedAt?: Date | null;
  readonly createdAt?: Date;
  readonly version?: number;
}

export async function insertRate(w: Work, id: string, fields: RateFields, kept: Kept = {}): Promise<void> {
  await namingTooLarge('breaks', async () => {
    await w.tx
      .insertInto('freight_rate')
      .values({
        account_id: w.scope.accountId,
        id,
        ...columnsOf(fields),
        created_at: kept.createdAt ?? w.now,
        updated_at: w.now,
        archived_at: kept.archivedAt ?? null,
        version: kept.version ?? 1,
      })
      .execute();
    await insertParts(w, id, fields);
  });
}

/** Replaces the fields of a rate. */
export async function saveRate(w: Work, id: string, fields: RateFields, archivedAt: Date | null): Promise<void> {
  await namingTooLarge('breaks', async () => {
    await w.tx
      .updateTable('freight_rate')
      .set((eb) => ({
        ...columnsOf(fields),
        archived_at: archivedAt,
        updated_at: w.now,
        version: eb('version', '+', 1),
      }))
      .where('account_id', '=', w.scope.accountId)
      .where('id', '=', id)
      .execute();
    for (const table of ['freight_rate_break', 'freight_rate_fee'] as const)
      await w.tx.deleteFrom(table).where('account_id', '=', w.scope.accountId).where('rate_id', '=', id).execute();
    await insertParts(w, id, fields);
  });
}

async function insertParts(w: Work, id: string, { breaks, fees, currency }: RateFields): Promise<void> {
  await sql`
    insert into freight_rate_break (account_id, rate_id, from_quantity, price)
    select ${w.scope.accountId}, ${id}, b.from_quantity, b.price
    from unnest(
      ${sql.val(breaks.map(({ from }) => from))}::numeric[], ${sql.val(breaks.map(({ price }) => price))}::numeric[]
    ) as b(from_quantity, price)`.execute(w.tx);
  if (fees.length === 0) return;
  await w.tx
    .insertInto('freight_rate_fee')
    .values(
      fees.map(({ name, amount }, position) => ({
        account_id: w.scope.accountId,
        rate_id: id,
        position,
        name,
        amount_minor: minorOf(amount, currency),
      })),
    )
    .execute();
}

export async function deleteRates(w: Work, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from freight_rate where account_id = ${w.scope.accountId} and id = ${anyOf(ids)}`.execute(w.tx);
}

/** A shipment plan that chose a rate. */
interface PlanOfRate {
  readonly rateId: string;
  readonly planId: string;
  readonly number: bigint;
}
/** The plans that chose these rates, removed ones among them, because these can come back. */
export async function plansOfRates(w: Work, ids: readonly string[]): Promise<PlanOfRate[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<PlanOfRate>`
    select freight_rate_id as "rateId", id as "planId", number from ${SHIPMENT_PLANS}
    where account_id = ${w.scope.accountId} and freight_rate_id = ${anyOf(ids)}
    order by number`.execute(w.tx);
  return rows;
}

/** The rates that are not archived with these names in any case, by which a table finds the ones that it replaces. */
export async function ratesByName(w: Work, names: readonly string[]): Promise<RateRow[]> {
  const { rows } = await sql<{ id: string }>`
    select id from freight_rate
    where account_id = ${w.scope.accountId} and archived_at is null
      and lower(name) = any(${sql.val(names.map((name) => name.toLowerCase()))}::text[])`.execute(w.tx);
  return [
    ...(
      await findRates(
        w,
        rows.map(({ id }) => id),
      )
    ).values(),
  ];
}

export interface MovedRate {
  readonly id: string;
  readonly version: number;
}
/** The number of rates of a forwarder, archived ones among them. */
export async function countOfForwarder(w: Work, supplierId: string): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from freight_rate
    where account_id = ${w.scope.accountId} and forwarder_id = ${supplierId}`.execute(w.tx);
  return Number(rows[0]?.n ?? 0n);
}

/** Gives the named rates, or all of a forwarder, another forwarder. Returns them with their new versions. */
export async function moveToForwarder(
  w: Work,
  which: { readonly forwarderId: string } | { readonly ids: readonly string[] },
  to: string,
): Promise<MovedRate[]> {
  const condition =
    'forwarderId' in which
      ? sql`forwarder_id = ${which.forwarderId}`
      : sql`id = any(${sql.val([...which.ids])}::uuid[])`;
  const { rows } = await sql<MovedRate>`
    update freight_rate set forwarder_id = ${to}, version = version + 1, updated_at = ${w.now}
    where account_id = ${w.scope.accountId} and ${condition}
    returning id, version`.execute(w.tx);
  return rows;
}
