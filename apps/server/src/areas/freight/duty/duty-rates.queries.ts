import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import { PRODUCTS } from '../../products/facts.ts';
import type { DutyFields } from './duty-rates.state.ts';

/** A stored duty rate, with the name of its product. */
export interface DutyRow {
  readonly id: string;
  readonly fields: DutyFields;
  readonly sku: string | null;
  readonly productName: string | null;
  readonly productCount: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}
type Stored = DutyFields & Omit<DutyRow, 'fields'>;

/** SQL: the digits of an HS code as it was typed. */
const DIGITS = sql`regexp_replace(q.hs_code, '[^0-9]', '', 'g')`;

/** Duty rates by id. */
export async function findDuties(w: Work, ids: readonly string[]): Promise<Map<string, DutyRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Stored>`
    select d.id, d.product_id as "productId", d.hs_code as "hsCode", d.country, trim_scale(d.percent)::text as percent,
      d.valid_from as "validFrom", d.valid_to as "validTo", d.notes, p.sku, p.name as "productName",
      case when d.product_id is not null then 1 else (
        select count(*)::integer from ${PRODUCTS} q
        where q.account_id = d.account_id and q.hs_code is not null and ${DIGITS} = d.hs_code
          and q.archived_at is null
      ) end as "productCount",
      d.created_at as "createdAt", d.updated_at as "updatedAt", d.version
    from duty_rate d
    left join ${PRODUCTS} p on p.account_id = d.account_id and p.id = d.product_id
    where d.account_id = ${w.scope.accountId} and d.id = ${anyOf(ids)}`.execute(w.tx);
  return new Map(rows.map((row) => [row.id, toRow(row)]));
}

const toRow = ({ id, sku, productName, productCount, createdAt, updatedAt, version, ...fields }: Stored): DutyRow => ({
  id,
  fields,
  sku,
  productName,
  productCount,
  createdAt,
  updatedAt,
  version,
});

const columnsOf = (fields: DutyFields) => ({
  product_id: fields.productId,
  hs_code: fields.hsCode,
  country: fields.country,
  percent: fields.percent,
  valid_from: fields.validFrom,
  valid_to: fields.validTo,
  notes: fields.notes,
});

/** What a rate has besides its fields. A restored one has the version that follows the one that it had. */
interface Kept {
  readonly createdAt?: Date;
  readonly version?: number;
}

export async function insertDuty(w: Work, id: string, fields: DutyFields, kept: Kept = {}): Promise<void> {
  await w.tx
    .insertInto('duty_rate')
    .values({
      account_id: w.scope.accountId,
      id,
      ...columnsOf(fields),
      created_at: kept.createdAt ?? w.now,
      updated_at: w.now,
      version: kept.version ?? 1,
    })
    .execute();
}

export async function saveDuty(w: Work, id: string, fields: DutyFields): Promise<void> {
  await w.tx
    .updateTable('duty_rate')
    .set((eb) => ({ ...columnsOf(fields), updated_at: w.now, version: eb('version', '+', 1) }))
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .execute();
}

export async function deleteDuties(w: Work, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from duty_rate where account_id = ${w.scope.accountId} and id = ${anyOf(ids)}`.execute(w.tx);
}

/** What tells duty rates of an account apart: whose rate it is, where, and from which day. */
type DutyKey = Pick<DutyFields, 'productId' | 'hsCode' | 'country' | 'validFrom'>;
export const textOfKey = ({ productId, hsCode, country, validFrom }: DutyKey): string =>
  [productId ?? hsCode, country, validFrom ?? ''].join(' ');

/** The stored rates with these keys, by the text of the key. */
export async function dutiesByKey(w: Work, keys: readonly DutyKey[]): Promise<Map<string, DutyRow>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ id: string }>`
    select d.id
    from unnest(
      ${sql.val(keys.map(({ productId }) => productId))}::uuid[], ${sql.val(keys.map(({ hsCode }) => hsCode))}::text[],
      ${sql.val(keys.map(({ country }) => country))}::text[], ${sql.val(keys.map(({ validFrom }) => validFrom))}::date[]
    ) as k(product_id, hs_code, country, valid_from)
    join duty_rate d on d.account_id = ${w.scope.accountId} and d.country = k.country
      and d.product_id is not distinct from k.product_id and d.hs_code is not distinct from k.hs_code
      and d.valid_from is not distinct from k.valid_from`.execute(w.tx);
  const found = await findDuties(
    w,
    rows.map(({ id }) => id),
  );
  return new Map([...found.values()].map((row) => [textOfKey(row.fields), row]));
}
