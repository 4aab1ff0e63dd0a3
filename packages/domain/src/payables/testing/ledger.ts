import { convert, type Rate } from '../../money/money.ts';
import { partsOfCredit, type CreditUse, type SupplierCredit } from '../credits.ts';
import { applyDeposits } from '../deposits.ts';
import type { InstalmentEntry } from '../entries.ts';
import {
  atInvoiceRate,
  atPaidRate,
  costRateOf,
  worthOf,
  type EntryExchange,
  type ExchangePolicy,
} from '../exchange.ts';
import { isPaid, sumOf, type Instalment } from '../instalments.ts';
import { placesOfDeposits, roomForDeposit, scheduleByPurchaseOrder } from '../purchase-order-terms.ts';
import { reshare, shareByWeights } from '../reshare.ts';
import type { PaidDocument } from '../settle.ts';
import { rateOf } from './money.ts';

/** An entry as the ledger keeps it. */
export interface LedgerEntry extends InstalmentEntry {
  readonly instalmentId: string;
  readonly feeMinor: bigint;
  /** The payment or transfer that it is a part of; null for the use of a credit. */
  readonly paymentId: string | null;
  readonly creditId: string | null;
}

/** An invoice, or the purchase order. Its total is the sum of its components. */
export interface LedgerDocument extends PaidDocument {
  readonly id: string;
  readonly rate: Rate;
  readonly components: readonly bigint[];
  /** How much of the purchase order an invoice invoices; null: it has nothing to do with it. */
  readonly invoicedMinor: bigint | null;
  readonly instalments: readonly Instalment[];
  readonly entries: readonly LedgerEntry[];
}

/** A credit of an overpayment, with the payment that it came from, or of a note for an invoice. */
export interface LedgerCredit extends SupplierCredit {
  readonly id: string;
  readonly paymentId: string | null;
  /** The invoice that a credit note credits; its base is then worked out by the rate of that invoice. */
  readonly noteOf: string | null;
  readonly refunds: readonly CreditUse[];
}

/** One supplier in CNY of an account in GBP: one purchase order, its invoices and others. */
export interface Ledger {
  readonly order: LedgerDocument;
  readonly invoices: readonly LedgerDocument[];
  readonly credits: readonly LedgerCredit[];
  /** What left the bank for each payment: its base, null when it was assumed, and its fee. */
  readonly debits: ReadonlyMap<string, { readonly baseMinor: bigint | null; readonly feeMinor: bigint }>;
  readonly rank: number;
}

const CURRENCIES = { currency: 'CNY', accountCurrency: 'GBP' };
const TERMS = [3000, 7000];

/** An empty ledger: an order of 30,441.60 by 30 / 70, two invoices of it, and one by 20 / 40 / 40 by itself. */
export function anEmptyLedger(): Ledger {
  const order = documentOf('PO', 'PURCHASE_ORDER', [3_044_160n], null);
  const twins = instalmentsOf('PO', 3_044_160n, TERMS);
  const ofOrder = (id: string, components: readonly bigint[], invoicedMinor: bigint): LedgerDocument => ({
    ...documentOf(id, 'INVOICE', components, invoicedMinor),
    instalments: scheduleByPurchaseOrder(sumOf(components), 0n, twins).map((one, place) => ({
      ...one,
      id: `${id}.${place}`,
    })),
  });
  const alone = documentOf('HS-3', 'INVOICE', [700_800n, 401_155n, 268_045n], null);
  return {
    order: { ...order, instalments: twins },
    invoices: [
      ofOrder('HS-1', [700_000n, 500_000n], 1_200_000n),
      ofOrder('HS-2', [1_844_160n, 50_000n], 1_844_160n),
      { ...alone, instalments: instalmentsOf('HS-3', 1_370_000n, [2000, 4000, 4000]) },
    ],
    credits: [],
    debits: new Map(),
    rank: 0,
  };
}

const documentOf = (
  id: string,
  kind: PaidDocument['kind'],
  components: readonly bigint[],
  invoicedMinor: bigint | null,
): LedgerDocument => ({
  ...CURRENCIES,
  id,
  kind,
  rate: rateOf('0.1075'),
  components,
  invoicedMinor,
  instalments: [],
  entries: [],
});

const instalmentsOf = (id: string, totalMinor: bigint, hundredths: readonly number[]): Instalment[] => {
  const amounts = shareByWeights(totalMinor, hundredths.map(BigInt));
  return hundredths.map((percent, place) => ({
    id: `${id}.${place}`,
    hundredths: percent,
    amountMinor: amounts[place] ?? 0n,
    settledMinor: 0n,
  }));
};

export const totalOf = (document: Pick<LedgerDocument, 'components'>): bigint => sumOf(document.components);
export const settledOf = (document: Pick<LedgerDocument, 'entries'>): bigint =>
  sumOf(document.entries.map(({ amountMinor }) => amountMinor));
export const documentsOf = (ledger: Ledger): readonly LedgerDocument[] => [ledger.order, ...ledger.invoices];

/** The deposits as they are applied now. Bases are 0 unless they are given. */
export const depositsOf = (ledger: Ledger, baseMinor = 0n) =>
  applyDeposits(
    [
      {
        id: ledger.order.id,
        number: ledger.order.id,
        totalMinor: totalOf(ledger.order),
        depositMinor: settledOf(ledger.order),
        baseMinor,
      },
    ],
    ledger.invoices.map((invoice, sequence) => ({
      id: invoice.id,
      sequence,
      roomMinor: roomForDeposit(totalOf(invoice), targetsOf(invoice)),
      purchaseOrders:
        invoice.invoicedMinor === null
          ? []
          : [{ purchaseOrderId: ledger.order.id, invoicedMinor: invoice.invoicedMinor, fixedMinor: null }],
    })),
  );

/**
 * Brings a ledger up to date: what is settled, the deposits of the invoices, and the amounts of the schedules whose
 * deposit moved or which are named, because their total changed or an entry was undone.
 */
export function brought(ledger: Ledger, shareAgain: readonly string[] = []): Ledger {
  const order = shared(withSettled(ledger.order, []), shareAgain.includes(ledger.order.id));
  const { applied } = depositsOf({ ...ledger, order });
  const isPaidTwin = (id: string) =>
    order.instalments.some((twin) => twin.id === id && twin.settledMinor > 0n && isPaid(twin));
  const invoices = ledger.invoices.map((invoice) => {
    const deposit = applied.find(({ invoiceId }) => invoiceId === invoice.id);
    if (!deposit) return shared(withSettled(invoice, []), shareAgain.includes(invoice.id));
    const targets = targetsOf(invoice);
    const now = withSettled(
      invoice,
      placesOfDeposits([{ appliedMinor: deposit.amountMinor, twins: order.instalments }], targets),
      targets.map(({ twinId }) => twinId !== null && isPaidTwin(twinId)),
    );
    const isMoved = String(invoice.instalments.map(stateOf)) !== String(now.instalments.map(stateOf));
    return shared(now, shareAgain.includes(invoice.id) || isMoved);
  });
  return { ...ledger, order, invoices };
}

const stateOf = ({ settledMinor, isDeposit }: Instalment): string => `${settledMinor} ${isDeposit}`;

/** The instalments of an invoice as places of a deposit. The first two are those of the purchase order. */
const targetsOf = (invoice: LedgerDocument) =>
  invoice.instalments.map(({ id, hundredths, amountMinor }, place) => ({
    twinId: place < TERMS.length ? `PO.${place}` : null,
    hundredths,
    amountMinor,
    ownMinor: ownOf(invoice, id),
  }));

const ownOf = ({ entries }: LedgerDocument, id: string): bigint =>
  sumOf(entries.filter(({ instalmentId }) => instalmentId === id).map(({ amountMinor }) => amountMinor));

/** Sets what is settled of each instalment: its entries, and what the deposit brings to the first ones. */
function withSettled(
  document: LedgerDocument,
  parts: readonly bigint[],
  twins: readonly boolean[] = [],
): LedgerDocument {
  const instalments = document.instalments.map((one, place): Instalment => {
    const settledMinor = ownOf(document, one.id) + (parts[place] ?? 0n);
    return { ...one, settledMinor, ...(twins[place] !== undefined && { isDeposit: twins[place] }) };
  });
  return { ...document, instalments };
}

function shared(document: LedgerDocument, isNeeded: boolean): LedgerDocument {
  if (!isNeeded) return document;
  const amounts = reshare(totalOf(document), document.instalments);
  return {
    ...document,
    instalments: document.instalments.map((one, place) => ({ ...one, amountMinor: amounts[place] ?? 0n })),
  };
}

/** The uses of a credit, with their parts of its base, and what is left of it. */
export function creditNow(ledger: Ledger, credit: LedgerCredit, policy: ExchangePolicy) {
  const used = documentsOf(ledger).flatMap(({ entries }) => entries.filter(({ creditId }) => creditId === credit.id));
  const uses = used.map(({ id, rank, amountMinor }): CreditUse => ({ id, rank, amountMinor, refundMinor: null }));
  const invoice = ledger.invoices.find(({ id }) => id === credit.noteOf);
  const rate = invoice && (policy === 'INVOICE_RATE' ? invoice.rate : costRateNow(ledger, invoice));
  const baseMinor = rate ? convert(credit.amountMinor, 'CNY', 'GBP', rate) : credit.baseMinor;
  return partsOfCredit({ amountMinor: credit.amountMinor, baseMinor }, [...uses, ...credit.refunds]);
}

/** The base of an entry of a document; null while it is assumed. */
function baseNow(ledger: Ledger, entry: LedgerEntry, policy: ExchangePolicy): bigint | null {
  const credit = ledger.credits.find(({ id }) => id === entry.creditId);
  if (!credit) return entry.baseMinor;
  return creditNow(ledger, credit, policy).uses.find(({ id }) => id === entry.id)?.baseMinor ?? 0n;
}

/** The base of the whole deposit of the purchase order, on which no credit notes are used. */
export const depositBaseOf = (ledger: Ledger): bigint =>
  sumOf(ledger.order.entries.map((entry) => baseNow(ledger, entry, 'INVOICE_RATE') ?? 0n));

/** All entries of an invoice beside what was booked, its deposit among them; credit notes are left out on request. */
function resolvedOf(
  ledger: Ledger,
  invoice: LedgerDocument,
  policy: ExchangePolicy,
  withNotes: boolean,
): readonly EntryExchange[] {
  const isNote = ({ creditId }: LedgerEntry) =>
    ledger.credits.some(({ id, noteOf }) => id === creditId && noteOf !== null);
  const own = invoice.entries.map((entry) => ({
    ...entry,
    // The rate of payments does not depend on the bases of credit notes, which depend on it.
    baseMinor: isNote(entry) && !withNotes ? 0n : baseNow(ledger, entry, policy),
    isMoney: !isNote(entry),
  }));
  const deposit = depositsOf(ledger, depositBaseOf(ledger)).applied.filter(({ invoiceId }) => invoiceId === invoice.id);
  const used = deposit
    .filter(({ amountMinor }) => amountMinor > 0n)
    .map((one) => ({ ...one, id: `deposit of ${invoice.id}`, day: '2027-01-01', rank: 0, isMoney: true }));
  const value = { totalMinor: totalOf(invoice), bookedMinor: worthOf(invoice.components, CURRENCIES, invoice.rate) };
  return atInvoiceRate(value, [...used, ...own])?.entries ?? [];
}

const costRateNow = (ledger: Ledger, invoice: LedgerDocument): Rate =>
  costRateOf(
    { totalMinor: totalOf(invoice), ...CURRENCIES, rate: invoice.rate },
    resolvedOf(ledger, invoice, 'PAID_RATE', false),
  );

/** What an invoice costs, its entries and what is open of it, under a policy. */
export function invoiceNow(ledger: Ledger, invoice: LedgerDocument, policy: ExchangePolicy) {
  const entries = resolvedOf(ledger, invoice, policy, true);
  const totalMinor = totalOf(invoice);
  if (policy === 'INVOICE_RATE') {
    const costMinor = worthOf(invoice.components, CURRENCIES, invoice.rate);
    const openWorthMinor = costMinor - sumOf(entries.map(({ bookedMinor }) => bookedMinor));
    return { costMinor, entries, openWorthMinor };
  }
  const costMinor = worthOf(invoice.components, CURRENCIES, costRateNow(ledger, invoice));
  return { costMinor, ...atPaidRate({ totalMinor, costMinor }, entries) };
}
