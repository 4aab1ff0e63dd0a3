import { openOf } from '@quayside/domain/payables/instalments';
import type { PaidDocument } from '@quayside/domain/payables/settle';
import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import { sendsMailOf } from '../../accounts/public.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { PURCHASE_ORDERS } from '../../purchasing/facts.ts';
import { BANK_DETAILS } from '../../suppliers/facts.ts';
import { rateOf } from './ledger.views.ts';
import type { EntryRow, PaymentRow } from '../payments.types.ts';
import { HAS_CREDIT, HAS_INVOICED_FEE, HAS_NOTICE, type ReversibleTransfer } from '../rows/transfers.queries.ts';

/** The invoice or the purchase order that an instalment belongs to. */
export interface Owner {
  readonly type: 'INVOICE' | 'PURCHASE_ORDER';
  readonly id: string;
  readonly number: string;
  readonly currency: string;
  /** The date of the invoice or of the purchase order; null while it has none. */
  readonly day: string | null;
}

/** An instalment that is to be settled. */
export interface Target {
  readonly payment: PaymentRow;
  readonly owner: Owner;
  readonly document: PaidDocument;
  /** The most that can be settled of it; 0 once it is paid or has ended. */
  readonly openMinor: bigint;
  /** What is shown as open, which is settled unless an amount is typed. Of a purchase order it can be less. */
  readonly shownMinor: bigint;
  /** Whether the account wants its admins to be told of payments. */
  readonly announcesPayments: boolean;
}

/** The invoices and purchase orders of instalments. */
export function ownersOf(targets: Iterable<Pick<Target, 'owner'>>): {
  readonly invoiceIds: readonly string[];
  readonly orderIds: readonly string[];
} {
  const owners = [...targets].map(({ owner }) => owner);
  const idsOf = (type: Owner['type']) => [...new Set(owners.filter((one) => one.type === type).map(({ id }) => id))];
  return { invoiceIds: idsOf('INVOICE'), orderIds: idsOf('PURCHASE_ORDER') };
}

/** Finds an instalment that is part of a schedule or of a purchase order. */
export const findPayment = (w: Work, id: string): Promise<PaymentRow | undefined> =>
  w.tx
    .selectFrom('payment')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();

/** Instalments by id, also those of deleted schedules. */
export const findPayments = async (w: Work, ids: readonly string[]): Promise<PaymentRow[]> =>
  ids.length === 0
    ? []
    : w.tx
        .selectFrom('payment')
        .selectAll()
        .where('account_id', '=', w.scope.accountId)
        .where('id', '=', anyOf(ids))
        .execute();

/** An instalment that is to be settled, with what is known of its owner. */
interface TargetRow extends PaymentRow {
  readonly owner_id: string | null;
  readonly owner_number: string;
  readonly owner_currency: string;
  readonly owner_day: string | null;
  readonly owner_rate: string | null;
  readonly announces_payments: boolean;
}

/** SQL: the statement that reads instalments that are to be settled, with `more` columns. */
const targetQuery = <M = unknown>(
  w: Work,
  ids: readonly string[],
  more: RawBuilder<unknown> = sql``,
): RawBuilder<TargetRow & M> => sql<TargetRow & M>`
  select p.*, coalesce(i.id, o.id) as owner_id, coalesce(i.invoice_number, o.po_number) as owner_number,
    coalesce(i.currency, o.currency) as owner_currency, coalesce(i.date, o.order_date) as owner_day,
    case when i.id is null then o.rate else i.rate end as owner_rate,
    ${sendsMailOf(w, 'isPaymentPaidEmailEnabled')} as announces_payments ${more}
  from payment p
  left join ${INVOICES} i on i.account_id = p.account_id and i.id = p.invoice_id and i.deleted_at is null
  left join ${PURCHASE_ORDERS} o on o.account_id = p.account_id and o.id = p.purchase_order_id
  where p.account_id = ${w.scope.accountId} and p.id = ${anyOf(ids)} and p.removed_at is null`;

/** Undefined for an instalment of a deleted invoice. */
function targetOf(w: Work, row: TargetRow): Target | undefined {
  const {
    owner_id: id,
    owner_number: number,
    owner_currency: currency,
    owner_rate: rate,
    owner_day: day,
    ...others
  } = row;
  const { announces_payments: announcesPayments, ...payment } = others;
  if (id === null) return undefined;
  const type = payment.invoice_id === null ? 'PURCHASE_ORDER' : 'INVOICE';
  const open = openOf({ amountMinor: payment.amount_minor, settledMinor: payment.settled_minor });
  return {
    payment,
    owner: { type, id, number, currency, day },
    document: { kind: type, currency, accountCurrency: w.scope.currency, rate: rateOf(rate) },
    openMinor: payment.is_ended ? 0n : open,
    shownMinor: payment.owed_minor,
    announcesPayments,
  };
}

/** The instalments that are to be settled, by id; without those of deleted invoices. */
export async function findTargets(w: Work, ids: readonly string[]): Promise<Map<string, Target>> {
  if (ids.length === 0) return new Map();
  const { rows } = await targetQuery(w, ids).execute(w.tx);
  return new Map(
    rows.flatMap((row): [string, Target][] => {
      const target = targetOf(w, row);
      return target ? [[target.payment.id, target]] : [];
    }),
  );
}

/** What has to be known of an entry to reverse it. */
export type ReversibleEntry = Pick<
  EntryRow,
  'id' | 'payment_id' | 'transfer_id' | 'kind' | 'amount_minor' | 'day' | 'rank'
>;
/** An entry with its transfer. */
interface PaidTogether extends ReversibleEntry {
  readonly transfer: ReversibleTransfer;
}

/** The same as JSON, where numbers of 64 bits are texts; null without any. */
type PaidTogetherJson =
  | readonly (Omit<PaidTogether, 'amount_minor' | 'rank'> & { readonly amount_minor: string; readonly rank: string })[]
  | null;
/** SQL: the entries of the payments of the instalment `p` that are not reversed, with all others of their transfers. */
const PAID_TOGETHER = sql<PaidTogetherJson>`(
  select json_agg(json_build_object(
    'id', e.id, 'payment_id', e.payment_id, 'transfer_id', e.transfer_id, 'kind', e.kind,
    'amount_minor', e.amount_minor::text, 'day', e.day, 'rank', e.rank::text,
    'transfer', json_build_object(
      'id', t.id, 'paid_on', t.paid_on, 'reference', t.reference, 'to_addresses', t.to_addresses,
      'cc_addresses', t.cc_addresses, 'mail_id', t.mail_id, 'replaces_id', t.replaces_id,
      'has_credit', ${HAS_CREDIT}, 'has_invoiced_fee', ${HAS_INVOICED_FEE}, 'has_notice', ${HAS_NOTICE}
    )
  ) order by e.rank, e.id)
  from (
    select distinct own.account_id, own.transfer_id
    from payment_entry own
    where own.account_id = p.account_id and own.payment_id = p.id and own.reversed_at is null
  ) own
  join payment_transfer t on t.account_id = own.account_id and t.id = own.transfer_id
  join payment_entry e on e.account_id = t.account_id and e.transfer_id = t.id and e.reversed_at is null
)`;

/** An instalment of which a payment is to be undone, with the entries of its payments and of the same transfers. */
export async function findPaid(
  w: Work,
  paymentId: string,
): Promise<{ readonly target: Target; readonly entries: readonly PaidTogether[] } | undefined> {
  const more = sql`, ${PAID_TOGETHER} as paid_together`;
  const { rows } = await targetQuery<{ readonly paid_together: PaidTogetherJson }>(w, [paymentId], more).execute(w.tx);
  const [found] = rows;
  if (!found) return undefined;
  const { paid_together: json, ...row } = found;
  const target = targetOf(w, row);
  const entries = (json ?? []).map((entry) => ({
    ...entry,
    amount_minor: BigInt(entry.amount_minor),
    rank: BigInt(entry.rank),
  }));
  return target && { target, entries };
}

/** The entries of an instalment, or of a transfer, that are not reversed, in the order of recording. */
export const findLiveEntries = (
  w: Work,
  of: { readonly paymentId: string } | { readonly transferIds: readonly string[] } | { readonly useId: string },
): Promise<EntryRow[]> =>
  w.tx
    .selectFrom('payment_entry')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where(
      'paymentId' in of ? 'payment_id' : 'transferIds' in of ? 'transfer_id' : 'credit_use_id',
      '=',
      'transferIds' in of ? anyOf(of.transferIds) : 'paymentId' in of ? of.paymentId : of.useId,
    )
    .where('reversed_at', 'is', null)
    .orderBy('rank')
    .orderBy('id')
    .execute();

/** When the supplier was paid last, and when its bank details were changed last; null for what never happened. */
export async function findBankTimes(
  w: Work,
  supplierId: string,
): Promise<{ readonly changedAt: number | null; readonly lastPaidAt: number | null }> {
  const { rows } = await sql<{ changed_at: Date | null; paid_at: Date | null }>`
    select
      (
        select max(b.changed_at) from ${BANK_DETAILS} b
        where b.account_id = ${w.scope.accountId} and b.supplier_id = ${supplierId}
      ) as changed_at,
      (
        select t.recorded_at from payment_transfer t
        where t.account_id = ${w.scope.accountId} and t.supplier_id = ${supplierId} and t.reversed_at is null
          and t.kind = 'PAID'
        order by t.recorded_at desc limit 1
      ) as paid_at`.execute(w.tx);
  return { changedAt: rows[0]?.changed_at?.getTime() ?? null, lastPaidAt: rows[0]?.paid_at?.getTime() ?? null };
}
