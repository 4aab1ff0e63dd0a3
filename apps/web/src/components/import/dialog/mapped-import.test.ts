import { describe, expect, it } from 'vitest';
import { AS_FOUND, base64Of, bodyOfImport, planOf, withColumn } from './mapped-import.ts';

describe('the columns of an import', () => {
  it('have each field once: the column that had the field before loses it', () =>
    expect(withColumn(['sku', 'quantity', 'amount'], 2, 'quantity')).toEqual(['sku', null, 'quantity']));
  it('can be unmapped, even several of them', () =>
    expect(withColumn([null, 'quantity', 'amount'], 1, null)).toEqual([null, null, 'amount']));
  it('are detected by the server until the person chooses', () => {
    expect(bodyOfImport({ text: 'a\tb' }, AS_FOUND)).toEqual({ text: 'a\tb' });
    expect(
      bodyOfImport(
        { base64: 'QQ==', fileName: 'a.csv' },
        { columns: ['sku', null], hasHeadings: false, decimalMarks: [null, ','], isOnlyValid: true },
      ),
    ).toEqual({
      base64: 'QQ==',
      columns: ['sku', null],
      hasHeadings: false,
      decimalMarks: [null, ','],
    });
  });
});

describe('the plan of an import', () => {
  const counts = (create: number, fail: number) => ({
    counts: { rows: create + fail, create, fail },
    columns: [],
  });
  it('adds the valid rows', () => expect(planOf(counts(12, 0), false)).toEqual({ count: 12, blocked: undefined }));
  it('cannot run until rows with errors are left out', () => {
    expect(planOf(counts(10, 2), false)).toEqual({ count: 10, blocked: 'errors' });
    expect(planOf(counts(10, 2), true)).toEqual({ count: 10, blocked: undefined });
  });
  it('is empty if no row is valid', () => expect(planOf(counts(0, 3), true).blocked).toBe('nothing'));
});

it('encodes a file as base64, even a large one', async () => {
  const bytes = Uint8Array.from({ length: 20_000 }, (_, at) => at % 256);
  expect(Uint8Array.from(atob(await base64Of(new Blob([bytes]))), (c) => c.charCodeAt(0))).toEqual(bytes);
});
