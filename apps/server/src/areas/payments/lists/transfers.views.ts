import { type RawBuilder, sql } from 'kysely';
import type { InAccount } from '../../../db/compiled-once.ts';
import type { Work } from '../../../db/tx.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { PURCHASE_ORDERS } from '../../purchasing/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';
import type { TransferRow } from '../payments.types.ts';

/** A transfer with the names of its supplier, account code and people, its parts, and the credit that it left. */
export interface ShownTransfer extends TransferRow {
  readonly company_name: string;
  readonly local_name: string | null;
  readonly code: string | null;
  readonly recorded_by_name: string | null;
  readonly reversed_by_name: string | null;
  /** Whether a fee of it is in an invoice of bank fees. */
  readonly has_invoiced_fee: boolean;
  /** Of several credits that a later surplus added, the one with the largest amount. */
  readonly credit_id: string | null;
  readonly credit_minor: bigint | null;
  readonly credit_base_minor: bigint | null;
  readonly parts: readonly Part[];
}

/** The part of a transfer that paid one instalment. */
interface Part {
  readonly entryId: string;
  readonly paymentId: string;
  readonly number: string;
  readonly position: number;
  readonly amountMinor: bigint;
  readonly baseMinor: bigint | null;
  readonly bookedMinor: bigint | null;
  readonly differenceMinor: bigint | null;
  readonly feeMinor: bigint;
}

/** The same as JSON, where numbers of 64 bits are texts. */
type PartJson = {
  readonly [K in keyof Part]: Part[K] extends bigint ? string : Part[K] extends bigint | null ? string | null : Part[K];
};

/**
 * SQL expression: the instalments that a transfer `t` paid, as JSON. Of a reversed transfer these are the entries that
 * it had in the end, which its reversal ended.
 */
const partsJson: RawBuilder<readonly PartJson[] | null> = sql`(
  select json_agg(json_build_object(
    'entryId', e.id, 'paymentId', e.payment_id, 'number', coalesce(i.invoice_number, o.po_number, ''),
    'position', p.position, 'amountMinor', e.amount_minor::text,
    'baseMinor', coalesce(v.base_minor, e.base_minor)::text, 'bookedMinor', v.booked_minor::text,
    'differenceMinor', v.difference_minor::text, 'feeMinor', e.fee_minor::text
  ) order by e.rank, e.id)
  from payment_entry e
  join payment p on p.account_id = e.account_id and p.id = e.payment_id
  left join ${INVOICES} i on i.account_id = p.account_id and i.id = p.invoice_id
  left join ${PURCHASE_ORDERS} o on o.account_id = p.account_id and o.id = p.purchase_order_id
  left join payment_entry_value v on v.account_id = e.account_id and v.entry_id = e.id
  where e.account_id = t.account_id and e.transfer_id = t.id and e.reversed_at is not distinct from t.reversed_at
)`;

const nameOf = (person: RawBuilder<unknown>) => sql`(select n.name from acting_names(array[${person}]) n)`;

type ShownRow = Omit<ShownTransfer, 'parts'> & { readonly parts: readonly PartJson[] | null };

/** SQL: the statement that reads a transfer as it is shown. */
const shownQuery = (w: InAccount, id: string): RawBuilder<ShownRow> => sql<ShownRow>`
  select t.*, s.company_name, s.local_name, c.code, ${nameOf(sql`t.recorded_by`)} as recorded_by_name,
    case when t.reversed_by is not null then ${nameOf(sql`t.reversed_by`)} end as reversed_by_name, exists (
      select from payment_entry e
      join bank_fee b on b.account_id = e.account_id and b.entry_id = e.id
      where e.account_id = t.account_id and e.transfer_id = t.id
    ) as has_invoiced_fee,
    k.id as credit_id, k.amount_minor as credit_minor, k.base_minor as credit_base_minor, ${partsJson} as parts
  from payment_transfer t
  join ${SUPPLIERS} s on s.account_id = t.account_id and s.id = t.supplier_id
  left join account_code c on c.account_id = t.account_id and c.id = t.account_code_id
  left join lateral (
    select k.id, k.amount_minor, k.base_minor
    from credit k
    where k.account_id = t.account_id and k.transfer_id = t.id and k.ended_at is not distinct from t.reversed_at
    order by k.amount_minor desc, k.id
    limit 1
  ) k on true
  where t.account_id = ${w.scope.accountId} and t.id = ${id}`;

const shownOf = (row: ShownRow): ShownTransfer => ({ ...row, parts: (row.parts ?? []).map(partOf) });

export async function findShownTransfer(w: Work, id: string): Promise<ShownTransfer | undefined> {
  const [row] = (await shownQuery(w, id).execute(w.tx)).rows;
  return row && shownOf(row);
}

/** What of a transfer is no JSON: its amounts, which are texts in it, and its times. */
const MINORS = ['amount_minor', 'paid_minor', 'fee_minor', 'credit_minor', 'credit_base_minor'] as const;
type Minor = (typeof MINORS)[number];
type ShownJson = Omit<ShownRow, Minor | 'recorded_at' | 'reversed_at'> &
  Readonly<Record<Minor, string | null> & { recorded_at: string; reversed_at: string | null }>;

const MINORS_AS_TEXTS = sql.join(MINORS.flatMap((key) => [sql.lit(key), sql`x.${sql.ref(key)}::text`]));

/** SQL expression: a transfer as it is shown, as JSON, so that it can be read with the instalment that it paid. */
export const shownTransferJson = (w: InAccount, id: string): RawBuilder<ShownJson> => sql<ShownJson>`(
  select to_jsonb(x) || jsonb_build_object(${MINORS_AS_TEXTS})
  from (${shownQuery(w, id)}) x
)`;

export const shownTransferOf = (json: ShownJson): ShownTransfer =>
  shownOf({
    ...json,
    amount_minor: BigInt(json.amount_minor ?? 0),
    paid_minor: minorOrNull(json.paid_minor),
    fee_minor: BigInt(json.fee_minor ?? 0),
    credit_minor: minorOrNull(json.credit_minor),
    credit_base_minor: minorOrNull(json.credit_base_minor),
    recorded_at: new Date(json.recorded_at),
    reversed_at: json.reversed_at === null ? null : new Date(json.reversed_at),
  });

const minorOrNull = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

const partOf = ({ amountMinor, baseMinor, bookedMinor, differenceMinor, feeMinor, ...rest }: PartJson): Part => ({
  ...rest,
  amountMinor: BigInt(amountMinor),
  baseMinor: minorOrNull(baseMinor),
  bookedMinor: minorOrNull(bookedMinor),
  differenceMinor: minorOrNull(differenceMinor),
  feeMinor: BigInt(feeMinor),
});
