import type { PayAnswer, Payment } from '@quayside/contracts/payments/payments';
import type { MailLeft, Transfer } from '@quayside/contracts/payments/payment-transfers';
import { say } from '@quayside/contracts/texts/catalogue';
import { parseAmount } from '@quayside/domain/money/money';
import { paymentToUndo } from '@quayside/domain/payables/entries';
import { settle } from '@quayside/domain/payables/settle';
import { settleTransfer } from '@quayside/domain/payables/transfer';
import type { Work } from '../../../db/tx.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { chosenAccountCode } from '../rows/account-code-choice.queries.ts';
import { required, requiredOf } from '../../../http/field-result.ts';
import { getPayment, getUndonePayment } from '../lists/payments.answers.ts';
import { storeTransfer } from './transfer-writes.service.ts';
import type { Confirmation, MailingDeps, TransferPlan } from './transfers.types.ts';
import { reverseTransfer } from './transfer-undo.service.ts';
import { findPaid, findTargets, type Target } from '../ledger/targets.views.ts';
import { parseBank } from './transfer-plan.ts';
import { findTransfer, type KnownTransfer } from '../rows/transfers.queries.ts';
import { getPaid, getTransfer } from './transfers.answers.ts';
import type { BodyOf } from '../payments.types.ts';

type Part = BodyOf<'createTransfer'>['payments'][number];

/** Records a payment of one instalment, of which more than is open can become a credit. */
export async function payInstalment(
  w: Work,
  deps: MailingDeps,
  paymentId: string,
  body: BodyOf<'payPayment'>,
): Promise<PayAnswer> {
  await lockCosts(w);
  const target = await requireTarget(w, paymentId, body.version);
  if (target.payment.is_ended) throw new AppError('payments.ended');
  const plan = planOne(w, target, body, body.keepExcess === true);
  const accountCodeId = await accountCodeOf(w, body.accountCode, [target]);
  const id = await storeTransfer(
    w,
    deps,
    { ...plan, reference: body.paymentReference ?? null, accountCodeId },
    mailOf(body),
  );
  return getPaid(w, deps, paymentId, id);
}

/** Records one payment of several instalments. */
export async function createTransfer(w: Work, deps: MailingDeps, body: BodyOf<'createTransfer'>): Promise<Transfer> {
  await lockCosts(w);
  const targets = await requireTargets(w, body.payments);
  const plan = planSeveral(w, targets, body);
  const accountCodeId = await accountCodeOf(w, body.accountCode, targets);
  const id = await storeTransfer(
    w,
    deps,
    { ...plan, reference: body.paymentReference ?? null, accountCodeId },
    mailOf(body),
  );
  return getTransfer(w, deps, id);
}

/** To whom a confirmation goes. Copies alone are refused, because nobody would be addressed. */
function mailOf(
  body: Pick<BodyOf<'payPayment'>, 'confirmationEmailToAddresses' | 'confirmationEmailCCAddresses'>,
): Confirmation {
  const { confirmationEmailToAddresses: to = [], confirmationEmailCCAddresses: cc = [] } = body;
  if (to.length === 0 && cc.length > 0) throw fieldError('confirmationEmailToAddresses', say('mail.needs_to'));
  return { to, cc };
}

/** The pay-from account code of a payment: as typed, else the one that all its instalments have. */
async function accountCodeOf(
  w: Work,
  code: string | null | undefined,
  targets: readonly Target[],
): Promise<string | null> {
  const chosen = await chosenAccountCode(w, code);
  if (chosen !== undefined) return chosen;
  const [first, ...others] = new Set(targets.map(({ payment }) => payment.account_code_id));
  return others.length === 0 ? (first ?? null) : null;
}

/** Finds an instalment that is to be settled, in its current version. */
export async function requireTarget(w: Work, paymentId: string, version: number | undefined): Promise<Target> {
  const target = (await findTargets(w, [paymentId])).get(paymentId);
  if (!target) throw new AppError('payments.unknown');
  await requireVersion(w, target, version);
  return target;
}

async function requireVersion(w: Work, { payment }: Target, version: number | undefined): Promise<void> {
  if (version !== undefined && version !== payment.version)
    throw new AppError('conflict_version', { current: await getPayment(w, payment.id) });
}

/** Finds the instalments of a transfer, in its order. */
export async function requireTargets(w: Work, parts: readonly Part[]): Promise<Target[]> {
  const found = await findTargets(
    w,
    parts.map(({ id }) => id),
  );
  const missing = parts.findIndex(({ id }) => !found.has(id));
  if (missing >= 0) throw fieldError(`payments.${missing}.id`, say('payments.choose_payment'));
  const targets = parts.flatMap(({ id }) => found.get(id) ?? []);
  const stale = parts.findIndex(({ version }, place) => {
    const now = targets[place]?.payment.version;
    return version !== undefined && version !== now;
  });
  if (stale >= 0)
    throw new AppError('conflict_version', {
      errors: [{ field: `payments.${stale}.version`, message: say('conflict_version') }],
      current: await getPayment(w, parts[stale]?.id ?? ''),
    });
  const ended = targets.findIndex(({ payment }) => payment.is_ended);
  if (ended >= 0) throw fieldError(`payments.${ended}.id`, say('payments.ended'), 'payments.ended');
  const paid = targets.findIndex(({ openMinor }) => openMinor <= 0n);
  if (paid >= 0) throw fieldError(`payments.${paid}.id`, say('payment.paid'), 'payments.paid');
  return targets;
}

/** A payment of one instalment, as the rules settle it. `amountField` is where its amount was typed. */
export function planOne(
  w: Work,
  target: Target,
  typed: Parameters<typeof parseBank>[1] & { readonly amount?: string | null | undefined },
  keepExcess: boolean,
  amountField = 'amount',
): Omit<TransferPlan, 'reference' | 'accountCodeId'> {
  const amount = typed.amount ? parseAmount(typed.amount, target.document.currency) : undefined;
  if (amount?.ok === false) throw fieldError(amountField, amount.message);
  const { paidOn, bank, feeMinor } = parseBank(w, typed);
  const wanted = { amountMinor: amount?.ok ? amount.value : target.shownMinor, bank, feeMinor, keepExcess };
  const { credit, ...entry } = required(settle(target.document, target.openMinor, wanted), { amount: amountField });
  return {
    kind: 'PAID',
    amountMinor: wanted.amountMinor,
    paidOn,
    bank,
    feeMinor,
    parts: [{ target, ...entry }],
    credit,
  };
}

/**
 * A payment of several instalments, as the rules share it. `names` has the names that the call has for its fields,
 * where they are not those of a payment (`payments.1.amount`).
 */
export function planSeveral(
  w: Work,
  targets: readonly Target[],
  typed: Parameters<typeof parseBank>[1] & { readonly payments: readonly Part[] },
  names: Readonly<Record<string, string>> = {},
): Omit<TransferPlan, 'reference' | 'accountCodeId'> {
  const amounts = typed.payments.map(({ amount }, place) => {
    const target = targets[place];
    if (!target || !amount) return target?.shownMinor ?? 0n;
    const parsed = parseAmount(amount, target.document.currency);
    const field = `payments.${place}.amount`;
    if (!parsed.ok) throw fieldError(names[field] ?? field, parsed.message);
    return parsed.value;
  });
  const { paidOn, bank, feeMinor } = parseBank(w, typed);
  const parts = required(
    settleTransfer(
      targets.map((target, place) => ({
        id: target.payment.id,
        supplierId: target.payment.supplier_id,
        document: target.document,
        number: target.owner.number,
        position: target.payment.position,
        openMinor: target.openMinor,
        amountMinor: amounts[place] ?? 0n,
      })),
      bank,
      feeMinor,
    ),
    names,
  );
  return {
    kind: 'PAID',
    amountMinor: amounts.reduce((sum, amount) => sum + amount, 0n),
    paidOn,
    bank,
    feeMinor,
    parts: targets.flatMap((target, place) => {
      const part = parts[place];
      return part ? [{ ...part, target }] : [];
    }),
    credit: null,
  };
}

/** Undoes the payment of an instalment that was recorded last, with its whole transfer. */
export async function undoPayment(
  w: Work,
  paymentId: string,
  version: number | undefined,
): Promise<Payment & { mail: MailLeft }> {
  await lockCosts(w);
  const { target, entries } = (await findPaid(w, paymentId)) ?? {};
  if (!target || !entries) throw new AppError('payments.unknown');
  await requireVersion(w, target, version);
  const own = entries.filter((entry) => entry.payment_id === paymentId);
  const newest = requiredOf(
    paymentToUndo(own.map(({ day, rank, kind, transfer_id }) => ({ day, rank: Number(rank), kind, transfer_id }))),
  );
  const transfer = own.find((entry) => entry.transfer_id === newest.transfer_id)?.transfer;
  if (!transfer) throw new AppError('payments.unknown');
  const mail = await reverseTransfer(w, transfer, {
    targets: new Map([[paymentId, target]]),
    entries: entries.filter((entry) => entry.transfer_id === transfer.id),
  });
  return { ...(await getUndonePayment(w, paymentId)), mail };
}

/** Undoes a transfer as a whole. */
export async function undoTransfer(w: Work, deps: MailingDeps, id: string): Promise<Transfer> {
  await lockCosts(w);
  const transfer = await requireTransfer(w, id);
  if (transfer.reversed_at !== null) throw new AppError('payments.unpaid');
  const mail = await reverseTransfer(w, transfer);
  return { ...(await getTransfer(w, deps, id)), mail };
}

export async function requireTransfer(w: Work, id: string): Promise<KnownTransfer> {
  const transfer = await findTransfer(w, id);
  if (!transfer) throw new AppError('payments.unknown');
  return transfer;
}
