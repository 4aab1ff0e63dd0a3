import { say } from '@quayside/contracts/texts/catalogue';
import type { Use } from '@quayside/contracts/errors';
import type { ScopeType } from '@quayside/domain/lists';
import type { ManualShare } from '@quayside/domain/landed-cost/types';
import type { Work } from '../../db/tx.ts';
import { fieldError } from '../../http/errors.ts';
import { replaceManualShares, replaceScopes } from './rows/scopes.queries.ts';
import { existing, scopeCandidates, usersOfInvoice, usersOfOrder } from './ledger/costs.views.ts';
import { packListsOfOrders } from './ledger/pack-lists.views.ts';
import { checkScope } from './ledger/scopes.ts';

export { lotCostsOf, lotTotalsOf } from './ledger/lot-costs.service.ts';
export { valuationMethod } from './explain/explain-stock.views.ts';
export { figuresIn as lotFiguresIn } from './explain/explain-lots.service.ts';
export { orderRefs } from './rows/order-names.views.ts';
export { costsAtRates } from './ledger/costs-at-rates.service.ts';
export { ordersCarrying } from './rows/order-names.views.ts';
export { containerSizes, freightRatesById } from './ledger/freight-rates.views.ts';
export { customsValuesSet } from './ledger/duty-rates.views.ts';
export { resyncShipments, setAdjustedUnits, shareWhatIsStranded, syncInvoice } from './ledger/costs.service.ts';
export { setShippingMethod } from './measures/measures.service.ts';
export { previewAllocation } from './preview/preview.service.ts';

/**
 * Stores the scope that a person chose for a line: the records over which its cost is shared. Null restores the default
 * scope. The caller updates the line's `has_chosen_scope`.
 */
export async function setChosenScope(
  w: Work,
  lineId: string,
  scope: readonly { type: ScopeType; id: string }[] | null,
): Promise<void> {
  if (scope) await checkScope(w, scope, 'scope');
  await replaceScopes(
    w,
    [lineId],
    ['CHOSEN'],
    (scope ?? []).map((s) => ({ lineId, type: s.type, targetId: s.id, origin: 'CHOSEN' })),
  );
}

/** Replaces the shares that a person typed for a MANUAL line, in the currency of its invoice. */
export async function setManualShares(w: Work, lineId: string, shares: readonly ManualShare[]): Promise<void> {
  const found = await existing(
    w,
    'ORDER',
    shares.map((s) => s.layerId),
  );
  const missing = shares.findIndex((s) => !found.has(s.layerId));
  if (missing >= 0) throw fieldError(`manualShares.${missing}.layerId`, say('costs.order_unknown'));
  const packLists = new Map(
    (
      await packListsOfOrders(
        w,
        shares.flatMap((s) => (s.packListId === null ? [] : s.layerId)),
      )
    ).map((row) => [row.id, row.orderId]),
  );
  const elsewhere = shares.findIndex((s) => s.packListId !== null && packLists.get(s.packListId) !== s.layerId);
  if (elsewhere >= 0) throw fieldError(`manualShares.${elsewhere}.packListId`, say('not_in_account'));
  if (new Set(shares.map((s) => `${s.layerId} ${s.packListId ?? ''}`)).size < shares.length)
    throw fieldError('manualShares', say('share.twice'));
  await replaceManualShares(w, lineId, shares);
}

/** The other invoices whose costs are shared over this invoice or one of its orders, by the choice of a person. */
export async function usesOfInvoice(w: Work, invoiceId: string): Promise<Use[]> {
  return (await usersOfInvoice(w, invoiceId)).map((u) => ({ type: 'INVOICE', id: u.invoiceId, label: u.number }));
}

/** The invoices of which a person has chosen to share costs over this order. */
export async function usesOfOrder(w: Work, orderId: string): Promise<Use[]> {
  return (await usersOfOrder(w, orderId)).map((u) => ({ type: 'INVOICE', id: u.invoiceId, label: u.number }));
}

/** The records over which a person can choose to share the cost of a line or of an invoice. */
export const scopeOptions = (
  w: Work,
  invoiceId: string,
  { search, discontinued }: { readonly search?: string | undefined; readonly discontinued: boolean },
) => scopeCandidates(w, invoiceId, search?.trim() ?? '', discontinued);
