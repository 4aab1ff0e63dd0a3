import type { Transfer } from '@quayside/contracts/payments/payment-transfers';
import { say } from '@quayside/contracts/texts/catalogue';
import { formatAmount } from '@quayside/domain/money/money';
import type { Work } from '../../../db/tx.ts';
import { changesBetween, type AuditEntry } from '../../../events/audit-actions.ts';
import { changed, recordEach } from '../../../events/outbox.ts';
import { AppError } from '../../../http/errors.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { chosenAccountCode } from '../rows/account-code-choice.queries.ts';
import { queueConfirmation } from './confirmation-mail.service.ts';
import { findTransferCredits } from '../rows/credits.queries.ts';
import { inCurrency } from '../payments-log.ts';
import type { BodyOf, TransferRow } from '../payments.types.ts';
import { savePayment } from '../rows/schedules.queries.ts';
import { syncPayables } from '../ledger/sync.service.ts';
import { findLiveEntries, ownersOf, type ReversibleEntry, type Target } from '../ledger/targets.views.ts';
import type { parseBank } from './transfer-plan.ts';
import { refuseUsedDeposits, type Reversed, reverseTransfers, withdrawConfirmation } from './transfer-undo.service.ts';
import { factsOf, insertPlans, partsByOwner } from './transfer-writes.service.ts';
import type { MailingDeps, TransferPlan } from './transfers.types.ts';
import { getTransfer } from './transfers.answers.ts';
import { findEntry, newestReference } from '../rows/transfers.queries.ts';
import { planOne, planSeveral, requireTransfer } from './transfers.service.ts';

type Body = BodyOf<'correctPaymentEntry'>;

/**
 * Corrects a payment: reverses its whole transfer and writes it anew at its place, without sharing anything again in
 * between. Fields that are absent keep their value.
 */
export async function correctEntry(w: Work, deps: MailingDeps, entryId: string, body: Body): Promise<Transfer> {
  await lockCosts(w);
  const entry = await findEntry(w, entryId);
  if (!entry) throw new AppError('payments.unknown');
  if (entry.reversed_at !== null || entry.transfer_id === null) throw new AppError('payments.unpaid');
  const transfer = await requireTransfer(w, entry.transfer_id);
  const before = await findLiveEntries(w, { transferIds: [transfer.id] });
  const hadCredit = (await findTransferCredits(w, [transfer.id])).length > 0;
  // The part that became a credit would have to be taken from one of the instalments, and nobody says from which.
  if (before.length > 1 && hadCredit)
    throw new AppError('payments.credit_used', { message: say('payments.correct_by_undo') });
  const reversed = await reverseTransfers(w, [transfer], { isCorrection: true });
  const chosen = await chosenAccountCode(w, body.accountCode, { keptId: transfer.account_code_id });
  const plan: TransferPlan = {
    ...replan(w, { transfer, reversed, entryId }, body, body.keepExcess ?? hadCredit),
    reference: body.paymentReference === undefined ? transfer.reference : body.paymentReference,
    accountCodeId: chosen === undefined ? transfer.account_code_id : chosen,
  };
  await refuseOtherDeposit(w, reversed, plan);
  const id = w.newId();
  const confirmation = { to: transfer.to_addresses, cc: transfer.cc_addresses };
  const { state } = await withdrawConfirmation(w, transfer);
  // A confirmation that has not left yet says what is true now.
  const mailId = state === 'WITHDRAWN' ? await queueConfirmation(w, deps, plan, confirmation) : transfer.mail_id;
  const inserted = await insertPlans(w, [{ plan, transferId: id, confirmation, mailId, replacesId: transfer.id }]);
  await moveReferences(w, transfer, plan);
  const owners = ownersOf(plan.parts.map(({ target }) => target));
  await syncPayables(w, { ...owners, corrected: [...owners.invoiceIds, ...owners.orderIds], ...inserted });
  await recordCorrected(w, { transfer, entries: reversed.entries, plan, id });
  return getTransfer(w, deps, id);
}

/**
 * A deposit that invoices have parts of keeps its amount, from which these parts follow. What left the bank for it, the
 * day and the reference can be another; the bases of its parts follow.
 */
async function refuseOtherDeposit(w: Work, { entries }: Reversed, { parts }: TransferPlan): Promise<void> {
  const before = new Map(entries.map((entry) => [entry.payment_id, entry.amount_minor]));
  const moved = parts.filter(({ target, amountMinor }) => before.get(target.payment.id) !== amountMinor);
  const { orderIds } = ownersOf(moved.map(({ target }) => target));
  await refuseUsedDeposits(w, orderIds, say('payments.deposit_amount_stays'));
}

/** The corrected payment: what was typed now, else what was stored. */
function replan(
  w: Work,
  {
    transfer,
    reversed,
    entryId,
  }: { readonly transfer: TransferRow; readonly reversed: Reversed; readonly entryId: string },
  body: Body,
  keepExcess: boolean,
): Omit<TransferPlan, 'reference' | 'accountCodeId'> {
  const typed = typedBank(w, transfer, body);
  // What the entries had settled is open again for them.
  const targets = reversed.entries.flatMap((entry): Target[] => {
    const target = reversed.targets.get(entry.payment_id);
    return target ? [{ ...target, openMinor: openOf(target) + entry.amount_minor }] : [];
  });
  const replaces = reversed.entries.map(({ id, rank }) => ({ id, rank }));
  const [first, ...others] = targets;
  const amountOf = (entry: ReversibleEntry) =>
    entry.id === entryId && body.amount !== undefined
      ? body.amount
      : formatAmount(entry.amount_minor, transfer.currency);
  const plan =
    first && others.length === 0
      ? planOne(
          w,
          first,
          { ...typed, amount: body.amount ?? formatAmount(transfer.amount_minor, transfer.currency) },
          keepExcess,
        )
      : planSeveral(
          w,
          targets,
          {
            ...typed,
            payments: reversed.entries.map((entry) => ({ id: entry.payment_id, amount: amountOf(entry) })),
          },
          // The body has one amount: that of the corrected entry.
          Object.fromEntries(reversed.entries.map((_, place) => [`payments.${place}.amount`, 'amount'])),
        );
  return {
    ...plan,
    parts: plan.parts.map((part, place) => ({ ...part, ...(replaces[place] && { replaces: replaces[place] }) })),
  };
}

/** What is open of an instalment, also of one that has ended: what was paid of it can still be corrected. */
const openOf = ({ payment }: Target): bigint => payment.amount_minor - payment.settled_minor;

function typedBank(w: Work, transfer: TransferRow, body: Body): Parameters<typeof parseBank>[1] {
  const stored =
    transfer.paid_minor === null || transfer.paid_currency === null
      ? null
      : formatAmount(transfer.paid_minor, transfer.paid_currency);
  const paidAmount = body.paidAmount === undefined ? stored : body.paidAmount;
  const paidCurrency = body.paidCurrency ?? transfer.paid_currency;
  const keepsRate = body.paidRate === undefined && paidAmount !== null && paidCurrency === transfer.paid_currency;
  return {
    paidOn: body.paidOn ?? transfer.paid_on,
    paidAmount,
    paidCurrency,
    paidRate: keepsRate ? transfer.paid_rate : body.paidRate,
    fee: body.fee === undefined ? formatAmount(transfer.fee_minor, w.scope.currency) : body.fee,
  };
}

/** Instalments that show the former reference show the new one, or that of an earlier payment when it was cleared. */
async function moveReferences(w: Work, transfer: TransferRow, plan: TransferPlan): Promise<void> {
  if (plan.reference !== null || transfer.reference === null) return;
  for (const { target } of plan.parts)
    if (target.payment.transaction_reference === transfer.reference)
      await savePayment(w, target.payment, { transaction_reference: await newestReference(w, target.payment.id) });
}

async function recordCorrected(
  w: Work,
  about: {
    readonly transfer: TransferRow;
    readonly entries: readonly ReversibleEntry[];
    readonly plan: TransferPlan;
    readonly id: string;
  },
): Promise<void> {
  const { transfer, entries, plan, id } = about;
  const after = factsOf(w, plan);
  const before: Readonly<Record<string, string | null>> = {
    paidOn: transfer.paid_on,
    amount: inCurrency(transfer.amount_minor, transfer.currency),
    paidAmount:
      transfer.paid_minor === null || transfer.paid_currency === null
        ? null
        : inCurrency(transfer.paid_minor, transfer.paid_currency),
    fee: transfer.fee_minor === 0n ? null : inCurrency(transfer.fee_minor, w.scope.currency),
    paymentReference: transfer.reference,
  };
  const ofTransfer = changesBetween(
    ['paidOn', 'amount', 'paidAmount', 'fee', 'paymentReference'],
    (field) => before[field],
    (field) => after[field],
  );
  const amountBefore = new Map(entries.map((entry) => [entry.payment_id, entry.amount_minor]));
  await recordEach(
    w,
    partsByOwner(plan).map(
      ({ owner, parts }): AuditEntry => ({
        action: 'payment.corrected',
        subjectIds: parts.map(({ target }) => target.payment.id),
        historyOf: owner.id,
        details: {
          name: owner.number,
          changes: [
            ...parts.flatMap(({ target, amountMinor }) => {
              const from = amountBefore.get(target.payment.id) ?? 0n;
              return from === amountMinor
                ? []
                : [
                    {
                      field: 'settled' as const,
                      from: inCurrency(from, owner.currency),
                      to: inCurrency(amountMinor, owner.currency),
                    },
                  ];
            }),
            ...ofTransfer,
          ],
          trace: { transferId: id },
        },
      }),
    ),
    changed(
      'payments',
      plan.parts.map(({ target }) => target.payment.id),
    ),
    changed('credits', []),
  );
}
