import fc from 'fast-check';
import { checkCreditUse, usesOfCreditNote } from '../credits.ts';
import { openOf, sumOf } from '../instalments.ts';
import { amountOfOneMore, isOutOfStep, surplusOf } from '../reshare.ts';
import { settleTransfer } from '../transfer.ts';
import {
  debit,
  entryOfUse,
  isInUse,
  newestOf,
  paid,
  partsOf,
  pick,
  replaced,
  retyped,
  reversed,
  targetsOf,
  withDebit,
  withoutSurplus,
  type Move,
} from './ledger-writes.ts';
import { brought, creditNow, documentsOf, totalOf, type Ledger, type LedgerEntry } from './ledger.ts';
import { rateOf } from './money.ts';

export const anyMove: fc.Arbitrary<Move> = fc.record({
  kind: fc.constantFrom(
    ...(['pay', 'pay', 'pay', 'transfer', 'transfer', 'correct', 'undo', 'note', 'use', 'use', 'takeBack'] as const),
    ...(['refund', 'total', 'total', 'rate', 'surplus', 'surplus', 'oneMore', 'oneMore', 'retype'] as const),
  ),
  at: fc.nat({ max: 1000 }),
  part: fc.constantFrom(1n, 10n, 33n, 50n, 90n, 100n, 100n, 101n, 130n),
  rate: fc.integer({ min: 95, max: 125 }),
  isTyped: fc.boolean(),
  day: fc.constantFrom('2027-01-05', '2027-01-05', '2027-02-28', '2027-03-01'),
});

/** Applies a move; the ledger stays as it is when a rule refuses the move. */
export function moved(ledger: Ledger, move: Move): Ledger {
  const next = { ...ledger, rank: ledger.rank + 1 };
  return MOVES[move.kind](next, move) ?? ledger;
}

const MOVES: Record<Move['kind'], (ledger: Ledger, move: Move) => Ledger | undefined> = {
  pay: (ledger, move) => {
    const target = pick(targetsOf(ledger), move.at);
    return target && paid(ledger, target, move, { rank: ledger.rank, paymentId: `payment ${ledger.rank}` });
  },

  transfer: (ledger, move) => {
    const targets = targetsOf(ledger).filter(({ instalment }) => openOf(instalment) > 0n);
    const chosen = targets.filter((_, i) => (move.at >> i) % 2 === 1);
    const parts = chosen.map(({ document, instalment }, i) => ({
      id: instalment.id,
      supplierId: 'supplier-1',
      document,
      number: document.id,
      position: i + 1,
      openMinor: openOf(instalment),
      amountMinor: (openOf(instalment) * move.part) / 100n,
    }));
    const feeMinor = BigInt(move.rate);
    const bank = debit(sumOf(parts.map(({ amountMinor }) => amountMinor)), move);
    const result = settleTransfer(parts, bank, feeMinor);
    if (!result.ok) return undefined;
    const paymentId = `payment ${ledger.rank}`;
    const after = result.value.reduce((now, part, i) => {
      const document = documentsOf(now).find(({ id }) => id === chosen[i]?.document.id);
      if (!document) return now;
      const { id, ...entry } = part;
      const place = { kind: 'PAYMENT', instalmentId: id, day: move.day, rank: ledger.rank, paymentId } as const;
      const one: LedgerEntry = { ...place, ...entry, id: `${paymentId} ${i}`, creditId: null };
      return replaced(now, { ...document, entries: [...document.entries, one] });
    }, ledger);
    return brought(withDebit(after, paymentId, bank?.amountMinor ?? null, feeMinor));
  },

  correct: (ledger, move) => {
    const found = newestOf(ledger, move.at);
    if (!found || isInUse(ledger, found.entry.paymentId ?? '')) return undefined;
    const { document, entry } = found;
    if (partsOf(ledger, entry.paymentId).length > 1) return undefined;
    const without = reversed(ledger, entry.paymentId ?? '');
    const again = documentsOf(without).find(({ id }) => id === document.id);
    const instalment = again?.instalments.find(({ id }) => id === entry.instalmentId);
    const place = { rank: entry.rank, paymentId: `payment ${ledger.rank}` };
    const corrected = again && instalment && paid(without, { document: again, instalment }, move, place);
    const now = corrected && documentsOf(corrected).find(({ id }) => id === document.id);
    // A correction shares again only what is out of step with the total (payables §3).
    return now && isOutOfStep(totalOf(now), now.instalments) ? brought(corrected, [now.id]) : corrected;
  },

  undo: (ledger, move) => {
    const found = newestOf(ledger, move.at);
    const paymentId = found?.entry.paymentId ?? '';
    if (!found || isInUse(ledger, paymentId)) return undefined;
    const named = partsOf(ledger, paymentId).map(({ document }) => document.id);
    return brought(reversed(ledger, paymentId), named);
  },

  note: (ledger, move) => {
    const invoice = pick(ledger.invoices, move.at);
    if (!invoice) return undefined;
    const amountMinor = (totalOf(invoice) * move.part) / 1000n;
    const instalments = invoice.instalments.map((one) => ({ id: one.id, openMinor: openOf(one) }));
    const { uses } = usesOfCreditNote(
      amountMinor,
      [{ id: invoice.id, number: invoice.id, creditedMinor: amountMinor, instalments }],
      move.isTyped,
    );
    const credit = {
      id: `note ${ledger.rank}`,
      paymentId: null,
      noteOf: invoice.id,
      refunds: [],
      amountMinor,
      baseMinor: 0n,
    };
    const entries = uses.map((use, i) => entryOfUse(ledger, credit, { ...use, day: move.day }, i));
    const after = replaced(ledger, { ...invoice, entries: [...invoice.entries, ...entries] });
    return brought({ ...after, rank: ledger.rank + uses.length, credits: [...ledger.credits, credit] });
  },

  use: (ledger, move) => {
    const credit = pick(ledger.credits, move.at);
    const target = pick(targetsOf(ledger), move.at + Number(move.part));
    // A note on the purchase order would make its base depend on the deposit that it is part of.
    if (!credit || !target || (credit.noteOf !== null && target.document.kind === 'PURCHASE_ORDER')) return undefined;
    const leftMinor = creditNow(ledger, credit, 'INVOICE_RATE').left.amountMinor;
    const openMinor = openOf(target.instalment);
    const wanted = ((leftMinor < openMinor ? leftMinor : openMinor) * move.part) / 100n;
    if (!checkCreditUse(wanted, { leftMinor, openMinor, currency: 'CNY' }).ok) return undefined;
    const place = { instalmentId: target.instalment.id, amountMinor: wanted, day: move.day };
    const entry = entryOfUse(ledger, credit, place);
    return brought(replaced(ledger, { ...target.document, entries: [...target.document.entries, entry] }));
  },

  takeBack: (ledger, move) => {
    const isUse = ({ creditId }: LedgerEntry) => creditId !== null;
    const used = ledger.invoices.flatMap((document) =>
      document.entries.filter(isUse).map((entry) => ({ document, entry })),
    );
    const found = pick(used, move.at);
    if (!found) return undefined;
    const entries = found.document.entries.filter((entry) => entry !== found.entry);
    return brought(replaced(ledger, { ...found.document, entries }), [found.document.id]);
  },

  refund: (ledger, move) => {
    const credit = pick(ledger.credits, move.at);
    if (!credit) return undefined;
    const { left } = creditNow(ledger, credit, 'INVOICE_RATE');
    if (left.amountMinor === 0n) return undefined;
    const refundMinor = (left.baseMinor * BigInt(move.rate)) / 100n;
    const refund = { id: `refund ${ledger.rank}`, rank: ledger.rank, amountMinor: left.amountMinor, refundMinor };
    const credits = ledger.credits.map((one) => (one === credit ? { ...one, refunds: [...one.refunds, refund] } : one));
    return { ...ledger, credits };
  },

  total: (ledger, move) => {
    const document = pick(documentsOf(ledger), move.at);
    if (!document) return undefined;
    const components = document.components.map((minor) => (minor * (move.part + 20n)) / 100n + 1n);
    return brought(replaced(ledger, { ...document, components }), [document.id]);
  },

  rate: (ledger, move) => {
    const invoice = pick(ledger.invoices, move.at);
    return invoice && replaced(ledger, { ...invoice, rate: rateOf(`0.${1000 + move.rate}`) });
  },

  retype: (ledger, move) => {
    const invoice = pick(ledger.invoices, move.at);
    return invoice && move.rate < 105 ? retyped(ledger, invoice, move.part) : undefined;
  },

  surplus: (ledger, move) => {
    const some = documentsOf(ledger).filter((one) => surplusOf(totalOf(one), one.instalments) > 0n);
    const document = pick(some, move.at);
    return document && brought(withoutSurplus(ledger, document));
  },

  oneMore: (ledger, move) => {
    const some = documentsOf(ledger).flatMap((document) => {
      const amounts = document.instalments.map(({ amountMinor }) => amountMinor);
      const amount = amountOfOneMore(totalOf(document), amounts);
      return amount.ok ? [{ document, amountMinor: amount.value }] : [];
    });
    const found = pick(some, move.at);
    if (!found) return undefined;
    const { document, amountMinor } = found;
    const one = { id: `${document.id}.${ledger.rank}`, hundredths: null, amountMinor, settledMinor: 0n };
    return brought(replaced(ledger, { ...document, instalments: [...document.instalments, one] }));
  },
};
