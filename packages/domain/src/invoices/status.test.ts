import { describe, expect, it } from 'vitest';
import { INVOICE_STATUSES } from '../lists.ts';
import { INVOICE_MOVES, type InvoiceFacts, type InvoiceMove, moveBetween, refusalOfArchive, refusalOfMove } from './status.ts';

const facts = (change: Partial<InvoiceFacts> = {}): InvoiceFacts => ({
  status: 'WORKING',
  currency: 'USD',
  accountCurrency: 'GBP',
  hasSupplier: true,
  hasDate: true,
  hasRate: true,
  lineCount: 1,
  unassignedMinor: [0n],
  differenceMinor: 0n,
  ...change,
});
const MOVES = Object.keys(INVOICE_MOVES) as InvoiceMove[];

describe('moves of an invoice', () => {
  it.each<[InvoiceMove, string, string]>([
    ['ACCEPT', 'REVIEW', 'WORKING'],
    ['CONFIRM', 'WORKING', 'OPEN'],
    ['CLOSE', 'OPEN', 'CLOSED'],
    ['REOPEN', 'CLOSED', 'OPEN'],
  ])('%s leads from %s to %s, and from nowhere else', (move, from, to) => {
    for (const status of INVOICE_STATUSES) {
      const result = refusalOfMove(move, facts({ status }));
      expect(result.ok ? result.value : result.code).toBe(status === from ? to : 'invoices.wrong_status');
    }
  });

  it('finds the move between two statuses', () => {
    const table = INVOICE_STATUSES.flatMap((from) => INVOICE_STATUSES.map((to) => moveBetween(from, to)));
    expect(table).toEqual([
      undefined,
      'ACCEPT',
      undefined,
      undefined,
      undefined,
      undefined,
      'CONFIRM',
      undefined,
      undefined,
      undefined,
      undefined,
      'CLOSE',
      undefined,
      undefined,
      'REOPEN',
      undefined,
    ]);
    expect(MOVES.length).toBe(4);
  });

  it('says which status it is and which it needs', () => {
    expect(refusalOfMove('CLOSE', facts())).toEqual({
      ok: false,
      code: 'invoices.wrong_status',
      message: 'This invoice is WORKING; only one that is OPEN can become CLOSED.',
    });
  });
});

describe('confirming', () => {
  it.each([
    [{ hasSupplier: false }, 'a supplier'],
    [{ hasDate: false }, 'a date'],
    [{ hasRate: false }, 'a rate from USD to GBP'],
    [{ lineCount: 0 }, 'at least one line'],
    [{ hasSupplier: false, hasDate: false }, 'a supplier and a date'],
    [{ hasSupplier: false, hasDate: false, hasRate: false, lineCount: 0 }, 'a supplier, a date, a rate from USD to GBP and at least one line'],
  ])('%o needs %s', (change, missing) => {
    expect(refusalOfMove('CONFIRM', facts(change))).toEqual({
      ok: false,
      code: 'invoices.incomplete',
      message: `To confirm this invoice it still needs ${missing}.`,
    });
  });

  it('tells an upload in review that it waits for its supplier', () => {
    expect(refusalOfMove('CONFIRM', facts({ status: 'REVIEW', hasSupplier: false }))).toMatchObject({
      code: 'invoices.incomplete',
      message: 'To confirm this invoice it still needs a supplier.',
    });
    expect(refusalOfMove('CONFIRM', facts({ status: 'REVIEW' }))).toMatchObject({ code: 'invoices.wrong_status' });
  });

  it('needs no rate in the currency of the account, and neither assignment nor total', () => {
    expect(refusalOfMove('CONFIRM', facts({ currency: 'GBP', hasRate: false, unassignedMinor: [5n], differenceMinor: null }))).toEqual({
      ok: true,
      value: 'OPEN',
    });
  });
});

describe('closing', () => {
  it.each<[Partial<InvoiceFacts>, string, string]>([
    [{ unassignedMinor: [0n, 1250n] }, 'invoices.not_assigned', 'To close this invoice its costs must be assigned: 12.50 USD on one line is not.'],
    [{ unassignedMinor: [500n, -500n] }, 'invoices.not_assigned', 'To close this invoice its costs must be assigned: 10.00 USD on 2 lines is not.'],
    [{ differenceMinor: -900n }, 'invoices.difference', 'To close this invoice its lines must add up to its total: the difference is -9.00 USD.'],
    [{ differenceMinor: null }, 'invoices.difference', 'To close this invoice type its total first.'],
    [{ unassignedMinor: [1n], differenceMinor: 1n }, 'invoices.not_assigned', 'To close this invoice its costs must be assigned: 0.01 USD on one line is not.'],
  ])('%o is refused', (change, code, message) => {
    expect(refusalOfMove('CLOSE', facts({ status: 'OPEN', ...change }))).toEqual({ ok: false, code, message });
  });
});

describe('archiving', () => {
  it('takes what is closed, once', () => {
    for (const status of INVOICE_STATUSES) expect(refusalOfArchive({ status, isArchived: false }).ok).toBe(status === 'CLOSED');
    expect(refusalOfArchive({ status: 'OPEN', isArchived: false })).toMatchObject({
      code: 'invoices.wrong_status',
      message: 'This invoice is OPEN; only one that is CLOSED can be archived.',
    });
    expect(refusalOfArchive({ status: 'CLOSED', isArchived: true })).toMatchObject({ message: 'This invoice is archived already.' });
  });
});
