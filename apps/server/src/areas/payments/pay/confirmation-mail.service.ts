import { personOf, type Work } from '../../../db/tx.ts';
import { mailSender, sendTypedMail } from '../../accounts/public.ts';
import { suppliersByIds } from '../../suppliers/public.ts';
import { confirmationMail } from './confirmation.mails.ts';
import type { Confirmation, MailingDeps, TransferPlan } from './transfers.types.ts';

/** How long a confirmation waits, so that the undo of a slip withdraws it. */
const WAIT_MS = 60_000;

/**
 * Queues the confirmation of a payment to whom the person named: the amount, the invoices, the day and the reference,
 * but no rate, and nothing of the bank. Answers go to that person. Returns the id of the mail; null without recipients.
 */
export async function queueConfirmation(
  w: Work,
  deps: MailingDeps,
  plan: TransferPlan,
  { to, cc }: Confirmation,
): Promise<string | null> {
  if (to.length === 0) return null;
  const { accountName, email } = await mailSender(w);
  const [first] = plan.parts;
  const supplierId = first?.target.payment.supplier_id ?? '';
  const supplier = (await suppliersByIds(w, [supplierId])).get(supplierId);
  return sendTypedMail(w, deps, {
    kind: 'payment-confirmation',
    recipients: { to, cc },
    ...(email !== null && { replyTo: email }),
    accountId: w.scope.accountId,
    personId: personOf(w.scope),
    notBefore: new Date(deps.clock.now().getTime() + WAIT_MS),
    texts: confirmationMail({
      account: accountName,
      supplier: supplier?.companyName ?? '',
      currency: first?.target.owner.currency ?? '',
      amountMinor: plan.amountMinor,
      paidOn: plan.paidOn,
      reference: plan.reference,
      parts: plan.parts.map(({ target: { owner }, amountMinor }) => ({ ...owner, amountMinor })),
      creditMinor: plan.credit?.amountMinor ?? null,
    }),
  });
}
