import { parseRate, type Rate, RATE_ONE } from '@quayside/domain/money/money';
import type { Scope, Work } from '../../../db/tx.ts';
import { todayOf } from '../../../db/today.ts';
import { findProposal } from '../../rates/public.ts';
import { shipDayOf } from '../sync/plan-days.ts';
import type { PlanRow } from '../rows/plans.queries.ts';

// The exchange rate by which the estimated cost of a plan becomes account currency.

type Exchanged = Pick<PlanRow, 'currency' | 'rate' | 'estimate_rate' | 'estimated_cost_currency'>;

function parsed(text: string): Rate {
  const rate = parseRate(text);
  if (!rate.ok) throw new RangeError(`The stored rate ${text} cannot be read`);
  return rate.value;
}

/** The rate that is stored for a currency: that of the plan goes first. Null if it needs one and has none. */
export function storedExchange(scope: Scope, plan: Exchanged, currency: string): Rate | null {
  if (currency === scope.currency) return RATE_ONE;
  if (currency === plan.currency && plan.rate !== null) return parsed(plan.rate);
  const isOfEstimate = currency === plan.estimated_cost_currency && plan.estimate_rate !== null;
  return isOfEstimate && plan.estimate_rate !== null ? parsed(plan.estimate_rate) : null;
}

/** The rate of the table of rates from a currency to account currency, for a plan that leaves on a day. */
export async function proposedExchange(
  w: Work,
  currency: string,
  shipDay: string | null,
): Promise<{ readonly rate: Rate; readonly day: string } | null> {
  const today = todayOf(w);
  const on = shipDay !== null && shipDay < today ? shipDay : today;
  const proposal = await findProposal(w, { from: currency, to: w.scope.currency, on });
  return proposal && { rate: parsed(proposal.rate), day: proposal.day };
}

/** The columns that fix the rate for the estimated cost, when a freight rate in this currency is chosen. */
export async function fixedExchange(
  w: Work,
  plan: Pick<PlanRow, 'currency' | 'rate' | 'shipped_on' | 'estimated_ship_date'>,
  currency: string | null,
): Promise<{ readonly estimate_rate: string | null; readonly estimate_rate_date: string | null }> {
  const isKnown =
    currency === null || currency === w.scope.currency || (currency === plan.currency && plan.rate !== null);
  const found = isKnown ? null : await proposedExchange(w, currency, shipDayOf(plan));
  return { estimate_rate: found?.rate.text ?? null, estimate_rate_date: found?.day ?? null };
}
