import { say } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../../db/tx.ts';
import { changed, emit } from '../../../events/outbox.ts';
import type { ReactionEvents, Reactions } from '../../../events/reactions.ts';
import { AppError, type FieldProblem, fieldError } from '../../../http/errors.ts';
import { requireNoCash } from '../calendar/cash-opening.service.ts';
import { usesOfCredits } from '../rows/credits.queries.ts';
import { listScheduledOrders } from '../ledger/deposits.queries.ts';
import { findOrderLedgers } from '../ledger/ledger.views.ts';
import { followOrders, makeInstalments } from '../schedule/order-instalments.service.ts';
import type { OrderLedger } from '../payments.types.ts';
import { followOrderSuppliers } from '../rows/supplier-merge.queries.ts';
import { syncPayables } from '../ledger/sync.service.ts';
import { hasTransfers } from '../rows/transfers.queries.ts';

/** What payments do when purchase orders change, in the same transaction. A handler that throws refuses the change. */
export const orderReactions: Reactions = {
  'purchase-order.changed': followChange,
  'purchase-order.header-changing': refuseOtherSupplier,
  'purchase-order.moving': allowMove,
  'purchase-order.moved': followMove,
  'account.currency-changed': followCurrency,
};

/** Instalments, payments and credits follow the terms, the total, the days and the supplier of their purchase order. */
async function followChange(w: Work, { orderIds }: ReactionEvents['purchase-order.changed']): Promise<void> {
  const ledgers = await findOrderLedgers(w, orderIds);
  const moved = ledgers.filter(hasOtherSupplier).map(({ order }) => order.id);
  const creditIds = await followOrderSuppliers(w, moved);
  await followOrders(w, orderIds, ledgers, moved);
  if (creditIds.length > 0) await emit(w, changed('credits', creditIds));
}

/** Whether a purchase order has another supplier than its instalments, with which its payments and credits move. */
const hasOtherSupplier = ({ order, payments }: OrderLedger): boolean =>
  order.supplierId !== null && payments.some((payment) => payment.supplier_id !== order.supplierId);

/** While something is settled, a purchase order keeps the supplier and the currency in which it was. */
async function refuseOtherSupplier(
  w: Work,
  { orderId, from, to }: ReactionEvents['purchase-order.header-changing'],
): Promise<void> {
  const ledger = await ledgerOf(w, orderId);
  if (!ledger || ledger.entries.length === 0) return;
  const errors: FieldProblem[] = [
    ...(from.supplierId === to.supplierId ? [] : [{ field: 'supplierId', message: say('payments.keeps_supplier') }]),
    ...(from.currency === to.currency ? [] : [{ field: 'currency', message: say('payments.keeps_currency') }]),
  ];
  throw new AppError('bad_input', { errors });
}

const ledgerOf = async (w: Work, orderId: string) => (await findOrderLedgers(w, [orderId]))[0];

/** A purchase order is not re-opened while the credit of its deposit is in use. */
async function allowMove(w: Work, { orderId, move }: ReactionEvents['purchase-order.moving']): Promise<void> {
  if (move !== 'REOPEN') return;
  const credit = (await ledgerOf(w, orderId))?.credit;
  if (credit && credit.used_minor > 0n)
    throw new AppError('payments.credit_used', { uses: await usesOfCredits(w, [credit.id]) });
}

async function followMove(w: Work, { orderId, move }: ReactionEvents['purchase-order.moved']): Promise<void> {
  if (move === 'CLOSE') await syncPayables(w, { invoiceIds: [], orderIds: [orderId] });
  else await makeInstalments(w, orderId);
}

/** What was paid stays in the currency in which it was; without payments, purchase orders have another worth now. */
async function followCurrency(w: Work, { from, to }: ReactionEvents['account.currency-changed']): Promise<void> {
  await requireNoCash(w, from);
  if (await hasTransfers(w)) throw fieldError('currency', say('accounts.currency_fixed'), 'accounts.currency_fixed');
  const moved = { ...w, scope: { ...w.scope, currency: to } };
  await syncPayables(moved, { invoiceIds: [], orderIds: await listScheduledOrders(w) });
}
