import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../testing/runs.ts';
import { EXCHANGE_POLICIES } from './exchange.ts';
import { differenceOf, isPaid, openOf, sumOf } from './instalments.ts';
import { isByAmounts, reshare, surplusOf } from './reshare.ts';
import { anyMove, moved } from './testing/ledger-moves.ts';
import type { Move } from './testing/ledger-writes.ts';
import {
  anEmptyLedger,
  creditNow,
  depositBaseOf,
  depositsOf,
  documentsOf,
  invoiceNow,
  settledOf,
  totalOf,
  type Ledger,
} from './testing/ledger.ts';

const after = (moves: readonly Move[]): Ledger => moves.reduce(moved, anEmptyLedger());
const anyHistory = fc.array(anyMove, { minLength: 1, maxLength: 30 });

/** Schedules add up to their totals, and are not below what is settled (payables §1). */
function expectSchedules(ledger: Ledger): void {
  for (const document of documentsOf(ledger)) {
    const { instalments } = document;
    const amounts = instalments.map(({ amountMinor }) => amountMinor);
    const difference = differenceOf(totalOf(document), amounts);
    expect(instalments.every((one) => openOf(one) >= 0n && one.settledMinor >= 0n)).toBe(true);
    const deposit = depositsOf(ledger).applied.filter(({ invoiceId }) => invoiceId === document.id);
    const settled = settledOf(document) + sumOf(deposit.map(({ amountMinor }) => amountMinor));
    expect(sumOf(instalments.map(({ settledMinor }) => settledMinor))).toBe(settled);
    if (isByAmounts(instalments)) continue;
    // Only who cannot take a rest leaves a difference, and only a surplus one below 0.
    if (difference > 0n) expect(instalments.every((one) => isPaid(one))).toBe(true);
    if (difference < 0n) expect(surplusOf(totalOf(document), instalments)).toBe(-difference);
  }
}

/** Every payment has its whole debit, in its entries and the credits that it left (payables §3). */
function expectDebits(ledger: Ledger): void {
  for (const [paymentId, { baseMinor, feeMinor }] of ledger.debits) {
    const entries = documentsOf(ledger).flatMap((one) => one.entries.filter((entry) => entry.paymentId === paymentId));
    const credits = ledger.credits.filter((credit) => credit.paymentId === paymentId);
    expect(sumOf(entries.map((entry) => entry.feeMinor))).toBe(feeMinor);
    if (baseMinor === null) continue;
    const parts = [...entries, ...credits].map((part) => part.baseMinor ?? -1n);
    expect(sumOf(parts)).toBe(baseMinor);
  }
}

/**
 * Deposits and credits: what is used and what is left is what was paid or credited, in both currencies (payables §5,
 * payables §6).
 */
function expectCredits(ledger: Ledger): void {
  const base = depositBaseOf(ledger);
  const { applied, left } = depositsOf(ledger, base);
  expect(sumOf([...applied, ...left].map(({ amountMinor }) => amountMinor))).toBe(settledOf(ledger.order));
  expect(sumOf([...applied, ...left].map(({ baseMinor }) => baseMinor))).toBe(base);
  expect([...applied, ...left].every((part) => part.amountMinor >= 0n && part.baseMinor >= 0n)).toBe(true);
  for (const credit of ledger.credits) {
    const now = creditNow(ledger, credit, 'INVOICE_RATE');
    expect(now.left.amountMinor >= 0n && now.left.baseMinor >= 0n).toBe(true);
    expect(sumOf([...now.uses, now.left].map(({ amountMinor }) => amountMinor))).toBe(credit.amountMinor);
    if (credit.noteOf === null)
      expect(sumOf([...now.uses, now.left].map(({ baseMinor }) => baseMinor))).toBe(credit.baseMinor);
  }
}

/**
 * Cost, exchange differences and what is open are together the bases of all entries, under both policies (payables §4).
 */
function expectIdentity(ledger: Ledger): void {
  for (const invoice of ledger.invoices)
    for (const policy of EXCHANGE_POLICIES) {
      const { costMinor, entries, openWorthMinor } = invoiceNow(ledger, invoice, policy);
      const differences = sumOf(entries.map(({ differenceMinor }) => differenceMinor));
      expect(costMinor + differences - openWorthMinor).toBe(sumOf(entries.map(({ baseMinor }) => baseMinor)));
      // All is settled once the entries come to the total, also where typed amounts leave an instalment open.
      if (isReconciled(invoice)) expect(openWorthMinor).toBe(0n);
      else if (policy === 'PAID_RATE') expect(differences).toBe(0n);
    }
}
const isReconciled = (document: Ledger['order']): boolean =>
  differenceOf(
    totalOf(document),
    document.instalments.map(({ settledMinor }) => settledMinor),
  ) === 0n;

describe('any history of payments, corrections, undos, credits, deposits, totals and rates', () => {
  it('keeps schedules, debits, credits, deposits and the identity', () => {
    fc.assert(
      fc.property(anyHistory, (moves) => {
        let ledger = anEmptyLedger();
        for (const move of moves) {
          ledger = moved(ledger, move);
          expectSchedules(ledger);
          expectDebits(ledger);
          expectCredits(ledger);
        }
        expectIdentity(ledger);
      }),
      { numRuns: runs(150) },
    );
  });

  it('is after a payment and its undo as if both had not been', () => {
    fc.assert(
      fc.property(anyHistory, anyMove, (moves, last) => {
        const before = after(moves);
        const paid = moved(before, { ...last, kind: 'pay' });
        fc.pre(paid !== before);
        // The documents that the undo shares again.
        const undone = moved(paid, { ...last, kind: 'undo' });
        fc.pre(undone !== paid);
        expectSchedules(undone);
        expect(undone.credits).toEqual(before.credits);
        expect(undone.debits).toEqual(before.debits);
        for (const [place, document] of documentsOf(undone).entries()) {
          const earlier = documentsOf(before)[place];
          expect(document.entries).toEqual(earlier?.entries);
          const amounts = document.instalments.map(({ amountMinor }) => amountMinor);
          const unmoved = earlier?.instalments.map(({ amountMinor }) => amountMinor) ?? [];
          if (String(amounts) === String(unmoved)) continue;
          // A deposit that came and went can leave an instalment paid that was open: that one keeps its amount (§1).
          const isNewlyPaid = document.instalments.some(
            (one, i) => one.settledMinor > 0n && isPaid(one) && !isPaid(earlier?.instalments[i] ?? one),
          );
          if (!isNewlyPaid) expect(amounts).toEqual(reshare(totalOf(document), earlier?.instalments ?? []));
        }
        for (const [place, invoice] of undone.invoices.entries()) {
          const earlier = before.invoices[place];
          const now = (ledger: Ledger, of: typeof earlier) => of && invoiceNow(ledger, of, 'INVOICE_RATE').entries;
          expect(now(undone, invoice)).toEqual(now(before, earlier));
        }
      }),
      { numRuns: runs(150) },
    );
  });
});

describe('the model', () => {
  it('reaches what it is made for', () => {
    const reached = { transfers: 0, surpluses: 0, deposits: 0, notes: 0, refunds: 0, settled: 0, typed: 0, more: 0 };
    const histories = fc.sample(fc.array(anyMove, { minLength: 30, maxLength: 30 }), { numRuns: 60, seed: 7 });
    for (const history of histories) {
      const ledger = after(history);
      const { credits } = ledger;
      reached.transfers += Number(
        [...ledger.debits.keys()].some(
          (id) =>
            documentsOf(ledger)
              .flatMap(({ entries }) => entries)
              .filter((one) => one.paymentId === id).length > 1,
        ),
      );
      reached.surpluses += Number(credits.some(({ id }) => id.startsWith('surplus')));
      reached.deposits += Number(depositsOf(ledger).applied.some(({ amountMinor }) => amountMinor > 0n));
      reached.notes += Number(credits.some(({ noteOf }) => noteOf !== null));
      reached.refunds += Number(credits.some(({ refunds }) => refunds.length > 0));
      reached.settled += Number(ledger.invoices.some((one) => isReconciled(one)));
      reached.typed += Number(ledger.invoices.some(({ instalments }) => isByAmounts(instalments)));
      reached.more += Number(
        documentsOf(ledger).some(
          ({ instalments }) => !isByAmounts(instalments) && instalments.some((one) => one.hundredths === null),
        ),
      );
    }

    expect(Object.entries(reached).filter(([, count]) => count < 3)).toEqual([]);
  });
});
