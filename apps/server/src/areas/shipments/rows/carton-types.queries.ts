import type { CartonDimensionUnit } from '@quayside/domain/shipments/option-lists';
import { sql } from 'kysely';
import { chunks } from '../../../db/batches.ts';
import { searchIn } from '../../../db/paging.ts';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import { namingTooLarge } from '../../../http/errors.ts';
import { type CartonWeightUnit, volumeMm3Of, weightUgOf } from './carton-measures.ts';

/** What a person types of a carton type. */
export interface CartonTypeFields {
  readonly name: string;
  readonly length: string | null;
  readonly width: string | null;
  readonly height: string | null;
  readonly dimensionUnit: CartonDimensionUnit;
  readonly weight: string | null;
  readonly weightUnit: CartonWeightUnit;
  readonly maxUnits: number | null;
}
export interface CartonTypeRow extends CartonTypeFields {
  readonly id: string;
  readonly volumeMm3: bigint | null;
  readonly tareUg: bigint | null;
  /** The rows that use it. */
  readonly cartonRows: number;
  readonly updatedAt: Date;
  readonly version: number;
}

const MOST = 1000;

/** Carton types by name: all, those with these ids, or those whose names contain every word. */
export async function listCartonTypeRows(
  w: Work,
  by: { readonly ids?: readonly string[]; readonly search?: string | undefined } = {},
): Promise<CartonTypeRow[]> {
  const words = searchIn(sql<string>`lower(t.name)`, by.search).map((holds) => sql`and ${holds}`);
  const { rows } = await sql<CartonTypeRow>`
    select t.id, t.name, trim_scale(t.length)::text as length, trim_scale(t.width)::text as width,
      trim_scale(t.height)::text as height, t.dimension_unit as "dimensionUnit", trim_scale(t.weight)::text as weight,
      t.weight_unit as "weightUnit", t.max_units as "maxUnits", t.volume_mm3 as "volumeMm3", t.tare_ug as "tareUg",
      (
        select count(*)::integer from carton c where c.account_id = t.account_id and c.carton_type_id = t.id
      ) as "cartonRows", t.updated_at as "updatedAt", t.version
    from carton_type t
    where t.account_id = ${w.scope.accountId}
      ${by.ids ? sql`and t.id = any(${sql.val([...by.ids])}::uuid[])` : sql``}
      ${words.length > 0 ? sql.join(words, sql` `) : sql``}
    order by lower(t.name), t.id
    limit ${sql.lit(MOST)}`.execute(w.tx);
  return rows;
}

/** The carton type with this name, in any case. */
export async function findTypeByName(w: Work, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from carton_type
    where account_id = ${w.scope.accountId} and lower(name) = lower(${name})`.execute(w.tx);
  return rows[0]?.id;
}

const columnsOf = (fields: CartonTypeFields) => ({
  name: fields.name,
  length: fields.length,
  width: fields.width,
  height: fields.height,
  dimension_unit: fields.dimensionUnit,
  weight: fields.weight,
  weight_unit: fields.weightUnit,
  max_units: fields.maxUnits,
  tare_ug: weightUgOf(fields.weight, fields.weightUnit),
  volume_mm3: volumeMm3Of({ ...fields, unit: fields.dimensionUnit }),
});

export async function insertCartonType(w: Work, id: string, fields: CartonTypeFields): Promise<void> {
  await namingTooLarge('length', () =>
    w.tx
      .insertInto('carton_type')
      .values({ account_id: w.scope.accountId, id, ...columnsOf(fields), created_at: w.now, updated_at: w.now })
      .execute(),
  );
}

/** Makes carton types that somebody has checked: their names are free, and their volumes can be stored. */
export async function insertCartonTypes(
  w: Work,
  types: readonly (CartonTypeFields & { readonly id: string })[],
): Promise<void> {
  for (const part of chunks(types))
    await w.tx
      .insertInto('carton_type')
      .values(
        part.map(({ id, ...fields }) => ({
          account_id: w.scope.accountId,
          id,
          ...columnsOf(fields),
          created_at: w.now,
          updated_at: w.now,
        })),
      )
      .execute();
}

export async function saveCartonType(w: Work, id: string, fields: CartonTypeFields): Promise<void> {
  await namingTooLarge('length', () =>
    w.tx
      .updateTable('carton_type')
      .set((eb) => ({ ...columnsOf(fields), version: eb('version', '+', 1), updated_at: w.now }))
      .where('account_id', '=', w.scope.accountId)
      .where('id', '=', id)
      .execute(),
  );
}

export async function deleteCartonTypeRow(w: Work, id: string): Promise<void> {
  await w.tx.deleteFrom('carton_type').where('account_id', '=', w.scope.accountId).where('id', '=', id).execute();
}

/** Deletes those of these carton types that nobody uses and nobody has changed since they were made. */
export async function deleteUnusedTypes(w: Work, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    delete from carton_type t
    where t.account_id = ${w.scope.accountId} and t.id = ${anyOf(ids)} and t.version = 1
      and not exists (select from carton c where c.account_id = t.account_id and c.carton_type_id = t.id)`.execute(
    w.tx,
  );
}

/** A carton row that uses a type, with the plan that it is in. */
export interface UseOfType {
  readonly id: string;
  readonly number: bigint;
  readonly planId: string | null;
  readonly hasLeft: boolean;
}
/** The carton rows of a type. */
export async function usesOfType(w: Work, typeId: string): Promise<UseOfType[]> {
  const { rows } = await sql<UseOfType>`
    select c.id, c.number, c.plan_id as "planId", coalesce(s.status <> 'OPEN', false) as "hasLeft"
    from carton c
    left join shipment_plan s on s.account_id = c.account_id and s.id = c.plan_id
    where c.account_id = ${w.scope.accountId} and c.carton_type_id = ${typeId}
    order by c.number`.execute(w.tx);
  return rows;
}
