import type { Use } from '@quayside/contracts/errors';
import type { ScopeType } from '@quayside/domain/lists';
import type { Work } from '../../db/tx.ts';
import { replaceManualShares, replaceScopes, takeCostLock } from './costs.queries.ts';
import { existing, scopeCandidates, usersOfInvoice } from './costs.views.ts';
import { fieldError } from '../../http/errors.ts';
import type { Undoers } from '../undo/public.ts';
import { MEASURES_OPERATION, undoMeasures } from './measures.service.ts';
import { checkScope } from './scopes.ts';

export { syncInvoice } from './costs.service.ts';
export { previewAllocation } from './preview.service.ts';

/** Takes the account's cost lock; first thing in every write that can move costs. */
export const lockCosts = (w: Work): Promise<void> => takeCostLock(w);

/** Stores a scope that a person chose for a line; null returns to the default. The line's `has_chosen_scope` is the caller's. */
export async function setChosenScope(w: Work, lineId: string, scope: readonly { type: ScopeType; id: string }[] | null): Promise<void> {
  if (scope) await checkScope(w, scope, 'scope');
  await replaceScopes(
    w,
    [lineId],
    ['CHOSEN'],
    (scope ?? []).map((s) => ({ lineId, type: s.type, targetId: s.id, origin: 'CHOSEN' })),
  );
}

/** Stores the typed shares of a MANUAL line, in document currency; replaces all. */
export async function setManualShares(w: Work, lineId: string, shares: readonly { layerId: string; amountMinor: bigint }[]): Promise<void> {
  const found = await existing(
    w,
    'ORDER',
    shares.map((s) => s.layerId),
  );
  const missing = shares.findIndex((s) => !found.has(s.layerId));
  if (missing >= 0) throw fieldError(`manualShares.${missing}.layerId`, 'This order does not exist in the account');
  if (new Set(shares.map((s) => s.layerId)).size < shares.length) throw fieldError('manualShares', 'An order has two shares of this line');
  await replaceManualShares(w, lineId, shares);
}

/** Other invoices that are spread over this invoice's orders, or paired with it. */
export async function usesOfInvoice(w: Work, invoiceId: string): Promise<Use[]> {
  return (await usersOfInvoice(w, invoiceId)).map((u) => ({ type: 'INVOICE', id: u.invoiceId, label: u.number }));
}

/** What a scope or a pairing can be chosen from. */
export const scopeOptions = (w: Work, invoiceId: string, search: string | undefined) => scopeCandidates(w, invoiceId, search?.trim() ?? '');

/** How the operations of this area are taken back. */
export const undoers: Undoers = { [MEASURES_OPERATION]: undoMeasures };
