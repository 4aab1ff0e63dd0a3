import { ok, refuse, ruleText, type Result } from '../refusal.ts';
import { abs, moneyWords } from '../money/money.ts';
import { lineDocumentMinor } from './amounts.ts';
import type { CostLine, OrderInScope, ManualShare } from './types.ts';

/** The fields of a line that the check of typed shares needs. */
type ManualLine = Pick<CostLine, 'amountMinor' | 'taxMinor' | 'isTaxRecoverable' | 'currency' | 'manualShares'>;

/**
 * Checks the typed shares: each order is in scope and named once, no share has the opposite sign of the line, and
 * together they do not exceed the line.
 */
export function checkManualShares(line: ManualLine, orders: readonly Pick<OrderInScope, 'layerId'>[]): Result<void> {
  const inScope = new Set(orders.map(({ layerId }) => layerId));
  if (line.manualShares.some(({ layerId }) => !inScope.has(layerId)))
    return refuse('bad_input', ruleText('share.not_in_scope'));
  return checkAmounts(line, line.manualShares);
}

function checkAmounts(line: ManualLine, shares: readonly ManualShare[]): Result<void> {
  const total = lineDocumentMinor(line);
  if (new Set(shares.map(({ layerId }) => layerId)).size < shares.length)
    return refuse('bad_input', ruleText('share.twice'));
  if (shares.some(({ amountMinor }) => amountMinor !== 0n && amountMinor * total <= 0n))
    return refuse('bad_input', ruleText('share.sign'));
  const given = shares.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  if (abs(given) <= abs(total)) return ok(undefined);
  return refuse(
    'bad_input',
    ruleText('share.too_much', {
      given: moneyWords(given, line.currency),
      total: moneyWords(total, line.currency),
    }),
  );
}

/**
 * Returns the typed shares to apply: those of orders that are still in scope, without zeros. Returns none when the
 * shares have become impossible because the line was reduced; the whole line is then unassigned.
 */
export function usableShares(
  line: ManualLine,
  orders: readonly OrderInScope[],
): { order: OrderInScope; amountMinor: bigint }[] {
  const byId = new Map(orders.map((order) => [order.layerId, order]));
  const shares = line.manualShares.flatMap(({ layerId, amountMinor }) => {
    const order = byId.get(layerId);
    return order && amountMinor !== 0n ? [{ order, layerId, amountMinor }] : [];
  });
  return checkAmounts(line, shares).ok ? shares.map(({ order, amountMinor }) => ({ order, amountMinor })) : [];
}
