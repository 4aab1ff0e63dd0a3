import { describe, expect, it } from 'vitest';
import { AS_FOUND, base64Of, bodyOfImport, planOf, withColumn } from './line-import.ts';

describe('the columns', () => {
  it('hold a field once: the column that held it before holds none', () =>
    expect(withColumn(['sku', 'quantity', 'amount'], 2, 'quantity')).toEqual(['sku', null, 'quantity']));
  it('can hold nothing, several of them', () =>
    expect(withColumn([null, 'quantity', 'amount'], 1, null)).toEqual([null, null, 'amount']));
  it('are left to be found out until somebody says', () => {
    expect(bodyOfImport({ text: 'a\tb' }, AS_FOUND)).toEqual({ text: 'a\tb' });
    expect(
      bodyOfImport(
        { base64: 'QQ==', fileName: 'a.csv' },
        { columns: ['sku', null], hasHeadings: false, isOnlyValid: true },
      ),
    ).toEqual({
      base64: 'QQ==',
      columns: ['sku', null],
      hasHeadings: false,
    });
  });
});

describe('the plan', () => {
  const counts = (create: number, fail: number) => ({ counts: { rows: create + fail, create, fail } });
  it('adds what is right', () => expect(planOf(counts(12, 0), false)).toEqual({ count: 12, blocked: undefined }));
  it('waits until rows with errors are left out', () => {
    expect(planOf(counts(10, 2), false)).toEqual({ count: 10, blocked: 'errors' });
    expect(planOf(counts(10, 2), true)).toEqual({ count: 10, blocked: undefined });
  });
  it('is nothing where no row is right', () => expect(planOf(counts(0, 3), true).blocked).toBe('nothing'));
});

it('reads a file byte for byte, also a long one', async () => {
  const bytes = Uint8Array.from({ length: 20_000 }, (_, at) => at % 256);
  expect(Uint8Array.from(atob(await base64Of(new Blob([bytes]))), (c) => c.charCodeAt(0))).toEqual(bytes);
});
