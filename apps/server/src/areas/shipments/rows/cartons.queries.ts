import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import type { CartonWeightUnit } from './carton-measures.ts';

/** A row of identical cartons as it is stored. */
export interface CartonRecord {
  readonly id: string;
  /** As text, so that undo can keep the record as JSON. */
  readonly number: string;
  readonly cartonTypeId: string | null;
  readonly count: number;
  readonly measuredWeight: string | null;
  readonly weightUnit: CartonWeightUnit;
  readonly measuredUg: string | null;
  readonly marks: string | null;
  readonly planId: string | null;
  readonly version: number;
}

/** The carton rows with these ids. */
export async function readCartonRecords(w: Work, ids: readonly string[]): Promise<CartonRecord[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<CartonRecord>`
    select id, number::text as number, carton_type_id as "cartonTypeId", count,
      trim_scale(measured_weight)::text as "measuredWeight", weight_unit as "weightUnit",
      measured_ug::text as "measuredUg", marks, plan_id as "planId", version
    from carton
    where account_id = ${w.scope.accountId} and id = ${anyOf(ids)}
    order by number`.execute(w.tx);
  return rows;
}

/** Makes carton rows. Their plan follows from their pack lists, which are written afterwards. */
export async function insertCartons(w: Work, rows: readonly CartonRecord[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into carton
      (account_id, id, number, carton_type_id, count, measured_weight, weight_unit, measured_ug, marks, version,
       created_at, updated_at)
    select ${w.scope.accountId}, r.id, r.number, r."cartonTypeId", r.count, r."measuredWeight", r."weightUnit",
      r."measuredUg", r.marks, r.version, ${w.now}, ${w.now}
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(
      id uuid, number bigint, "cartonTypeId" uuid, count integer, "measuredWeight" numeric, "weightUnit" text,
      "measuredUg" bigint, marks text, version integer
    )`.execute(w.tx);
}

/** Writes what a person types of a carton row. The row gets the next version. */
export async function saveCarton(
  w: Work,
  id: string,
  row: Pick<CartonRecord, 'cartonTypeId' | 'count' | 'measuredWeight' | 'weightUnit' | 'measuredUg' | 'marks'>,
): Promise<void> {
  await w.tx
    .updateTable('carton')
    .set((eb) => ({
      carton_type_id: row.cartonTypeId,
      count: row.count,
      measured_weight: row.measuredWeight,
      weight_unit: row.weightUnit,
      measured_ug: row.measuredUg === null ? null : BigInt(row.measuredUg),
      marks: row.marks,
      version: eb('version', '+', 1),
      updated_at: w.now,
    }))
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .execute();
}

/** Writes what people type of several carton rows. Each gets the next version. */
export async function saveCartons(w: Work, rows: readonly CartonRecord[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update carton c
    set carton_type_id = r."cartonTypeId", count = r.count, measured_weight = r."measuredWeight",
      weight_unit = r."weightUnit", measured_ug = r."measuredUg", marks = r.marks, version = c.version + 1,
      updated_at = ${w.now}
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(
      id uuid, "cartonTypeId" uuid, count integer, "measuredWeight" numeric, "weightUnit" text, "measuredUg" bigint,
      marks text
    )
    where c.account_id = ${w.scope.accountId} and c.id = r.id`.execute(w.tx);
}
