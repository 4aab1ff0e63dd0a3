import { ok, refuse, type Result } from '../refusal.ts';
import { abs, formatAmount } from '../money/money.ts';
import { lineDocumentMinor } from './amounts.ts';
import type { CostLine, LayerInScope, ManualShare } from './types.ts';

/** What the check of typed shares needs to know of a line. */
export type ManualLine = Pick<CostLine, 'amountMinor' | 'taxMinor' | 'isTaxRecoverable' | 'currency' | 'manualShares'>;

/** Are the typed shares possible: each layer in scope once, none of the opposite sign to the line, together not more than the line? */
export function checkManualShares(line: ManualLine, layers: readonly Pick<LayerInScope, 'layerId'>[]): Result<void> {
  const inScope = new Set(layers.map(({ layerId }) => layerId));
  if (line.manualShares.some(({ layerId }) => !inScope.has(layerId)))
    return refuse('bad_input', 'A share names an order that is not in the scope of this line');
  return checkAmounts(line, line.manualShares);
}

function checkAmounts(line: ManualLine, shares: readonly ManualShare[]): Result<void> {
  const total = lineDocumentMinor(line);
  if (new Set(shares.map(({ layerId }) => layerId)).size < shares.length) return refuse('bad_input', 'An order has two shares of this line');
  if (shares.some(({ amountMinor }) => amountMinor !== 0n && amountMinor * total <= 0n)) return refuse('bad_input', 'A share has another sign than the line');
  const given = shares.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  if (abs(given) <= abs(total)) return ok(undefined);
  return refuse('bad_input', `The shares add up to ${formatAmount(given, line.currency)}, more than the ${formatAmount(total, line.currency)} of the line`);
}

/**
 * The typed shares that take part: those of layers which are (still) in scope, without zeros. None at all when they
 * have become impossible, because the line was made smaller since: then the whole line is the rest.
 */
export function usableShares(line: ManualLine, layers: readonly LayerInScope[]): { layer: LayerInScope; amountMinor: bigint }[] {
  const byId = new Map(layers.map((layer) => [layer.layerId, layer]));
  const shares = line.manualShares.flatMap(({ layerId, amountMinor }) => {
    const layer = byId.get(layerId);
    return layer && amountMinor !== 0n ? [{ layer, layerId, amountMinor }] : [];
  });
  return checkAmounts(line, shares).ok ? shares.map(({ layer, amountMinor }) => ({ layer, amountMinor })) : [];
}
