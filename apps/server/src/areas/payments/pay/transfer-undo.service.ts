import type { Use } from '@quayside/contracts/errors';
import type { MailLeft } from '@quayside/contracts/payments/payment-transfers';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { aboveAccount, type Work } from '../../../db/tx.ts';
import type { AuditEntry } from '../../../events/audit-actions.ts';
import { changed, recordAtEnd } from '../../../events/outbox.ts';
import { AppError } from '../../../http/errors.ts';
import { withdrawMail } from '../../../mail/mail-sender.queries.ts';
import { findFeeInvoices } from '../rows/bank-fees.queries.ts';
import { endCredits, findTransferCredits, usesOfCredits } from '../rows/credits.queries.ts';
import { usesOfDeposits } from '../ledger/deposits.queries.ts';
import { withdrawPaidNotice } from './paid-notices.service.ts';
import type { LinkedInvoice } from '../ledger/ledger.views.ts';
import { inCurrency } from '../payments-log.ts';
import type { CreditRow } from '../payments.types.ts';
import { savePayment } from '../rows/schedules.queries.ts';
import { syncPayables } from '../ledger/sync.service.ts';
import { findLiveEntries, findTargets, ownersOf, type ReversibleEntry, type Target } from '../ledger/targets.views.ts';
import {
  forgetMail,
  type KnownTransfer,
  newestReference,
  reverseRows,
  type ReversibleTransfer,
} from '../rows/transfers.queries.ts';

/** Payments whose rows are marked as reversed, with the instalments that they had paid. */
export interface Reversed {
  readonly transfers: readonly Pick<ReversibleTransfer, 'id' | 'paid_on' | 'reference'>[];
  readonly entries: readonly ReversibleEntry[];
  readonly targets: ReadonlyMap<string, Target>;
  readonly credits: readonly CreditRow[];
  /** The invoices of the instalments, as they were read with it. */
  readonly read: readonly LinkedInvoice[];
}

/**
 * Reverses a payment as a whole and brings up to date what followed from it. Its confirmation is withdrawn unless it
 * has left. Refused while a credit that came from it is in use.
 */
export async function reverseTransfer(w: Work, transfer: ReversibleTransfer, known?: Known): Promise<MailLeft> {
  const reversed = await reverseTransfers(w, [transfer], known);
  const { targets } = reversed;
  const mail = await withdrawConfirmation(w, transfer);
  await withdrawPaidNotice(w, transfer);
  for (const { payment } of targets.values())
    if (transfer.reference !== null && payment.transaction_reference === transfer.reference)
      await savePayment(w, payment, { transaction_reference: await newestReference(w, payment.id) });
  await finish(w, reversed);
  return mail;
}

/** Reverses payments that were recorded as made before, for which nobody was told and no reference was typed. */
export const reverseSettledBefore = async (w: Work, transfers: readonly KnownTransfer[]): Promise<void> =>
  finish(w, await reverseTransfers(w, transfers));

async function finish(w: Work, reversed: Reversed): Promise<void> {
  const owners = ownersOf(reversed.targets.values());
  await syncPayables(w, {
    ...owners,
    undone: [...owners.invoiceIds, ...owners.orderIds],
    read: reversed.read,
  });
  await recordUndone(w, reversed);
}

/** A payment whose bank fee is in an invoice stays as it is, and so does what pays that invoice. */
async function refuseInvoicedFees(
  w: Work,
  of: { readonly transferIds: readonly string[]; readonly entryIds: readonly string[] },
): Promise<void> {
  const found = await findFeeInvoices(w, of);
  if (found.length === 0) return;
  const uses = [...new Map(found.map(({ id, number }) => [id, number]))].map(
    ([id, label]): Use => ({ type: 'INVOICE', id, label }),
  );
  const message = found.every((one) => one.isSettled)
    ? say('payments.settled_by_fees')
    : say('payments.fee_is_in', { number: uses.map(({ label }) => label).join(', ') });
  throw new AppError('payments.fee_invoiced', { message, uses });
}

/** Refuses what would take something off the deposits of purchase orders while invoices have parts of them. */
export async function refuseUsedDeposits(w: Work, orderIds: readonly string[], message: Text): Promise<void> {
  const uses = await usesOfDeposits(w, orderIds);
  if (uses.length > 0) throw new AppError('payments.credit_used', { message, uses });
}

/** What was read already of payments that are to be reversed: instalments, by id, and all of their entries. */
interface Known {
  readonly targets?: ReadonlyMap<string, Target>;
  readonly entries?: readonly ReversibleEntry[];
}

/**
 * Marks payments as reversed, and ends their credits. Refused while a deposit that they are part of is in use, unless
 * they are written anew at once with the same amounts (`isCorrection`).
 */
export async function reverseTransfers(
  w: Work,
  transfers: readonly ReversibleTransfer[],
  { targets: known = new Map(), entries, isCorrection = false }: Known & { readonly isCorrection?: boolean } = {},
): Promise<Reversed> {
  const transferIds = transfers.map(({ id }) => id);
  const credits = transfers.some(({ has_credit }) => has_credit) ? await findTransferCredits(w, transferIds) : [];
  const used = credits.filter((credit) => credit.used_minor > 0n);
  if (used.length > 0)
    throw new AppError('payments.credit_used', {
      uses: await usesOfCredits(
        w,
        used.map(({ id }) => id),
      ),
    });
  const live = entries ?? (await findLiveEntries(w, { transferIds }));
  if (transfers.some(({ has_invoiced_fee }) => has_invoiced_fee))
    await refuseInvoicedFees(w, { transferIds, entryIds: live.map(({ id }) => id) });
  const paymentIds = [...new Set(live.map((entry) => entry.payment_id))];
  const found = await findTargets(
    w,
    paymentIds.filter((id) => !known.has(id)),
  );
  const targets = new Map(
    paymentIds.flatMap((id) => {
      const target = known.get(id) ?? found.get(id);
      return target ? [[id, target] as const] : [];
    }),
  );
  const owners = ownersOf(targets.values());
  if (!isCorrection) await refuseUsedDeposits(w, owners.orderIds, say('payments.deposit_used'));
  const read = await reverseRows(w, { entryIds: live.map(({ id }) => id), transferIds }, owners.invoiceIds);
  await endCredits(
    w,
    credits.map(({ id }) => id),
  );
  return { transfers, entries: live, targets, credits, read };
}

/** Takes the confirmation of a payment back, or says to whom it has gone. */
export async function withdrawConfirmation(w: Work, transfer: ReversibleTransfer): Promise<MailLeft> {
  const recipients = { to: transfer.to_addresses, cc: transfer.cc_addresses };
  const { mail_id: mailId } = transfer;
  if (mailId === null) return { state: 'NONE', ...recipients };
  const state = await aboveAccount(w, (tx) => withdrawMail(tx, mailId, w.now));
  if (state === 'WITHDRAWN') await forgetMail(w, transfer.id);
  return { state: state ?? 'SENT', ...recipients };
}

async function recordUndone(w: Work, { transfers, entries, targets, credits }: Reversed): Promise<void> {
  const byId = new Map(transfers.map((transfer) => [transfer.id, transfer]));
  const ownerOf = (entry: ReversibleEntry | undefined) => targets.get(entry?.payment_id ?? '')?.owner;
  const groups = Map.groupBy(entries, (entry) => `${entry.transfer_id} ${ownerOf(entry)?.id}`);
  await recordAtEnd(
    w,
    [...groups.values()].flatMap((own): AuditEntry[] => {
      const [owner, transfer] = [ownerOf(own[0]), byId.get(own[0]?.transfer_id ?? '')];
      if (!owner || !transfer) return [];
      return [
        {
          action: 'payment.undone',
          subjectIds: own.map((entry) => entry.payment_id),
          historyOf: owner.id,
          details: {
            name: owner.number,
            changes: own.map((entry) => {
              const settled = targets.get(entry.payment_id)?.payment.settled_minor ?? 0n;
              return {
                field: 'settled' as const,
                from: inCurrency(settled, owner.currency),
                to: inCurrency(settled - entry.amount_minor, owner.currency),
              };
            }),
            facts: { paidOn: transfer.paid_on, paymentReference: transfer.reference },
            trace: { transferId: transfer.id },
          },
        },
      ];
    }),
    changed(
      'payments',
      entries.map((entry) => entry.payment_id),
    ),
    ...(credits.length > 0
      ? [
          changed(
            'credits',
            credits.map(({ id }) => id),
          ),
        ]
      : []),
  );
}
