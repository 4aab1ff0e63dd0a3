import type { ExchangePolicyPreview, ExchangePolicyState } from '@quayside/contracts/payments/exchange-policy';
import { abs, formatAmount } from '@quayside/domain/money/money';
import type { ExchangePolicy } from '@quayside/domain/payables/exchange';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { wake } from '../../../jobs/queue.ts';
import { exchangePolicyOf, setExchangePolicy } from '../../accounts/public.ts';
import { costsAtRates, ordersCarrying } from '../../costs/public.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import {
  countFollowing,
  endChange,
  findNewestChange,
  insertChange,
  listFollowing,
  type PolicyChange,
} from '../rows/exchange-policy.queries.ts';
import { findConnected } from '../ledger/ledger.views.ts';
import type { InvoiceFacts } from '../payments.types.ts';
import { workOutAll } from '../ledger/work-out-all.ts';

export const POLICY_JOB = 'payments.exchange-policy';
/** How many invoices a preview works out at once. */
const CHUNK = 200;
const SHOWN = 50;

/** The exchange policy of the account, and how far invoices follow it. */
export async function getPolicy(w: Work): Promise<ExchangePolicyState> {
  const change = await findNewestChange(w);
  return { policy: await exchangePolicyOf(w), change: change ? toChange(change) : null };
}

/** Invoices that were made after the change began are not counted, but followed at once. */
const toChange = (row: PolicyChange): NonNullable<ExchangePolicyState['change']> => ({
  id: row.id,
  from: row.from_policy,
  to: row.to_policy,
  invoices: row.invoice_count,
  done: Math.min(row.done_count, row.invoice_count),
  startedAt: row.created_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
});

/**
 * Changes the exchange policy. Payments follow it at once, the costs of invoices in the background. A change that is
 * still under way is replaced.
 */
export async function changePolicy(w: Work, to: ExchangePolicy): Promise<ExchangePolicyState> {
  await lockCosts(w);
  const from = await exchangePolicyOf(w);
  if (from === to) return getPolicy(w);
  await setExchangePolicy(w, to);
  await endChange(w);
  const id = await insertChange(w, { from, to, invoiceCount: await countFollowing(w) });
  await wake(w.tx, POLICY_JOB, { accountId: w.scope.accountId });
  await record(
    w,
    {
      action: 'account.exchange-policy-changed',
      subjectIds: [w.scope.accountId],
      details: { changes: [{ field: 'exchangePolicy', from, to }] },
    },
    changed('exchange-policy', [id]),
  );
  return getPolicy(w);
}

/** An invoice whose costs would be converted at another rate. */
interface Restated {
  readonly invoice: InvoiceFacts;
  readonly rateBefore: string;
  readonly rateAfter: string;
}

/** What another policy would change. Stores nothing. */
export async function previewPolicy(w: Work, policy: ExchangePolicy): Promise<ExchangePolicyPreview> {
  const orders = new Map<string, string>();
  let [invoices, changeMinor] = [0, 0n];
  let largest: readonly RestatedCost[] = [];
  let after: string | null = null;
  for (;;) {
    const ids: readonly string[] = await listFollowing(w, after, CHUNK);
    const restated = await restatedBy(w, policy, ids);
    const costs = await costsAtRates(w, new Map(restated.map((one) => [one.invoice.id, one.rateAfter])));
    for (const { id, month } of await ordersCarrying(w, [...costs.keys()])) orders.set(id, month);
    const rows = restated.map(
      (one): RestatedCost => ({ beforeMinor: 0n, afterMinor: 0n, ...one, ...costs.get(one.invoice.id) }),
    );
    invoices += rows.length;
    changeMinor = rows.reduce((sum, row) => sum + changeOf(row), changeMinor);
    largest = [...largest, ...rows].toSorted((a, b) => Number(abs(changeOf(b)) - abs(changeOf(a)))).slice(0, SHOWN);
    after = ids.at(-1) ?? null;
    if (ids.length < CHUNK) break;
  }
  return {
    policy,
    accountCurrency: w.scope.currency,
    invoices,
    orders: orders.size,
    months: [...new Set(orders.values())].sort(),
    change: formatAmount(changeMinor, w.scope.currency),
    largest: largest.map((row) => toShown(row, w.scope.currency)),
  };
}

interface RestatedCost extends Restated {
  readonly beforeMinor: bigint;
  readonly afterMinor: bigint;
}
const changeOf = ({ beforeMinor, afterMinor }: RestatedCost): bigint => afterMinor - beforeMinor;

const toShown = (row: RestatedCost, currency: string): ExchangePolicyPreview['largest'][number] => ({
  invoice: {
    id: row.invoice.id,
    number: row.invoice.number,
    date: row.invoice.days.invoiceDate,
    status: row.invoice.status,
  },
  currency: row.invoice.currency,
  rateBefore: row.rateBefore,
  rateAfter: row.rateAfter,
  before: formatAmount(row.beforeMinor, currency),
  after: formatAmount(row.afterMinor, currency),
  change: formatAmount(changeOf(row), currency),
});

/** The invoices among these whose costs would be converted at another rate under this policy. */
async function restatedBy(w: Work, policy: ExchangePolicy, ids: readonly string[]): Promise<Restated[]> {
  const wanted = new Set(ids);
  const { invoices, orders } = await findConnected(w, { invoiceIds: ids, orderIds: [] });
  const ledgers = invoices.map((one) => ({ ...one, invoice: { ...one.invoice, policy } }));
  const worked = workOutAll(
    { invoices: ledgers, orders },
    { accountCurrency: w.scope.currency, today: todayOf(w) },
  ).invoices;
  return ledgers.flatMap(({ invoice }, place): Restated[] => {
    const own = invoice.rate?.text;
    if (own === undefined || !wanted.has(invoice.id)) return [];
    const [rateBefore, rateAfter] = [invoice.costRate ?? own, worked[place]?.costRate ?? own];
    return rateBefore === rateAfter ? [] : [{ invoice, rateBefore, rateAfter }];
  });
}
