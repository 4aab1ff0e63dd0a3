import { say } from '@quayside/contracts/texts/catalogue';
import { moneyWords } from '@quayside/domain/money/money';
import type { Work } from '../../../db/tx.ts';
import { notify, withdrawNotice } from '../../notifications/public.ts';
import { suppliersByIds } from '../../suppliers/public.ts';
import type { TransferPlan } from './transfers.types.ts';
import { findTransfer, paidNoticeKey, type ReversibleTransfer } from '../rows/transfers.queries.ts';

/** The most instalments that a notification names. */
const NAMED = 10;

/** If the account has this setting on, notifies the admins of a payment, in the app and by mail. */
export async function notifyOfPayment(w: Work, plan: TransferPlan, transferId: string): Promise<void> {
  const [first, ...others] = plan.parts;
  if (plan.kind !== 'PAID' || !first?.target.announcesPayments) return;
  const { owner, payment } = first.target;
  const supplier = (await suppliersByIds(w, [payment.supplier_id])).get(payment.supplier_id)?.companyName ?? '';
  const inDocument = (minor: bigint) => moneyWords(minor, owner.currency);
  await notify(w, {
    type: 'INFO',
    summary: say('notice.payment_recorded', { supplier, amount: inDocument(plan.amountMinor) }),
    message: [
      say('notice.payment_recorded_on', { day: plan.paidOn }),
      ...plan.parts.slice(0, NAMED).map(({ target, amountMinor }) =>
        say(target.owner.type === 'INVOICE' ? 'notice.payment_of' : 'notice.payment_of_order', {
          number: target.owner.number,
          amount: inDocument(amountMinor),
        }),
      ),
      ...(plan.parts.length > NAMED ? [say('notice.more_payments', { count: plan.parts.length - NAMED })] : []),
    ],
    about: others.some(({ target }) => target.owner.id !== owner.id) ? undefined : { type: owner.type, id: owner.id },
    dedupeKey: paidNoticeKey(transferId),
    isForAdmins: true,
    isKnownToDoer: true,
    mail: 'PAYMENT_PAID',
  });
}

/** Takes the notification of a payment back that is being undone, with its mail if that has not been written yet. */
export async function withdrawPaidNotice(
  w: Work,
  transfer: Pick<ReversibleTransfer, 'id' | 'replaces_id' | 'has_notice'>,
): Promise<void> {
  if (!transfer.has_notice) return;
  let first: Pick<ReversibleTransfer, 'id' | 'replaces_id'> = transfer;
  // A corrected payment was announced when it was recorded first.
  while (first.replaces_id !== null) {
    const before = await findTransfer(w, first.replaces_id);
    if (!before) break;
    first = before;
  }
  await withdrawNotice(w, paidNoticeKey(first.id));
}
