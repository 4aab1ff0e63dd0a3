import type { TransferPreview } from '@quayside/contracts/payments/payment-transfers';
import { say } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import { formatAmount } from '@quayside/domain/money/money';
import { worthOf, type EntryExchange } from '@quayside/domain/payables/exchange';
import { isDayFar } from '@quayside/domain/days/days';
import { hasBankChanged, rateWarning } from '@quayside/domain/payables/settle';
import type { Work } from '../../../db/tx.ts';
import { sameNumbersOf } from '../../invoices/public.ts';
import { suppliersByIds } from '../../suppliers/public.ts';
import { findComponents, findLedgers } from '../ledger/ledger.views.ts';
import type { BodyOf, LiveEntry } from '../payments.types.ts';
import { findBankTimes, ownersOf, type Target } from '../ledger/targets.views.ts';
import { planOne, planSeveral, requireTargets } from './transfers.service.ts';
import type { TransferPlan } from './transfers.types.ts';
import { amountOrNull, paidRate } from '../lists/values.ts';
import { valuesOf } from '../ledger/work-out.ts';

type Plan = Omit<TransferPlan, 'reference' | 'accountCodeId'>;

/**
 * How a payment would be shared, with its rate, exchange differences, warnings and credit. It is refused like the
 * payment itself, and stores nothing.
 */
export async function previewTransfer(w: Work, body: BodyOf<'previewTransfer'>): Promise<TransferPreview> {
  const targets = await requireTargets(w, body.payments);
  const [first, ...others] = targets;
  if (!first) throw new Error('The contract requires an instalment');
  const plan =
    others.length === 0
      ? planOne(w, first, { ...body, amount: body.payments[0]?.amount }, body.keepExcess === true, 'payments.0.amount')
      : planSeveral(w, targets, body);
  const values = await previewValues(w, plan);
  const supplierId = first.payment.supplier_id;
  const supplier = (await suppliersByIds(w, [supplierId])).get(supplierId);
  const currencies = { currency: first.document.currency, accountCurrency: w.scope.currency };
  const account = (minor: bigint | null) => amountOrNull(minor, w.scope.currency);
  const valueOf = (place: number) => values.get(keyOf(place));
  const bases = plan.parts.map((part, place) => part.baseMinor ?? valueOf(place)?.baseMinor ?? null);
  const baseMinor = sum([...bases, ...(plan.credit ? [plan.credit.baseMinor] : [])]);
  const differences = plan.parts.map((_, place) => valueOf(place)?.differenceMinor ?? null);
  return {
    supplier: {
      id: supplierId,
      companyName: supplier?.companyName ?? '',
      localName: supplier?.localName ?? null,
    },
    ...currencies,
    paidOn: plan.paidOn,
    amount: formatAmount(plan.amountMinor, currencies.currency),
    base: account(baseMinor),
    isAssumed: plan.parts.some(({ isAssumed }) => isAssumed),
    fee: formatAmount(plan.feeMinor, w.scope.currency),
    rate: paidRate(baseMinor, plan.amountMinor, currencies),
    documentRate: first.document.rate?.text ?? null,
    exchangeDifference: account(sum(differences)),
    parts: plan.parts.map(({ target, amountMinor, feeMinor }, place) => ({
      paymentId: target.payment.id,
      number: target.owner.number,
      position: target.payment.position,
      amount: formatAmount(amountMinor, currencies.currency),
      base: account(bases[place] ?? null),
      booked: account(valueOf(place)?.bookedMinor ?? null),
      exchangeDifference: account(differences[place] ?? null),
      fee: formatAmount(feeMinor, w.scope.currency),
      open: formatAmount(target.shownMinor, currencies.currency),
      openAfter: formatAmount(openAfter(target, amountMinor), currencies.currency),
    })),
    credit: plan.credit
      ? {
          amount: formatAmount(plan.credit.amountMinor, currencies.currency),
          base: formatAmount(plan.credit.baseMinor ?? 0n, w.scope.currency),
        }
      : null,
    warnings: [...(await warningsOf(w, plan, baseMinor)), ...(await sameNumberWarnings(w, plan))],
  };
}

/** What is shown as open afterwards. Of a purchase order, invoices have taken over the same part of what is left. */
const openAfter = ({ openMinor, shownMinor }: Target, paidMinor: bigint): bigint =>
  openMinor === 0n ? 0n : shownMinor - (shownMinor * paidMinor) / openMinor;

const keyOf = (place: number): string => `preview ${place}`;
const sum = (amounts: readonly (bigint | null)[]): bigint | null =>
  amounts.reduce((total, amount) => (total === null || amount === null ? null : total + amount), 0n);

/** What would be booked for the parts of a payment, beside the entries that their invoices have already. */
async function previewValues(w: Work, plan: Plan): Promise<Map<string, EntryExchange>> {
  const ledgers = await findLedgers(w, ownersOf(plan.parts.map(({ target }) => target)).invoiceIds);
  const accountCurrency = w.scope.currency;
  const paidRate = ledgers.flatMap(({ invoice }) => (invoice.policy === 'PAID_RATE' ? invoice.id : []));
  const components = await findComponents(w, paidRate);
  return new Map(
    ledgers.flatMap(({ invoice, entries }) => {
      const added = plan.parts.flatMap((part, place): LiveEntry[] =>
        part.target.owner.id === invoice.id
          ? [
              {
                id: keyOf(place),
                paymentId: part.target.payment.id,
                kind: 'PAYMENT',
                amountMinor: part.amountMinor,
                baseMinor: part.baseMinor,
                feeMinor: part.feeMinor,
                day: plan.paidOn,
                rank: Number.MAX_SAFE_INTEGER - plan.parts.length + place,
                isMoney: true,
              },
            ]
          : [],
      );
      // The payment gives the costs another rate, at which they are not stored yet.
      const values = valuesOf(invoice, [...entries, ...added], accountCurrency, (rate) =>
        worthOf(components.get(invoice.id) ?? [], { currency: invoice.currency, accountCurrency }, rate),
      );
      return (values?.entries ?? []).map((entry): [string, EntryExchange] => [entry.id, entry]);
    }),
  );
}

/** Another invoice of the supplier with the same number may be the same bill, which is paid already. */
async function sameNumberWarnings(w: Work, plan: Plan): Promise<TransferPreview['warnings']> {
  const { invoiceIds } = ownersOf(plan.parts.map(({ target }) => target));
  return (await sameNumbersOf(w, invoiceIds)).map((text) => ({
    code: 'SAME_NUMBER',
    message: wordsOf(text, w.scope.language),
  }));
}

async function warningsOf(w: Work, plan: Plan, baseMinor: bigint | null): Promise<TransferPreview['warnings']> {
  const [first] = plan.parts;
  if (!first) return [];
  const { document, payment } = first.target;
  const typed = plan.bank === null ? null : baseMinor;
  const rate = rateWarning(document, { amountMinor: plan.amountMinor, baseMinor: typed });
  const { changedAt, lastPaidAt } = await findBankTimes(w, payment.supplier_id);
  const far = plan.parts
    .map(({ target }) => target.owner)
    .find(({ day }) => day !== null && isDayFar(plan.paidOn, day));
  const texts = {
    RATE_FAR: say('payments.rate_far', { rate: document.rate?.text ?? '' }),
    LOOKS_SWAPPED: say('payments.looks_swapped'),
    BANK_CHANGED: say('payments.bank_changed'),
    DAY_FAR: say('payments.day_far', { number: far?.number ?? '', day: far?.day ?? '' }),
  } as const;
  const codes = [
    ...(rate ? [rate] : []),
    ...(hasBankChanged(changedAt, lastPaidAt) ? (['BANK_CHANGED'] as const) : []),
    ...(far ? (['DAY_FAR'] as const) : []),
  ];
  return codes.map((code) => ({ code, message: wordsOf(texts[code], w.scope.language) }));
}
