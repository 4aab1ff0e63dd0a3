import { describe, expect, it } from 'vitest';
import { checkArchiving, checkClosing, checkOpening, internalNumber, type PurchaseOrderFacts } from './status.ts';

const facts = (over: Partial<PurchaseOrderFacts> = {}): PurchaseOrderFacts => ({
  status: 'DRAFT',
  hasSupplier: true,
  hasDate: true,
  hasAmount: true,
  sharesHundredths: 10_000,
  isInvoiced: false,
  isArchived: false,
  ...over,
});
const outcome = (result: { ok: boolean; code?: string }) => (result.ok ? 'ok' : result.code);

describe('opening', () => {
  it.each<[Partial<PurchaseOrderFacts>, string]>([
    [{}, 'ok'],
    [{ sharesHundredths: null }, 'ok'],
    [{ sharesHundredths: 9999 }, 'purchasing.incomplete'],
    [{ hasSupplier: false }, 'purchasing.incomplete'],
    [{ hasDate: false }, 'purchasing.incomplete'],
    [{ hasAmount: false }, 'purchasing.incomplete'],
    [{ status: 'OPEN' }, 'purchasing.wrong_status'],
    [{ status: 'CLOSED', hasAmount: false }, 'ok'],
  ])('%j: %s', (over, expected) => expect(outcome(checkOpening(facts(over)))).toBe(expected));

  it('names all that is missing at once', () => {
    const result = checkOpening(facts({ hasSupplier: false, hasAmount: false, sharesHundredths: 5000 }));
    expect(!result.ok && result.message.params?.['missing']).toHaveLength(3);
  });
});

describe('closing by hand', () => {
  it.each([
    ['OPEN', 'SHORT', true, 'ok'],
    ['OPEN', 'CANCELLED', false, 'ok'],
    ['OPEN', 'CANCELLED', true, 'purchasing.wrong_status'],
    ['OPEN', 'INVOICED', true, 'purchasing.wrong_status'],
    ['DRAFT', 'SHORT', false, 'purchasing.wrong_status'],
    ['CLOSED', 'SHORT', false, 'purchasing.wrong_status'],
  ] as const)('%s as %s, invoiced %s: %s', (status, reason, isInvoiced, expected) =>
    expect(outcome(checkClosing(facts({ status, isInvoiced }), reason))).toBe(expected),
  );
});

describe('archiving', () => {
  it.each([
    ['DRAFT', false, 'ok'],
    ['CLOSED', false, 'ok'],
    ['OPEN', false, 'purchasing.wrong_status'],
    ['CLOSED', true, 'purchasing.wrong_status'],
  ] as const)('%s, archived %s: %s', (status, isArchived, expected) =>
    expect(outcome(checkArchiving({ status, isArchived }))).toBe(expected),
  );
});

it('internal numbers have at least four digits', () =>
  expect([internalNumber('2026', 1n), internalNumber('2026', 12_345n)]).toEqual(['PO-2026-0001', 'PO-2026-12345']));
