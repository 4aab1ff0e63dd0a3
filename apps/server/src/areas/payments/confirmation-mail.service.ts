import { say } from '@quayside/contracts/texts/catalogue';
import { moneyWords } from '@quayside/domain/money/money';
import { aboveAccount, personOf, type Work } from '../../db/tx.ts';
import { AppError } from '../../http/errors.ts';
import { type MailTexts, queueMail } from '../../mail/queue-mail.ts';
import { MOST_RECIPIENTS_PER_HOUR, waitForRecipients } from '../../mail/recipient-limit.queries.ts';
import { mailSender } from '../accounts/public.ts';
import { suppliersByIds } from '../suppliers/public.ts';
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
  const retryAfterSeconds = await waitForRecipients(w, to.length + cc.length);
  if (retryAfterSeconds > 0)
    throw new AppError('too_many', {
      message: say('mail.too_many_recipients', { max: MOST_RECIPIENTS_PER_HOUR }),
      retryAfterSeconds,
    });
  const { accountName, email } = await mailSender(w);
  const [first] = plan.parts;
  const supplierId = first?.target.payment.supplier_id ?? '';
  const supplier = (await suppliersByIds(w, [supplierId])).get(supplierId);
  return aboveAccount(w, (tx) =>
    queueMail(tx, deps, {
      kind: 'payment-confirmation',
      recipients: { to, cc },
      ...(email !== null && { replyTo: email }),
      accountId: w.scope.accountId,
      personId: personOf(w.scope),
      notBefore: new Date(deps.clock.now().getTime() + WAIT_MS),
      texts: confirmationOf(plan, accountName, supplier?.companyName ?? ''),
    }),
  );
}

function confirmationOf(plan: TransferPlan, account: string, supplier: string): MailTexts {
  const currency = plan.parts[0]?.target.owner.currency ?? '';
  const amount = moneyWords(plan.amountMinor, currency);
  return {
    subject: say('mail.paid_subject', { amount, account }),
    heading: say('mail.paid', { amount }),
    paragraphs: [
      say('mail.paid_body', { account, supplier, amount, day: plan.paidOn }),
      ...(plan.reference === null ? [] : [say('mail.paid_reference', { reference: plan.reference })]),
    ],
    items: plan.parts.map(({ target: { owner }, amountMinor }) => ({
      text: say(owner.type === 'INVOICE' ? 'mail.paid_invoice' : 'mail.paid_order', {
        number: owner.number,
        amount: moneyWords(amountMinor, currency),
      }),
    })),
    ...(plan.credit && {
      afterAction: [say('mail.paid_credit', { amount: moneyWords(plan.credit.amountMinor, currency) })],
    }),
  };
}
