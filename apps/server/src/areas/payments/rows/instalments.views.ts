import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import { type DepositRow, type LiveEntry, PAYMENT_COLUMNS, type PaymentRow } from '../payments.types.ts';

// Reads the instalments of invoices and purchase orders with what is settled of them. This file writes nothing.

/** The instalments of one invoice or purchase order in their order, and their entries in the order of recording. */
interface Instalments {
  readonly payments: PaymentRow[];
  readonly entries: LiveEntry[];
}

/** An instalment with one of its entries; null without any. */
interface SettledRow extends PaymentRow {
  readonly entry: {
    readonly id: string;
    readonly kind: LiveEntry['kind'];
    readonly amountMinor: string;
    readonly baseMinor: string | null;
    readonly feeMinor: string;
    readonly day: string;
    readonly rank: number;
    readonly isMoney: boolean;
  } | null;
}

const COLUMNS = sql.raw(PAYMENT_COLUMNS.map((column) => `p.${column}`).join(', '));

/**
 * The instalments of these invoices or purchase orders, by invoice or purchase order, with the entries that are not
 * reversed. The base of a used credit is its part of the credit's worth; it is assumed, like that of a payment of which
 * nothing was typed of the bank, while there is none.
 */
export async function findInstalments(
  w: Work,
  column: 'invoice_id' | 'purchase_order_id',
  ids: readonly string[],
): Promise<ReadonlyMap<string, Instalments>> {
  const owner = sql.ref(`p.${column}`);
  const { rows } = await sql<SettledRow>`
    select ${COLUMNS}, case when e.id is not null then json_build_object(
        'id', e.id, 'kind', e.kind, 'amountMinor', e.amount_minor::text,
        'baseMinor', coalesce(e.base_minor, u.base_minor)::text, 'feeMinor', e.fee_minor::text, 'day', e.day,
        'rank', e.rank, 'isMoney', c.source is distinct from 'CREDIT_NOTE'
      ) end as entry
    from payment p
    left join payment_entry e on e.account_id = p.account_id and e.payment_id = p.id and e.reversed_at is null
    left join credit_use u on u.account_id = e.account_id and u.id = e.credit_use_id
    left join credit c on c.account_id = u.account_id and c.id = u.credit_id
    where p.account_id = ${w.scope.accountId} and ${owner} = ${anyOf(ids)} and p.removed_at is null
    order by p.position, p.id, e.rank`.execute(w.tx);
  return new Map([...Map.groupBy(rows, (row) => row[column] ?? '')].map(([id, own]) => [id, withoutRepeats(own)]));
}

/** An instalment is in as many rows as it has entries. */
function withoutRepeats(rows: readonly SettledRow[]): Instalments {
  const payments = rows.filter((row, place) => row.id !== rows[place - 1]?.id);
  const entries = rows.flatMap(({ id: paymentId, entry }): LiveEntry[] => {
    if (entry === null) return [];
    const { amountMinor, baseMinor, feeMinor, ...rest } = entry;
    return [
      {
        ...rest,
        paymentId,
        amountMinor: BigInt(amountMinor),
        baseMinor: baseMinor === null ? null : BigInt(baseMinor),
        feeMinor: BigInt(feeMinor),
      },
    ];
  });
  return { payments, entries: entries.toSorted((a, b) => a.rank - b.rank) };
}

/** What invoices have of deposits. */
export const listDeposits = (w: Work, invoiceIds: readonly string[]): Promise<DepositRow[]> =>
  w.tx
    .selectFrom('deposit')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('invoice_id', '=', anyOf(invoiceIds))
    .execute();

/** The parts of deposits that instalments of invoices have, as entries; by invoice. */
export async function findParts(w: Work, invoiceIds: readonly string[]): Promise<Map<string, LiveEntry[]>> {
  const { rows } = await sql<Omit<LiveEntry, 'rank'> & { readonly rank: bigint; readonly invoiceId: string }>`
    select t.id, t.payment_id as "paymentId", t.invoice_id as "invoiceId", 'CREDIT' as kind,
      t.amount_minor as "amountMinor", t.base_minor as "baseMinor", 0::bigint as "feeMinor", d.day, d.rank,
      true as "isMoney", t.purchase_order_id as "depositOf"
    from deposit_part t
    join deposit d on d.account_id = t.account_id and d.purchase_order_id = t.purchase_order_id
      and d.invoice_id = t.invoice_id
    join payment p on p.account_id = t.account_id and p.id = t.payment_id
    where t.account_id = ${w.scope.accountId} and t.invoice_id = ${anyOf(invoiceIds)}
    order by d.rank, p.position`.execute(w.tx);
  return Map.groupBy(
    rows.map((row) => ({ ...row, rank: Number(row.rank) })),
    ({ invoiceId }) => invoiceId,
  );
}
