import { sumOf } from '@quayside/domain/payables/instalments';
import { MAX_INSTALMENTS } from '@quayside/domain/payables/reshare';
import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { INVOICES, INVOICE_LINES } from '../../invoices/facts.ts';
import { ALLOCATIONS, INVOICE_TOTALS } from '../../costs/facts.ts';
import { PURCHASE_ORDERS } from '../../purchasing/facts.ts';
import { listScheduledOrders, listStoredParts } from '../ledger/deposits.queries.ts';
import { findConnected } from '../ledger/ledger.views.ts';
import type { Ledger, OrderLedger, PaymentRow, WorkedPayment } from '../payments.types.ts';
import { statementMoves } from '../statement/statement.views.ts';
import { findEntryValues } from '../ledger/sync.queries.ts';
import { isSameOrderSchedule } from '../ledger/sync.service.ts';
import type { Worked, WorkedEntry, WorkedPart } from '../ledger/work-out.ts';
import { type WorkedOrder, workOutAll } from '../ledger/work-out-all.ts';

// Compares what is stored of payments with what follows from single rows. This file writes nothing.

interface BrokenPayable {
  readonly invariant: string;
  /** The invoice, the purchase order, the credit or the transfer. */
  readonly id: string;
  readonly invoiceId: string | null;
  readonly detail: string;
}

const CHUNK = 500;

/** The invariants of payables, in one account. If its data is correct, the result is empty. */
export async function brokenPayables(w: Work): Promise<BrokenPayable[]> {
  return [...(await brokenSums(w)), ...(await brokenLedgers(w))];
}

/** What the database can compare by itself: sums of entries, transfers and credits, and the kept sums. */
async function brokenSums(w: Work): Promise<BrokenPayable[]> {
  const a = w.scope.accountId;
  const checks = [
    sql<BrokenPayable>`
      select 'settled = its entries' as invariant, p.id::text as id, p.invoice_id as "invoiceId",
        p.settled_minor || ' for ' || coalesce(s.minor, 0) as detail
      from payment p
      left join lateral (
        select coalesce((
          select sum(e.amount_minor) from payment_entry e
          where e.account_id = p.account_id and e.payment_id = p.id and e.reversed_at is null
        ), 0) + coalesce((
          select sum(t.amount_minor) from deposit_part t where t.account_id = p.account_id and t.payment_id = p.id
        ), 0) as minor
      ) s on true
      where p.account_id = ${a} and p.settled_minor <> coalesce(s.minor, 0)`,
    sql<BrokenPayable>`
      select 'schedule = its instalments', s.id::text, s.invoice_id,
        s.amount_minor || ' in ' || s.payment_count || ' for ' || coalesce(x.amount, 0) || ' in ' || x.n
      from payment_schedule s
      cross join lateral (
        select sum(p.amount_minor) as amount, sum(p.settled_minor) as settled, count(*) as n,
          count(*) filter (where p.position not between 1 and s.payment_count) as out_of_place,
          count(distinct p.position) as places
        from payment p
        where p.account_id = s.account_id and p.schedule_id = s.id and p.removed_at is null
      ) x
      where s.account_id = ${a} and s.removed_at is null
        and (
          s.amount_minor <> coalesce(x.amount, 0) or s.settled_minor <> coalesce(x.settled, 0)
          or s.payment_count <> x.n or x.out_of_place > 0 or x.places <> x.n
        )`,
    sql<BrokenPayable>`
      select 'a closed invoice = its schedule', i.id::text, i.id, i.total_minor || ' for ' || s.amount_minor
      from payment_schedule s
      join ${INVOICES} i on i.account_id = s.account_id and i.id = s.invoice_id
      where s.account_id = ${a} and s.removed_at is null and i.status = 'CLOSED' and i.deleted_at is null
        and i.total_minor is distinct from s.amount_minor`,
    // Instalments by percents leave a difference only where too much is settled, or where there are as many as may be.
    sql<BrokenPayable>`
      select 'instalments = total', i.id::text, i.id, s.amount_minor || ' for ' || i.total_minor
      from payment_schedule s
      join ${INVOICES} i on i.account_id = s.account_id and i.id = s.invoice_id
      where s.account_id = ${a} and s.removed_at is null and i.deleted_at is null and s.by = 'PERCENT'
        and (
          (s.amount_minor < i.total_minor and s.payment_count < ${MAX_INSTALMENTS})
          or (s.amount_minor > i.total_minor and s.amount_minor <> s.settled_minor)
        )`,
    sql<BrokenPayable>`
      select 'transfer = its parts', t.id::text, null::uuid, t.amount_minor || ' for ' || coalesce(x.minor, 0)
      from payment_transfer t
      cross join lateral (
        select
          (
            select sum(e.amount_minor) from payment_entry e
            where e.account_id = t.account_id and e.transfer_id = t.id and e.reversed_at is null
          ) + coalesce((
            select sum(c.amount_minor) from credit c
            where c.account_id = t.account_id and c.transfer_id = t.id and c.ended_at is null
          ), 0) as minor,
          (
            select sum(e.fee_minor) from payment_entry e
            where e.account_id = t.account_id and e.transfer_id = t.id and e.reversed_at is null
          ) as fee,
          (
            select sum(e.base_minor) from payment_entry e
            where e.account_id = t.account_id and e.transfer_id = t.id and e.reversed_at is null
          ) + coalesce((
            select sum(c.base_minor) from credit c
            where c.account_id = t.account_id and c.transfer_id = t.id and c.ended_at is null
          ), 0) as base
      ) x
      where t.account_id = ${a} and t.reversed_at is null
        and (
          t.amount_minor is distinct from coalesce(x.minor, (
            select sum(c.amount_minor) from credit c
            where c.account_id = t.account_id and c.transfer_id = t.id and c.ended_at is null
          ))
          or t.fee_minor <> coalesce(x.fee, 0)
          or (t.paid_minor is not null and t.paid_rate is null and x.minor is not null and t.paid_minor <> x.base)
        )`,
    sql<BrokenPayable>`
      select 'reversed transfers have no entries and no credits', t.id::text, null::uuid, ''
      from payment_transfer t
      where t.account_id = ${a} and t.reversed_at is not null
        and (
          exists (
            select from payment_entry e
            where e.account_id = t.account_id and e.transfer_id = t.id and e.reversed_at is null
          )
          or exists (
            select from credit c where c.account_id = t.account_id and c.transfer_id = t.id and c.ended_at is null
          )
        )`,
    sql<BrokenPayable>`
      select 'credit = its uses and what is left', c.id::text, c.invoice_id,
        c.used_minor || ' for ' || coalesce(x.minor, 0)
      from credit c
      cross join lateral (
        select sum(u.amount_minor) as minor, sum(u.base_minor) as base from credit_use u
        where u.account_id = c.account_id and u.credit_id = c.id and u.reversed_at is null
      ) x
      where c.account_id = ${a} and c.ended_at is null
        and (
          c.used_minor <> coalesce(x.minor, 0)
          or (c.base_minor is not null and coalesce(c.used_base_minor, 0) <> coalesce(x.base, 0))
          or (
            c.amount_minor = c.used_minor and c.amount_minor > 0
            and c.base_minor is distinct from coalesce(x.base, 0)
          )
        )`,
    sql<BrokenPayable>`
      select 'the use of a credit = its entry', u.id::text, null::uuid,
        u.amount_minor || ' for ' || coalesce(e.minor, 0)
      from credit_use u
      cross join lateral (
        select sum(e.amount_minor) as minor from payment_entry e
        where e.account_id = u.account_id and e.credit_use_id = u.id and e.reversed_at is null
      ) e
      where u.account_id = ${a} and u.payment_id is not null
        and coalesce(e.minor, 0) <> case when u.reversed_at is null then u.amount_minor else 0 end`,
    sql<BrokenPayable>`
      select 'deposit of an invoice = its parts', d.purchase_order_id::text, d.invoice_id,
        d.amount_minor || ' for ' || coalesce(x.minor, 0)
      from deposit d
      cross join lateral (
        select sum(t.amount_minor) as minor, sum(t.base_minor) as base from deposit_part t
        where t.account_id = d.account_id and t.purchase_order_id = d.purchase_order_id and t.invoice_id = d.invoice_id
      ) x
      where d.account_id = ${a}
        and (
          d.amount_minor <> coalesce(x.minor, 0)
          or (d.base_minor is not null and d.base_minor <> coalesce(x.base, 0))
        )`,
    // With what is left, it is what was paid.
    sql<BrokenPayable>`
      select 'deposit of a purchase order = what was paid on it, and what invoices have', s.purchase_order_id::text,
        null::uuid, s.deposit_minor || ' for ' || coalesce(p.settled, 0) || ', ' || s.applied_minor || ' for '
          || coalesce(d.minor, 0)
      from purchase_order_schedule s
      cross join lateral (
        select sum(p.settled_minor) as settled from payment p
        where p.account_id = s.account_id and p.purchase_order_id = s.purchase_order_id
      ) p
      cross join lateral (
        select sum(d.amount_minor) as minor, sum(d.base_minor) as base from deposit d
        where d.account_id = s.account_id and d.purchase_order_id = s.purchase_order_id
      ) d
      where s.account_id = ${a}
        and (
          s.deposit_minor <> coalesce(p.settled, 0) or s.applied_minor <> coalesce(d.minor, 0)
          or s.applied_minor > s.deposit_minor
          or (s.applied_base_minor is not null and s.applied_base_minor <> coalesce(d.base, 0))
        )`,
    sql<BrokenPayable>`
      select 'the credit of a deposit = what is left of it', c.id::text, null::uuid,
        c.amount_minor || ' for ' || (s.deposit_minor - s.applied_minor)
      from credit c
      join purchase_order_schedule s
        on s.account_id = c.account_id and s.purchase_order_id = c.purchase_order_id
      where c.account_id = ${a} and c.source = 'DEPOSIT' and c.ended_at is null
        and (
          c.amount_minor <> s.deposit_minor - s.applied_minor
          or c.base_minor is distinct from s.deposit_base_minor - s.applied_base_minor
        )`,
    sql<BrokenPayable>`
      select 'the credit of a credit note = the note', c.id::text, i.id, c.amount_minor || ' for ' || i.total_minor
      from credit c
      join ${INVOICES} i on i.account_id = c.account_id and i.id = c.invoice_id
      where c.account_id = ${a} and c.source = 'CREDIT_NOTE' and c.ended_at is null
        and (
          i.deleted_at is not null
          or c.amount_minor <> greatest(0, -coalesce(i.total_minor, (
            select t.lines_minor + t.recoverable_tax_minor + t.cost_tax_minor from ${INVOICE_TOTALS} t
            where t.account_id = i.account_id and t.invoice_id = i.id
          ), 0))
        )`,
    sql<BrokenPayable>`
      select 'owed per supplier = its instalments', coalesce(k.supplier_id, p.supplier_id)::text, null::uuid,
        coalesce(k.owed_minor, 0) || ' for ' || coalesce(p.owed, 0)
      from (select * from payable_supplier where account_id = ${a}) k
      full join (
        select supplier_id, currency, coalesce(due_on, 'infinity') as due_on, count(*) as n, sum(owed_minor) as owed,
          coalesce(sum(owed_base_minor), 0) as base, count(*) filter (where owed_base_minor is null) as without_rate
        from payment where account_id = ${a} and owed_minor > 0
        group by 1, 2, 3
      ) p on p.supplier_id = k.supplier_id and p.currency = k.currency and p.due_on = k.due_on
      where (k.payment_count, k.owed_minor, k.owed_base_minor, k.without_rate)
        is distinct from (p.n, p.owed, p.base, p.without_rate)`,
    sql<BrokenPayable>`
      select 'owed per day = its instalments', coalesce(k.currency, p.currency), null::uuid,
        coalesce(k.owed_minor, 0) || ' for ' || coalesce(p.owed, 0)
      from (select * from payable_day where account_id = ${a}) k
      full join (
        select currency, coalesce(due_on, 'infinity') as due_on, count(*) as n, sum(owed_minor) as owed,
          coalesce(sum(owed_base_minor), 0) as base, count(*) filter (where owed_base_minor is null) as without_rate,
          coalesce(sum(round(owed_base_minor * 1.05)), 0) as at_105,
          coalesce(sum(round(owed_base_minor * 0.95)), 0) as at_95
        from payment where account_id = ${a} and owed_minor > 0
        group by 1, 2
      ) p on p.currency = k.currency and p.due_on = k.due_on
      where (
        k.payment_count, k.owed_minor, k.owed_base_minor, k.without_rate, k.owed_base_105_minor, k.owed_base_95_minor
      ) is distinct from (p.n, p.owed, p.base, p.without_rate, p.at_105, p.at_95)`,
    sql<BrokenPayable>`
      select 'statement = what is open, less credits and deposits', coalesce(m.supplier_id, x.supplier_id)::text,
        null::uuid, coalesce(m.currency, x.currency) || ' ' || coalesce(m.minor, 0) || ' for ' || coalesce(x.minor, 0)
      from (select supplier_id, currency, sum(minor) as minor from ${statementMoves(w)} all_moves group by 1, 2) m
      full join (
        select supplier_id, currency, sum(minor) as minor from (
          select supplier_id, currency, owed_minor as minor from payment
          where account_id = ${a} and invoice_id is not null
          union all
          select supplier_id, currency, used_minor - amount_minor from credit
          where account_id = ${a} and ended_at is null
          union all
          select o.supplier_id, o.currency, s.applied_minor - s.deposit_minor + coalesce((
            select c.amount_minor from credit c
            where c.account_id = o.account_id and c.purchase_order_id = o.id and c.source = 'DEPOSIT'
              and c.ended_at is null
          ), 0)
          from purchase_order_schedule s
          join ${PURCHASE_ORDERS} o on o.account_id = s.account_id and o.id = s.purchase_order_id
          where s.account_id = ${a}
        ) parts
        group by 1, 2
      ) x on x.supplier_id = m.supplier_id and x.currency = m.currency
      where coalesce(m.minor, 0) <> coalesce(x.minor, 0)`,
    sql<BrokenPayable>`
      select 'an invoiced bank fee = its entry, and what pays its invoice', coalesce(b.entry_id, t.id)::text,
        b.invoice_id,
        coalesce(b.fee_minor, 0) || ' for ' || coalesce(e.fee_minor, 0) || ' and ' || coalesce(t.amount_minor, 0)
      from bank_fee b
      join payment_entry e on e.account_id = b.account_id and e.id = b.entry_id
      full join (
        select * from payment_transfer where account_id = ${a} and kind = 'BANK_FEES' and reversed_at is null
      ) t on t.account_id = b.account_id and t.id = b.transfer_id
      where coalesce(b.account_id, t.account_id) = ${a}
        and (b.fee_minor, b.fee_minor) is distinct from (
          case when e.reversed_at is null then e.fee_minor end, t.amount_minor
        )`,
    sql<BrokenPayable>`
      select 'an invoice of bank fees = its fees', i.id::text, i.id, i.total_minor || ' for ' || sum(b.fee_minor)
      from bank_fee b
      join ${INVOICES} i on i.account_id = b.account_id and i.id = b.invoice_id
      where b.account_id = ${a}
      group by i.id, i.total_minor, i.deleted_at
      having i.deleted_at is not null or i.total_minor is distinct from sum(b.fee_minor)`,
    sql<BrokenPayable>`
      select 'only a schedule gives another rate to costs', i.id::text, i.id, i.cost_rate
      from ${INVOICES} i
      where i.account_id = ${a} and i.cost_rate is not null
        and (
          i.rate is null or i.deleted_at is not null
          or not exists (
            select from payment_schedule s
            where s.account_id = i.account_id and s.invoice_id = i.id and s.removed_at is null
          )
        )`,
    sql<BrokenPayable>`
      select 'costs are converted at one rate', l.id::text, i.id, x.rate || ' for ' || coalesce(i.cost_rate, i.rate)
      from ${ALLOCATIONS} x
      join ${INVOICE_LINES} l on l.account_id = x.account_id
        and l.id = case when x.credits_line_id is null then x.line_id else x.credits_line_id end
      join ${INVOICES} i on i.account_id = l.account_id and i.id = l.invoice_id
      where x.account_id = ${a} and x.superseded_at is null and x.rate is not null
        and (
          x.rate is distinct from coalesce(i.cost_rate, i.rate)
          or (i.cost_rate is not null and x.rate_source is distinct from 'payment')
        )`,
    sql<BrokenPayable>`
      select 'only entries that count have values', v.entry_id::text, v.invoice_id, ''
      from payment_entry_value v
      join payment_entry e on e.account_id = v.account_id and e.id = v.entry_id
      where v.account_id = ${a} and e.reversed_at is not null`,
  ];
  const broken: BrokenPayable[] = [];
  for (const check of checks) {
    const named = sql<BrokenPayable>`select * from (${check}) as broken(invariant, id, "invoiceId", detail)`;
    broken.push(...(await named.execute(w.tx)).rows);
  }
  return broken;
}

/** What the rules of the domain say of each invoice and purchase order, beside what is stored. */
async function brokenLedgers(w: Work): Promise<BrokenPayable[]> {
  const invoiceIds = (
    await w.tx
      .selectFrom('payment_schedule')
      .select('invoice_id')
      .where('account_id', '=', w.scope.accountId)
      .where('removed_at', 'is', null)
      .orderBy('id')
      .execute()
  ).map((row) => row.invoice_id);
  const broken: BrokenPayable[] = [];
  const checked = new Set<string>();
  const check = async (ids: { readonly invoiceIds: readonly string[]; readonly orderIds: readonly string[] }) => {
    broken.push(...(await brokenConnected(w, ids, checked)));
  };
  for (let i = 0; i < invoiceIds.length; i += CHUNK)
    await check({ invoiceIds: invoiceIds.slice(i, i + CHUNK).filter((id) => !checked.has(id)), orderIds: [] });
  const orderIds = await listScheduledOrders(w);
  for (let i = 0; i < orderIds.length; i += CHUNK)
    await check({ invoiceIds: [], orderIds: orderIds.slice(i, i + CHUNK).filter((id) => !checked.has(id)) });
  return broken;
}

/** Works out these, and all that deposits connect them with. `checked` gets what was compared. */
async function brokenConnected(
  w: Work,
  ids: { readonly invoiceIds: readonly string[]; readonly orderIds: readonly string[] },
  checked: Set<string>,
): Promise<BrokenPayable[]> {
  const ledgers = await findConnected(w, ids);
  const worked = workOutAll(ledgers, { accountCurrency: w.scope.currency, today: todayOf(w) });
  const stored = await findEntryValues(
    w,
    ledgers.invoices.map(({ invoice }) => invoice.id),
  );
  const parts = await listStoredParts(
    w,
    ledgers.invoices.map(({ invoice }) => invoice.id),
  );
  const broken: BrokenPayable[] = [];
  for (const [place, ledger] of ledgers.invoices.entries()) {
    const now = worked.invoices[place];
    if (!now || checked.has(ledger.invoice.id)) continue;
    checked.add(ledger.invoice.id);
    broken.push(...differencesOfInvoice(ledger, now, stored));
    const { id } = ledger.invoice;
    const own = parts.filter((part) => part.invoiceId === id);
    const [before, after] = [own, now.parts].map(textOfParts);
    if (before !== after)
      broken.push({ invariant: 'deposit = what follows', id, invoiceId: id, detail: `${before}/${after}` });
  }
  for (const [place, ledger] of ledgers.orders.entries()) {
    const now = worked.orders[place];
    if (!now || checked.has(ledger.order.id)) continue;
    checked.add(ledger.order.id);
    broken.push(...differencesOfOrder(ledger, now));
  }
  return broken;
}

const textOfParts = (parts: readonly WorkedPart[]): string =>
  textOf(
    parts
      .map((part) =>
        textOf([
          part.orderId,
          part.paymentId,
          part.amountMinor,
          part.baseMinor,
          part.bookedMinor,
          part.differenceMinor,
        ]),
      )
      .sort(),
  );

type Stored = Awaited<ReturnType<typeof findEntryValues>>;

/** The instalments that are stored otherwise than they follow. */
function differencesOfPayments(
  rows: readonly PaymentRow[],
  worked: readonly WorkedPayment[],
  at: (invariant: string, detail: string) => BrokenPayable,
): BrokenPayable[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const stays = new Set(worked.map(({ id }) => id));
  const gone = rows.filter(({ id }) => !stays.has(id)).map(({ id }) => at('a rest of nothing is gone', id));
  const others = worked.flatMap((now) => {
    const row = byId.get(now.id);
    const before: Omit<WorkedPayment, 'id'> | undefined = row && {
      supplierId: row.supplier_id,
      currency: row.currency,
      amountMinor: row.amount_minor,
      settledMinor: row.settled_minor,
      owedMinor: row.owed_minor,
      owedBaseMinor: row.owed_base_minor,
      dueOn: row.due_on,
      isEstimated: row.is_estimated,
      isEnded: row.is_ended,
    };
    const { id: _, ...after } = now;
    return textOf(before) === textOf(after)
      ? []
      : [at('instalment = what follows', `${textOf(before)}/${textOf(after)}`)];
  });
  return [...gone, ...others];
}

function differencesOfInvoice(ledger: Ledger, worked: Worked, stored: Stored): BrokenPayable[] {
  const { invoice, payments } = ledger;
  const at = (invariant: string, detail: string): BrokenPayable => ({
    invariant,
    id: invoice.id,
    invoiceId: invoice.id,
    detail,
  });
  const broken = differencesOfPayments(payments, worked.payments, at);
  for (const now of worked.entries) {
    const before = stored.get(now.entryId);
    const shown = (entry: WorkedEntry | undefined) =>
      textOf(entry && [entry.day, entry.baseMinor, entry.bookedMinor, entry.differenceMinor]);
    if (shown(before) !== shown(now)) broken.push(at('entry = what follows', `${shown(before)}/${shown(now)}`));
  }
  const { schedule } = ledger;
  const sums = [schedule.booked_minor, schedule.exchange_minor, schedule.fee_minor, schedule.due_on];
  const now = worked.schedule;
  if (textOf(sums) !== textOf([now.bookedMinor, now.exchangeMinor, now.feeMinor, now.dueOn]))
    broken.push(at('schedule = what follows', textOf(sums)));
  if (invoice.costRate !== worked.costRate)
    broken.push(at('rate of costs = what was paid', `${invoice.costRate}/${worked.costRate}`));
  return [...broken, ...brokenIdentity(ledger, worked, at)];
}

/** Once an invoice is settled, what it costs and its exchange differences are what left for it (payables §4). */
function brokenIdentity(
  { invoice }: Ledger,
  { entries, parts, schedule }: Worked,
  at: (invariant: string, detail: string) => BrokenPayable,
): BrokenPayable[] {
  if (schedule.exchangeMinor === null || schedule.settledMinor !== invoice.totalMinor) return [];
  const left = sumOf([
    ...entries.map(({ baseMinor }) => baseMinor ?? 0n),
    ...parts.map(({ bookedMinor, differenceMinor }) => (bookedMinor ?? 0n) + (differenceMinor ?? 0n)),
  ]);
  const cost = (invoice.costMinor ?? 0n) + schedule.exchangeMinor;
  return left === cost ? [] : [at('cost and differences = what left', `${cost}/${left}`)];
}

function differencesOfOrder({ order, schedule, payments, credit }: OrderLedger, worked: WorkedOrder): BrokenPayable[] {
  const at = (invariant: string, detail: string): BrokenPayable => ({
    invariant,
    id: order.id,
    invoiceId: null,
    detail,
  });
  const broken = differencesOfPayments(payments, worked.payments, at);
  if (!isSameOrderSchedule(schedule, worked))
    broken.push(at('sums of a purchase order = what follows', `${textOf(schedule)}/${textOf(worked)}`));
  const left = textOf(worked.left ?? undefined);
  const stored = textOf(credit ? { amountMinor: credit.amount_minor, baseMinor: credit.base_minor } : undefined);
  if (left !== stored) broken.push(at('credit of a purchase order = what is left of its deposit', `${stored}/${left}`));
  return broken;
}

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one)) ?? 'nothing';

const UUID = /^[\da-f-]{36}$/;

/** The numbers of invoices and purchase orders, by id. Other ids, such as the currency of a sum, have none. */
export async function numbersOf(w: Work, about: readonly string[]): Promise<Map<string, string>> {
  const ids = about.filter((id) => UUID.test(id));
  const { rows } = await sql<{ id: string; number: string }>`
    select id, invoice_number as number from ${INVOICES}
    where account_id = ${w.scope.accountId} and id = ${anyOf(ids)}
    union all
    select id, po_number from ${PURCHASE_ORDERS}
    where account_id = ${w.scope.accountId} and id = ${anyOf(ids)}`.execute(w.tx);
  return new Map(rows.map(({ id, number }) => [id, number]));
}
