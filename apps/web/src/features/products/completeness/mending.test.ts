import { expect, it } from 'vitest';
import { paths } from '../../../lib/paths.ts';
import { gapCounts, gapInUrl } from './mending.ts';

it('the URL of the list names the missing measure', () => {
  expect(gapInUrl(new URL(paths.productsMissing('WEIGHT'), 'http://x').searchParams)).toBe('WEIGHT');
  expect(gapInUrl(new URLSearchParams('f.missing.in=WEIGHT&f.missing.in=COST'))).toBeUndefined();
  expect(gapInUrl(new URLSearchParams('f.missing.in=COST'))).toBeUndefined();
  expect(gapInUrl(new URLSearchParams())).toBeUndefined();
});

it('measures that are missing are listed, those that block the most invoices first', () => {
  const gap = (name: 'WEIGHT' | 'VOLUME' | 'COST', products: number, invoices: number) => ({
    gap: name,
    products,
    blockedLines: invoices,
    blockedInvoices: Array.from({ length: invoices }, (_, index) => ({ id: String(index), number: String(index) })),
  });
  expect(gapCounts({ products: 20, gaps: [gap('WEIGHT', 12, 0), gap('VOLUME', 3, 2), gap('COST', 9, 0)] })).toEqual([
    { gap: 'VOLUME', products: 3, invoices: 2 },
    { gap: 'WEIGHT', products: 12, invoices: 0 },
  ]);
  expect(gapCounts({ products: 20, gaps: [gap('WEIGHT', 0, 0)] })).toEqual([]);
});
