import { describe, expect, it } from 'vitest';
import { type Entry, fits, recordEntries, sectionsOf } from './palette-entries.ts';

const entry = (group: Entry['group'], title: string): Entry => ({ id: title, group, title });

describe('an entry of the palette', () => {
  it.each([
    ['as co', 'Assigned costs', true],
    ['COSTS assigned', 'Assigned costs', true],
    ['sign', 'Assigned costs', false],
    ['', 'Anything', true],
    ['pro x', 'Products', false],
  ])('is found by %j in %j: %s', (text, title, is) => expect(fits(text, { title })).toBe(is));

  it.each([
    ['PRODUCT', '/products/A%2FB/costs'],
    ['INVOICE', '/invoices/i1'],
    ['SUPPLIER', '/suppliers/i1/overview'],
    ['DOCUMENT', '/invoices-purchase-orders/documents?open=i1'],
  ] as const)('of a %s leads to %s', (type, to) =>
    expect(recordEntries({ type, id: 'i1', title: 'x', detail: '', sku: type === 'PRODUCT' ? 'A/B' : null })).toEqual([
      { id: `${type}-i1`, group: type, title: 'x', detail: '', to },
    ]),
  );

  it('shows the day of a record as the person reads days', () =>
    expect(
      recordEntries({
        type: 'INVOICE',
        id: 'i1',
        title: 'F-77',
        detail: 'Kettle & Sons',
        day: '2026-11-02',
        sku: null,
      }),
    ).toMatchObject([
      { detail: expect.stringMatching(/^Kettle & Sons · 0?2 Nov 2026$|^Kettle & Sons · Nov 0?2, 2026$/) },
    ]));

  it('of a kind that this client does not know is left out', () =>
    expect(recordEntries({ type: 'OF_A_NEWER_SERVER', id: 'i1', title: 'x', detail: '', sku: null })).toEqual([]));
});

describe('the sections', () => {
  const all = {
    recent: [entry('recent', 'Kettle')],
    screens: [entry('screens', 'Products')],
    actions: [entry('actions', 'Add a product')],
    records: [entry('INVOICE', 'P-1'), entry('PRODUCT', 'Pan')],
  };
  const shown = (text: string) =>
    sectionsOf(text, all).map(({ group, entries }) => `${group}: ${entries.map((e) => e.title).join()}`);

  it('without a query: recent records, screens and actions', () =>
    expect(shown(' ')).toEqual(['recent: Kettle', 'screens: Products', 'actions: Add a product']));

  it('with a query: matching entries, and records by type', () => {
    expect(shown('pro')).toEqual(['screens: Products', 'actions: Add a product', 'PRODUCT: Pan', 'INVOICE: P-1']);
    expect(shown('zzz')).toEqual(['PRODUCT: Pan', 'INVOICE: P-1']);
  });
});
