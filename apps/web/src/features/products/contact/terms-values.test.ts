import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/errors/api-error.ts';
import { errorsByPlace, moved, termsOf, termsWords } from './terms-values.ts';

describe('moved', () => {
  it.each([
    [0, 2, 'bca'],
    [2, 0, 'cab'],
    [1, 1, 'abc'],
    [0, -1, 'abc'],
    [2, 3, 'abc'],
    [9, 0, 'abc'],
  ])('from %i to %i: %s', (from, to, result) => expect(moved(['a', 'b', 'c'], from, to).join('')).toBe(result));
  it('keeps all rows, and can be reversed', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 20 }), fc.nat(), fc.nat(), (list, a, b) => {
        const [from, to] = [a % list.length, b % list.length];
        const there = moved(list, from, to);
        expect(there[to]).toBe(list[from]);
        expect(moved(there, to, from)).toEqual(list);
      }),
    );
  });
});

describe('errorsByPlace', () => {
  it('maps row and field, and leaves out errors that are not about a row', () => {
    const errors = [
      { field: 'suppliers.1.price', message: 'Enter a price' },
      { field: 'body.suppliers.0', message: 'Twice' },
      { field: 'version', message: 'x' },
    ];
    const error = new ApiError({ status: 422, code: 'bad_input', message: '', errors });
    expect([...errorsByPlace(error)].toSorted((x, y) => (String(x) < String(y) ? -1 : 1))).toEqual([
      ['0', 'Twice'],
      ['1.price', 'Enter a price'],
    ]);
  });
});

describe('terms', () => {
  it('are empty fields if nothing is agreed', () => {
    const stored = {
      id: 's',
      supplierId: 's',
      companyName: 'Yiwu',
      localName: null,
      price: null,
      currency: null,
      minimumOrder: null,
      leadTime: null,
      supplierSku: null,
    };
    expect(termsOf([stored])).toEqual([
      { supplierId: 's', price: '', currency: null, minimumOrder: null, leadTime: null, supplierSku: '' },
    ]);
  });
  it('are formatted on one line', () => {
    const words = { name: 'Yiwu', from: 'from', days: 'days' };
    const value = { supplierId: 's', price: '3.45', currency: 'CNY', minimumOrder: 500, leadTime: 30, supplierSku: '' };
    expect(termsWords(value, words)).toBe('Yiwu 3.45 CNY, from 500, 30 days');
    expect(termsWords({ ...value, price: '', minimumOrder: null, leadTime: null }, words)).toBe('Yiwu');
  });
});
