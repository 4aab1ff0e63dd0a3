import type { HistoryEntry } from '@quayside/contracts/invoices/invoices';
import { describe, expect, it } from 'vitest';
import { t } from '../../../i18n/i18n.ts';
import { actionWords, fieldWords, valueWords } from './history-words.ts';

const line = (position: number | null, id = `line-${position}`) => ({
  line: { id, position },
  field: 'amount',
  from: '1.00 CNY',
  to: '2.00 CNY',
});
const entry = (action: string, changes: HistoryEntry['changes'] = []): HistoryEntry => ({
  id: 'e',
  at: '2026-11-20T10:00:00Z',
  who: null,
  action,
  changes,
});

describe('the label of an action', () => {
  it.each([
    ['invoice.confirmed', 'Confirmed the invoice'],
    ['invoice.document-attached', 'Attached a document'],
    ['invoice.unarchived', 'Brought the invoice back'],
    ['payment.paid', 'Recorded a payment'],
    ['invoice-payment.changed', 'Changed the schedule of payments'],
  ])('of %s is %s', (action, words) => expect(actionWords(t, entry(action))).toBe(words));
  it('names the line, or the number of lines', () => {
    expect(actionWords(t, entry('invoice-line.changed', [line(3), line(3)]))).toBe('Changed line 3');
    expect(actionWords(t, entry('invoice-line.created', [line(3), line(4)]))).toBe('Added 2 lines');
    expect(actionWords(t, entry('invoice-line.changed', [line(null)]))).toBe('Changed 1 line');
    expect(actionWords(t, entry('invoice-line.deleted'))).toBe('Deleted a line');
  });
  it('is made from the identifier if this version does not know the action', () =>
    expect(actionWords(t, entry('invoice.payment-planned'))).toBe('payment planned'));
});

describe('a field', () => {
  it('has the label of the form, and the number of its line', () => {
    expect(fieldWords(t, { line: null, field: 'billToCompany', from: null, to: 'x' })).toBe('Bill to company');
    expect(fieldWords(t, line(2))).toBe('Line 2, Amount');
    expect(fieldWords(t, { line: null, field: 'newThing', from: null, to: 'x' })).toBe('newThing');
  });
});

describe('a value', () => {
  it.each([
    ['amount', '58905.50 CNY', 'CNY 58,905.50'],
    ['total', '-30.00 GBP', 'GBP −30.00'],
    ['date', '2026-11-16', '16 Nov 2026'],
    ['quantity', '1008', '1,008'],
    ['status', 'OPEN', 'Open'],
    ['costType', 'CUSTOMS_AND_DUTIES', 'Customs and duties'],
    ['basis', 'CHARGEABLE_WEIGHT', 'Chargeable weight'],
    ['basis', 'CARTONS', 'Cartons'],
    ['basis', 'DUTY', 'Duty'],
    ['isTaxRecoverable', 'false', 'No'],
    ['supplier', 'Ningbo Haosheng', 'Ningbo Haosheng'],
    ['rate', '0.1073', '0.1073'],
    ['settled', '3000.00 CNY', 'CNY 3,000.00'],
    ['paidOn', '2026-11-20', '20 Nov 2026'],
    [
      'payments',
      '30 % 3000.00 CNY INVOICE +7, 70 % 7000.00 CNY SHIPPING MONTH_END -7, 5.00 CNY 2027-01-04',
      '30 % CNY 3,000.00, Invoice date + 7 d; 70 % CNY 7,000.00, Shipping, month end − 7 d; CNY 5.00, 4 Jan 2027',
    ],
    ['due', 'ARRIVAL', 'Arrival'],
    ['name', null, 'empty'],
    ['name', '', 'empty'],
  ])('%s %j is %s', (field, value, words) => expect(valueWords(t, field, value)).toBe(words));
});
