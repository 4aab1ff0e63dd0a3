import { ok, refuse, ruleText, type Result } from '../refusal.ts';
import { abs, moneyWords } from '../money/money.ts';
import { lineDocumentMinor } from './amounts.ts';
import type { Leaf } from '../shipments/leaves.ts';
import type { CostLine, ManualShare } from './types.ts';

/** The fields of a line that the check of typed shares needs. */
type ManualLine = Pick<CostLine, 'amountMinor' | 'taxMinor' | 'isTaxRecoverable' | 'currency' | 'manualShares'>;

/** What can get a typed share: an order as a whole, or one of its pack lists. */
type ReceiverOfShare = Pick<ManualShare, 'layerId' | 'packListId'>;
const idOf = ({ layerId, packListId }: ReceiverOfShare): string => `${layerId} ${packListId ?? ''}`;

/**
 * Checks the typed shares: each order or pack list is in scope and named once, no share has the opposite sign of the
 * line, and together they do not exceed the line.
 */
export function checkManualShares(line: ManualLine, leaves: readonly ReceiverOfShare[]): Result<void> {
  const inScope = new Set(leaves.map(idOf));
  if (line.manualShares.some((share) => !inScope.has(idOf(share))))
    return refuse('bad_input', ruleText('share.not_in_scope'));
  return checkAmounts(line, line.manualShares);
}

function checkAmounts(line: ManualLine, shares: readonly ManualShare[]): Result<void> {
  const total = lineDocumentMinor(line);
  if (new Set(shares.map(idOf)).size < shares.length) return refuse('bad_input', ruleText('share.twice'));
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
 * Returns the typed shares to apply: those of orders and pack lists that are still in scope, without zeros. Returns
 * none when the shares have become impossible because the line was reduced; the whole line is then unassigned.
 */
export function usableShares(line: ManualLine, leaves: readonly Leaf[]): { leaf: Leaf; amountMinor: bigint }[] {
  const byId = new Map(leaves.map((leaf) => [idOf(leaf), leaf]));
  const shares = line.manualShares.flatMap((share) => {
    const leaf = byId.get(idOf(share));
    return leaf && share.amountMinor !== 0n ? [{ ...share, leaf }] : [];
  });
  return checkAmounts(line, shares).ok ? shares.map(({ leaf, amountMinor }) => ({ leaf, amountMinor })) : [];
}
