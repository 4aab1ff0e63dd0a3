import type { DocumentReading } from '@quayside/contracts/invoices/invoice-documents';
import { describe, expect, it } from 'vitest';
import { anInvoice } from '../testing/an-invoice.ts';
import { certainOffers, offersOf } from './offers.ts';

const found = (value: string, text = value) => ({ value, text, page: 1 });
const READING: DocumentReading = {
  textState: 'READY',
  invoiceNumbers: [found('HS-2291')],
  dates: [found('2026-11-08', '8 Nov 2026')],
  currencies: [found('CNY', 'RMB')],
  dueDates: [],
  totals: [{ ...found('58867.20', '58,867.20'), currency: null }],
  suppliers: [{ id: 'ningbo', companyName: 'Ningbo', text: 'NINGBO', page: 1 }],
  newSuppliers: [],
  lines: null,
};
const FRESH = anInvoice({
  ...{ status: 'REVIEW', supplierContact: null, invoiceNumber: '2026-11-16', date: '2026-11-16', currency: 'GBP' },
  ...{ total: null, defaults: ['invoiceNumber', 'date', 'currency'] },
});
const values = (offers: ReturnType<typeof offersOf>) =>
  Object.fromEntries(Object.entries(offers).map(([field, list]) => [field, list.map(({ value }) => value)]));

describe('what a document offers', () => {
  it('is a value for each field that nobody has filled in, with the text of the document', () => {
    const offers = offersOf(READING, FRESH, {});
    expect(values(offers)).toEqual({
      supplierId: ['ningbo'],
      invoiceNumber: ['HS-2291'],
      date: ['2026-11-08'],
      currency: ['CNY'],
      total: ['58867.20'],
    });
    expect(offers.date[0]).toMatchObject({ text: '8 Nov 2026', page: 1 });
  });
  it('is nothing for a field with a value of a person, stored or just typed', () => {
    const filled = anInvoice({ defaults: [] });
    expect(Object.values(values(offersOf(READING, filled, {}))).flat()).toEqual([]);
    const typed = { invoiceNumber: 'X', date: '2026-11-01', currency: 'EUR', total: '1', supplierId: 's' };
    expect(Object.values(values(offersOf(READING, FRESH, typed))).flat()).toEqual([]);
    expect(values(offersOf(READING, FRESH, { total: ' ', invoiceNumber: '' }))).toMatchObject({
      invoiceNumber: ['HS-2291'],
      total: ['58867.20'],
    });
  });
  it('is no value that the field has by default already', () => {
    const same = { ...FRESH, date: '2026-11-08', currency: 'CNY' };
    expect(values(offersOf(READING, same, {}))).toMatchObject({ date: [], currency: [] });
  });
  it('is a negative total for a credit note', () =>
    expect(values(offersOf(READING, { ...FRESH, kind: 'CREDIT_NOTE' }, {}))['total']).toEqual(['-58867.20']));
  it('is a supplier to create where the document names none of the account', () => {
    const reading = { ...READING, suppliers: [], newSuppliers: [found('Ningbo Glass Co.')] };
    expect(offersOf(reading, FRESH, {}).supplierId).toMatchObject([
      { value: 'Ningbo Glass Co.', name: 'Ningbo Glass Co.', isNew: true },
    ]);
  });
});

describe('the offers that are accepted together', () => {
  it('are those of fields with one value, and create nothing', () => {
    const reading = { ...READING, dates: [found('2026-11-08'), found('2026-08-11')] };
    expect(certainOffers(offersOf(reading, FRESH, {})).map(({ field }) => field)).toEqual([
      'supplierId',
      'invoiceNumber',
      'currency',
      'total',
    ]);
    const unknown = { ...READING, suppliers: [], newSuppliers: [found('Ningbo Glass Co.')] };
    expect(certainOffers(offersOf(unknown, FRESH, {})).map(({ field }) => field)).not.toContain('supplierId');
  });
});
