import { paymentToUndo, reduceEntries } from '../entries.ts';
import { differenceOf, openOf } from '../instalments.ts';
import { takeSurplus } from '../reshare.ts';
import { planSchedule } from '../schedule.ts';
import { assumedBase, settle } from '../settle.ts';
import {
  brought,
  creditNow,
  depositsOf,
  documentsOf,
  totalOf,
  type Ledger,
  type LedgerCredit,
  type LedgerDocument,
  type LedgerEntry,
} from './ledger.ts';

/** What happens in a random history. `at` chooses the document, instalment or credit, `part` an amount in per cent. */
export interface Move {
  readonly kind:
    | 'pay'
    | 'transfer'
    | 'correct'
    | 'undo'
    | 'note'
    | 'use'
    | 'takeBack'
    | 'refund'
    | 'total'
    | 'rate'
    | 'surplus'
    | 'oneMore'
    | 'retype';
  readonly at: number;
  readonly part: bigint;
  readonly rate: number;
  readonly isTyped: boolean;
  readonly day: string;
}

/** Chooses one of a list by any number. */
export const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(list.length, 1)];
export const replaced = (ledger: Ledger, document: LedgerDocument): Ledger =>
  document.kind === 'PURCHASE_ORDER'
    ? { ...ledger, order: document }
    : { ...ledger, invoices: ledger.invoices.map((one) => (one.id === document.id ? document : one)) };
export const targetsOf = (ledger: Ledger) =>
  documentsOf(ledger).flatMap((document) => document.instalments.map((instalment) => ({ document, instalment })));
export const debit = (amountMinor: bigint, { rate, isTyped }: Move) =>
  isTyped ? { amountMinor: (amountMinor * BigInt(rate)) / 1000n + 1n, currency: 'GBP', rate: null } : null;

/** Whether a payment cannot be undone or corrected: its credit, or the deposit that it is part of, is in use. */
export function isInUse(ledger: Ledger, paymentId: string): boolean {
  const deposit = depositsOf(ledger).applied.some(({ amountMinor }) => amountMinor > 0n);
  if (deposit && ledger.order.entries.some((entry) => entry.paymentId === paymentId)) return true;
  return ledger.credits.some(
    (credit) => credit.paymentId === paymentId && creditNow(ledger, credit, 'INVOICE_RATE').uses.length > 0,
  );
}

/** Types the amounts of an invoice: a part of the first goes to the last, and the last takes the difference. */
export function retyped(ledger: Ledger, invoice: LedgerDocument, part: bigint): Ledger | undefined {
  const amounts = invoice.instalments.map(({ amountMinor }) => amountMinor);
  const shift = ((amounts[0] ?? 0n) * part) / 400n;
  const rest = differenceOf(totalOf(invoice), amounts);
  const wanted = invoice.instalments.map(({ id, amountMinor }, place) => ({
    id,
    hundredths: null,
    amountMinor: amountMinor - (place === 0 ? shift : 0n) + (place === amounts.length - 1 ? shift + rest : 0n),
  }));
  const plan = planSchedule({ totalMinor: totalOf(invoice), currency: 'CNY' }, invoice.instalments, wanted);
  if (!plan.ok) return undefined;
  const instalments = invoice.instalments.map((one, place) => ({
    ...one,
    hundredths: null,
    amountMinor: plan.value[place] ?? 0n,
  }));
  return brought(replaced(ledger, { ...invoice, instalments }));
}

type Target = ReturnType<typeof targetsOf>[number];

export function paid(
  ledger: Ledger,
  { document, instalment }: Target,
  move: Move,
  { rank, paymentId }: { readonly rank: number; readonly paymentId: string },
): Ledger | undefined {
  const openMinor = openOf(instalment);
  const amountMinor = (openMinor * move.part) / 100n;
  const [feeMinor, bank] = [BigInt(move.rate), debit(amountMinor, move)];
  const result = settle(document, openMinor, { amountMinor, bank, feeMinor, keepExcess: true });
  if (!result.ok) return undefined;
  const { credit, ...settled } = result.value;
  const place = { id: `${paymentId} entry`, kind: 'PAYMENT', instalmentId: instalment.id, day: move.day } as const;
  const entry: LedgerEntry = { ...place, ...settled, rank, paymentId, creditId: null };
  const excess = credit && { ...credit, id: `${paymentId} credit`, paymentId, noteOf: null, refunds: [] };
  const after = replaced(ledger, { ...document, entries: [...document.entries, entry] });
  const credits = excess ? [...after.credits, excess] : after.credits;
  return brought(withDebit({ ...after, credits }, paymentId, bank?.amountMinor ?? null, feeMinor));
}

export const withDebit = (ledger: Ledger, paymentId: string, baseMinor: bigint | null, feeMinor: bigint): Ledger => ({
  ...ledger,
  debits: new Map([...ledger.debits, [paymentId, { baseMinor, feeMinor }]]),
});

export const entryOfUse = (
  ledger: Ledger,
  credit: LedgerCredit,
  place: Pick<LedgerEntry, 'instalmentId' | 'amountMinor' | 'day'>,
  later = 0,
): LedgerEntry => ({
  ...place,
  id: `use ${ledger.rank} ${later}`,
  kind: 'CREDIT',
  rank: ledger.rank + later,
  baseMinor: null,
  feeMinor: 0n,
  paymentId: null,
  creditId: credit.id,
});

/** The payment that an undo at this place would reverse. */
export function newestOf(ledger: Ledger, at: number) {
  const target = pick(targetsOf(ledger), at);
  const own = target?.document.entries.filter(({ instalmentId }) => instalmentId === target.instalment.id) ?? [];
  const newest = paymentToUndo(own);
  return target && newest.ok ? { document: target.document, entry: newest.value } : undefined;
}

export const partsOf = (ledger: Ledger, paymentId: string | null) =>
  documentsOf(ledger).flatMap((document) =>
    document.entries.filter((entry) => entry.paymentId === paymentId).map((entry) => ({ document, entry })),
  );

/** Reverses a payment as a whole, with the credit that came from it. */
export function reversed(ledger: Ledger, paymentId: string): Ledger {
  const keep = (document: LedgerDocument) => ({
    ...document,
    entries: document.entries.filter((entry) => entry.paymentId !== paymentId),
  });
  return brought({
    ...ledger,
    order: keep(ledger.order),
    invoices: ledger.invoices.map(keep),
    credits: ledger.credits.filter((credit) => credit.paymentId !== paymentId),
    debits: new Map([...ledger.debits].filter(([id]) => id !== paymentId)),
  });
}

/** Takes the surplus of a document off its entries: payments leave credits, used credits get their part back. */
export function withoutSurplus(ledger: Ledger, document: LedgerDocument): Ledger {
  const given = takeSurplus(totalOf(document), document.instalments);
  const reductions = given.flatMap(({ id, givesUpMinor }) =>
    reduceEntries(
      givesUpMinor,
      document.entries.filter(({ instalmentId }) => instalmentId === id),
    ),
  );
  const entries = document.entries.flatMap((entry) => {
    const reduction = reductions.find(({ id }) => id === entry.id);
    if (!reduction) return [entry];
    if (reduction.keptMinor === 0n && entry.kind === 'CREDIT') return [];
    return [{ ...entry, amountMinor: reduction.keptMinor, baseMinor: reduction.keptBaseMinor }];
  });
  const credits = reductions
    .filter(({ kind }) => kind === 'PAYMENT')
    .map(({ id, restMinor, restBaseMinor }, i): LedgerCredit => {
      const paymentId = document.entries.find((entry) => entry.id === id)?.paymentId ?? null;
      const baseMinor = restBaseMinor ?? assumedBase(document, restMinor);
      return {
        id: `surplus ${ledger.rank} ${i}`,
        paymentId,
        noteOf: null,
        refunds: [],
        amountMinor: restMinor,
        baseMinor,
      };
    });
  const instalments = document.instalments.map((one) => {
    const gives = given.find(({ id }) => id === one.id);
    return gives ? { ...one, amountMinor: gives.amountMinor } : one;
  });
  const after = replaced(ledger, { ...document, entries, instalments });
  return { ...after, credits: [...after.credits, ...credits] };
}
