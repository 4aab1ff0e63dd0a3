import { describe, expect, it } from 'vitest';
import { INVOICE_STATUSES } from '../lists.ts';
import { shortened } from '../testing/in-short.ts';
import { type InvoiceFacts, type InvoiceMove, refusalOfArchive, refusalOfMove } from './status.ts';

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

describe('invoice status transitions', () => {
  it.each<[InvoiceMove, string, string]>([
    ['ACCEPT', 'REVIEW', 'WORKING'],
    ['CONFIRM', 'WORKING', 'OPEN'],
    ['CLOSE', 'OPEN', 'CLOSED'],
    ['REOPEN', 'CLOSED', 'OPEN'],
  ])('%s leads from %s to %s and is refused from every other status', (move, from, to) => {
    for (const status of INVOICE_STATUSES) {
      const result = refusalOfMove(move, facts({ status }));
      expect(result.ok ? result.value : result.code).toBe(status === from ? to : 'invoices.wrong_status');
    }
  });

  it('name the current status and the one that is required', () => {
    expect(shortened(refusalOfMove('CLOSE', facts()))).toEqual({
      ok: false,
      code: 'invoices.wrong_status',
      message: 'invoice.move WORKING OPEN CLOSED',
    });
  });
});

describe('confirming an invoice', () => {
  it.each([
    [{ hasSupplier: false }, '(invoice.needs_supplier)'],
    [{ hasDate: false }, '(invoice.needs_date)'],
    [{ hasRate: false }, '(invoice.needs_rate USD GBP)'],
    [{ lineCount: 0 }, '(invoice.needs_line)'],
    [{ hasSupplier: false, hasDate: false }, '(invoice.needs_supplier) (invoice.needs_date)'],
    [
      { hasSupplier: false, hasDate: false, hasRate: false, lineCount: 0 },
      '(invoice.needs_supplier) (invoice.needs_date) (invoice.needs_rate USD GBP) (invoice.needs_line)',
    ],
  ])('with %o requires %s', (change, missing) => {
    expect(shortened(refusalOfMove('CONFIRM', facts(change)))).toEqual({
      ok: false,
      code: 'invoices.incomplete',
      message: `invoice.incomplete ${missing}`,
    });
  });

  it('is refused for an upload in review without a supplier', () => {
    expect(shortened(refusalOfMove('CONFIRM', facts({ status: 'REVIEW', hasSupplier: false })))).toMatchObject({
      code: 'invoices.incomplete',
      message: 'invoice.incomplete (invoice.needs_supplier)',
    });
    expect(refusalOfMove('CONFIRM', facts({ status: 'REVIEW' }))).toMatchObject({ code: 'invoices.wrong_status' });
  });

  it("requires no rate in the account's currency, no assignment and no total", () => {
    expect(
      refusalOfMove(
        'CONFIRM',
        facts({ currency: 'GBP', hasRate: false, unassignedMinor: [5n], differenceMinor: null }),
      ),
    ).toEqual({
      ok: true,
      value: 'OPEN',
    });
  });
});

describe('closing an invoice', () => {
  it.each<[Partial<InvoiceFacts>, string, string]>([
    [{ unassignedMinor: [0n, 123_456_789n] }, 'invoices.not_assigned', 'invoice.not_assigned USD 1,234,567.89 1'],
    [{ unassignedMinor: [500n, -500n] }, 'invoices.not_assigned', 'invoice.not_assigned USD 10.00 2'],
    [{ differenceMinor: -900n }, 'invoices.difference', 'invoice.difference USD −9.00'],
    [{ differenceMinor: null }, 'invoices.difference', 'invoice.needs_total'],
    [{ unassignedMinor: [1n], differenceMinor: 1n }, 'invoices.not_assigned', 'invoice.not_assigned USD 0.01 1'],
  ])('is refused with %o', (change, code, message) => {
    expect(shortened(refusalOfMove('CLOSE', facts({ status: 'OPEN', ...change })))).toEqual({
      ok: false,
      code,
      message,
    });
  });
});

describe('archiving an invoice', () => {
  it('is possible for a closed invoice, once', () => {
    for (const status of INVOICE_STATUSES)
      expect(refusalOfArchive({ status, isArchived: false }).ok).toBe(status === 'CLOSED');
    expect(shortened(refusalOfArchive({ status: 'OPEN', isArchived: false }))).toMatchObject({
      code: 'invoices.wrong_status',
      message: 'invoice.not_closed OPEN',
    });
    expect(shortened(refusalOfArchive({ status: 'CLOSED', isArchived: true }))).toMatchObject({
      message: 'invoice.archived',
    });
  });
});
