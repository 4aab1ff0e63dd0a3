import { say } from '@quayside/contracts/texts/catalogue';
import { moneyWords } from '@quayside/domain/money/money';
import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { AppError } from '../../../http/errors.ts';
import { notify, withdrawNotice } from '../../notifications/public.ts';
import { suppliersByIds } from '../../suppliers/public.ts';
import { endCredits, insertCredit, saveCredit, usesOfCredits } from '../rows/credits.queries.ts';
import { inCurrency } from '../payments-log.ts';
import type { CreditRow, OrderLedger } from '../payments.types.ts';
import type { WorkedOrder } from './work-out-all.ts';

const keyOf = (orderId: string): string => `deposit-left/${orderId}`;

/**
 * What is left of the deposit of a purchase order that has ended is a credit, and is none any more when the purchase
 * order goes on. Refused while more of it is in use. Returns the credit if it changed.
 */
export async function followLeftDeposit(
  w: Work,
  { order, credit }: OrderLedger,
  { left }: WorkedOrder,
): Promise<string | undefined> {
  if (!left) return credit ? endLeft(w, credit, order.id) : undefined;
  const values = {
    supplier_id: order.supplierId ?? '',
    currency: order.currency,
    amount_minor: left.amountMinor,
    base_minor: left.baseMinor,
  };
  if (credit) {
    if (isSame(credit, values)) return undefined;
    if (left.amountMinor < credit.used_minor) await refuse(w, credit);
    await saveCredit(w, credit, values);
    return credit.id;
  }
  const id = w.newId();
  await insertCredit(w, { ...values, id, source: 'DEPOSIT', purchase_order_id: order.id });
  await record(
    w,
    {
      action: 'credit.deposit-left',
      subjectIds: [id],
      historyOf: order.id,
      details: { name: order.number, facts: { amount: inCurrency(left.amountMinor, order.currency) } },
    },
    changed('credits', [id]),
  );
  const supplier = (await suppliersByIds(w, [values.supplier_id])).get(values.supplier_id)?.companyName ?? '';
  const amount = moneyWords(left.amountMinor, order.currency);
  await notify(w, {
    type: 'ACTION_NEEDED',
    summary: say('notice.deposit_left', { amount, number: order.number }),
    message: [say('notice.deposit_left_what', { supplier })],
    about: { type: 'PURCHASE_ORDER', id: order.id },
    dedupeKey: keyOf(order.id),
  });
  return id;
}

async function endLeft(w: Work, credit: CreditRow, orderId: string): Promise<string> {
  if (credit.used_minor > 0n) await refuse(w, credit);
  await endCredits(w, [credit.id]);
  await withdrawNotice(w, keyOf(orderId));
  await record(
    w,
    {
      action: 'credit.deposit-back',
      subjectIds: [credit.id],
      historyOf: orderId,
      details: { facts: { amount: inCurrency(credit.amount_minor, credit.currency) } },
    },
    changed('credits', [credit.id]),
  );
  return credit.id;
}

async function refuse(w: Work, credit: CreditRow): Promise<never> {
  throw new AppError('payments.credit_used', { uses: await usesOfCredits(w, [credit.id]) });
}

const isSame = (credit: CreditRow, values: Partial<CreditRow>): boolean =>
  credit.supplier_id === values.supplier_id &&
  credit.currency === values.currency &&
  credit.amount_minor === values.amount_minor &&
  credit.base_minor === values.base_minor;
