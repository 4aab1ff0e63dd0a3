import { expect, it } from 'vitest';
import { checkDecision, type Decision, type MissingPackList } from './missing.ts';

const packList: MissingPackList = { planStatus: 'RECEIVED', shippedOn: '2026-11-05', received: 97n, missing: 3n };
const decision: Decision = { kind: 'SHORT', debtor: 'SUPPLIER', units: 3n, day: '2026-11-20' };
function outcome(of: Partial<MissingPackList>, given: Partial<Decision>): string {
  const result = checkDecision({ ...packList, ...of }, { ...decision, ...given }, '2026-11-25');
  return result.ok ? 'ok' : `${result.field} ${result.message.code}`;
}

it('missing units are decided once the rest has arrived, and never more than are missing', () => {
  expect(outcome({}, {})).toBe('ok');
  expect(outcome({}, { kind: 'LOST', debtor: 'CARRIER' })).toBe('ok');
  expect(outcome({ planStatus: 'IN_TRANSIT' }, {})).toBe('packListId missing.not_received');
  expect(outcome({ planStatus: null, received: 0n }, {})).toBe('packListId missing.not_received');
  expect(outcome({ planStatus: null, shippedOn: null }, {})).toBe('ok');
  expect(outcome({}, { units: 4n })).toBe('quantity missing.left');
});

it('what was never sent is owed by the supplier, what was lost by somebody else', () => {
  expect(outcome({}, { debtor: 'CARRIER' })).toBe('debtor missing.supplier');
  expect(outcome({}, { kind: 'LOST' })).toBe('debtor missing.debtor');
});

it('a decision is of a day between shipping and today', () => {
  expect(outcome({}, { day: '2026-11-26' })).toBe('day stock.future');
  expect(outcome({}, { day: '2026-11-04' })).toBe('day receipt.before_shipped');
});
