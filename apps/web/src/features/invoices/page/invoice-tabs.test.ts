import { describe, expect, it } from 'vitest';
import { INVOICE_TABS, tabOf, tabQuery } from './invoice-tabs.ts';

describe('the tab in the address', () => {
  it.each(INVOICE_TABS)('%s comes back from its own address', (tab) =>
    expect(tabOf(new URLSearchParams(tabQuery(tab)))).toBe(tab),
  );
  it('is the lines where none, or an unknown one, is named', () => {
    expect(tabOf(new URLSearchParams(''))).toBe('lines');
    expect(tabOf(new URLSearchParams('tab=payments'))).toBe('lines');
    expect(tabOf(new URLSearchParams('line=01'))).toBe('lines');
  });
});
