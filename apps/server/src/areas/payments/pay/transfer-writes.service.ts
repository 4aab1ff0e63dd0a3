import { formatAmount } from '@quayside/domain/money/money';
import type { Work } from '../../../db/tx.ts';
import type { AuditEntry } from '../../../events/audit-actions.ts';
import { changed, recordAtEnd } from '../../../events/outbox.ts';
import { queueConfirmation } from './confirmation-mail.service.ts';
import { insertCredit } from '../rows/credits.queries.ts';
import { notifyOfPayment } from './paid-notices.service.ts';
import type { LinkedInvoice } from '../ledger/ledger.views.ts';
import { inCurrency } from '../payments-log.ts';
import { savePayment } from '../rows/schedules.queries.ts';
import { syncPayables } from '../ledger/sync.service.ts';
import { ownersOf } from '../ledger/targets.views.ts';
import type { Confirmation, MailingDeps, TransferPlan } from './transfers.types.ts';
import { insertTransfers, type NewTransfer, type NumberedLater } from '../rows/transfers.queries.ts';

/** A payment that is to be inserted. */
interface Insertion {
  readonly plan: TransferPlan;
  readonly transferId: string;
  readonly confirmation: Confirmation;
  readonly mailId: string | null;
  readonly replacesId: string | null;
}

/**
 * Records a payment: the transfer, an entry for each instalment, the credit of what exceeds them, the confirmation, and
 * what follows from it. Returns the id of the transfer.
 */
export async function storeTransfer(
  w: Work,
  deps: MailingDeps,
  plan: TransferPlan,
  confirmation: Confirmation,
): Promise<string> {
  const transferId = w.newId();
  const mailId = await queueConfirmation(w, deps, plan, confirmation);
  const inserted = await insertPlans(w, [{ plan, transferId, confirmation, mailId, replacesId: null }]);
  await syncPayables(w, { ...ownersOf(plan.parts.map(({ target }) => target)), ...inserted });
  await recordPaid(w, [{ plan, transferId }]);
  await notifyOfPayment(w, plan, transferId);
  return transferId;
}

/**
 * Inserts the rows of payments, without what follows from them. Returns the ids of the credits that they leave, and the
 * invoices that were read with it.
 */
export async function insertPlans(
  w: Work,
  insertions: readonly Insertion[],
): Promise<{ readonly creditIds: readonly string[]; readonly read: readonly LinkedInvoice[] }> {
  const read = await insertTransfers(
    w,
    insertions.map(transferRow),
    insertions.flatMap(({ plan, transferId }) =>
      plan.parts.map(
        (part): NumberedLater => ({
          id: w.newId(),
          payment_id: part.target.payment.id,
          kind: 'PAYMENT',
          transfer_id: transferId,
          amount_minor: part.amountMinor,
          base_minor: part.baseMinor,
          is_assumed: part.isAssumed,
          fee_minor: part.feeMinor,
          day: plan.paidOn,
          rank: part.replaces?.rank ?? null,
          replaces_id: part.replaces?.id ?? null,
        }),
      ),
    ),
    ownersOf(insertions.flatMap(({ plan }) => plan.parts.map(({ target }) => target))).invoiceIds,
  );
  const creditIds: string[] = [];
  for (const { plan, transferId } of insertions) {
    await saveWhatIsShown(w, plan);
    const [first] = plan.parts;
    if (!plan.credit || !first) continue;
    const id = w.newId();
    creditIds.push(id);
    await insertCredit(w, {
      id,
      supplier_id: first.target.payment.supplier_id,
      currency: first.target.owner.currency,
      source: 'OVERPAYMENT',
      [first.target.owner.type === 'INVOICE' ? 'invoice_id' : 'purchase_order_id']: first.target.owner.id,
      transfer_id: transferId,
      amount_minor: plan.credit.amountMinor,
      base_minor: plan.credit.baseMinor,
    });
  }
  return { creditIds, read };
}

function transferRow({ plan, transferId, confirmation, mailId, replacesId }: Insertion): NewTransfer {
  const [first] = plan.parts;
  if (!first) throw new Error('A payment needs an instalment');
  const { bank } = plan;
  return {
    id: transferId,
    kind: plan.kind,
    supplier_id: first.target.payment.supplier_id,
    currency: first.target.owner.currency,
    amount_minor: plan.amountMinor,
    paid_on: plan.paidOn,
    paid_minor: bank?.amountMinor ?? null,
    paid_currency: bank?.currency ?? null,
    paid_rate: bank?.rate?.text ?? null,
    fee_minor: plan.feeMinor,
    reference: plan.reference,
    account_code_id: plan.accountCodeId,
    to_addresses: [...confirmation.to],
    cc_addresses: [...confirmation.cc],
    mail_id: mailId,
    replaces_id: replacesId,
  };
}

/** The instalments of a payment show its reference and its account code, if it has them. */
async function saveWhatIsShown(w: Work, { parts, reference, accountCodeId }: TransferPlan): Promise<void> {
  for (const { target } of parts) {
    const { account_code_id, transaction_reference } = target.payment;
    const values = {
      ...(reference !== null && reference !== transaction_reference && { transaction_reference: reference }),
      ...(accountCodeId !== null && accountCodeId !== account_code_id && { account_code_id: accountCodeId }),
    };
    if (Object.keys(values).length > 0) await savePayment(w, target.payment, values);
  }
}

/** Records payments in the audit log, with one row for each bill, because each shows its own history. */
export async function recordPaid(
  w: Work,
  paid: readonly { readonly plan: TransferPlan; readonly transferId: string }[],
): Promise<void> {
  await recordAtEnd(
    w,
    paid.flatMap(({ plan, transferId }) =>
      partsByOwner(plan).map(
        ({ owner, parts }): AuditEntry => ({
          action: plan.kind === 'PAID' ? 'payment.paid' : 'payment.settled-before',
          subjectIds: parts.map(({ target }) => target.payment.id),
          historyOf: owner.id,
          details: {
            name: owner.number,
            changes: parts.map(({ target, amountMinor }) => ({
              field: 'settled' as const,
              from: inCurrency(target.payment.settled_minor, owner.currency),
              to: inCurrency(target.payment.settled_minor + amountMinor, owner.currency),
            })),
            facts: factsOf(w, plan),
            trace: { transferId },
          },
        }),
      ),
    ),
    changed(
      'payments',
      paid.flatMap(({ plan }) => plan.parts.map(({ target }) => target.payment.id)),
    ),
  );
}

/** The parts of a payment by invoice or purchase order. */
export function partsByOwner(plan: Pick<TransferPlan, 'parts'>) {
  return [...Map.groupBy(plan.parts, ({ target }) => target.owner.id).values()].flatMap((parts) => {
    const [first] = parts;
    return first ? [{ owner: first.target.owner, parts }] : [];
  });
}

/** What the audit log says of a payment beside the instalments. */
export function factsOf(w: Work, plan: TransferPlan) {
  const currency = plan.parts[0]?.target.owner.currency ?? w.scope.currency;
  return {
    paidOn: plan.paidOn,
    amount: inCurrency(plan.amountMinor, currency),
    paidAmount: plan.bank ? inCurrency(plan.bank.amountMinor, plan.bank.currency) : null,
    fee: plan.feeMinor === 0n ? null : `${formatAmount(plan.feeMinor, w.scope.currency)} ${w.scope.currency}`,
    credit: plan.credit ? inCurrency(plan.credit.amountMinor, currency) : null,
    paymentReference: plan.reference,
  };
}
