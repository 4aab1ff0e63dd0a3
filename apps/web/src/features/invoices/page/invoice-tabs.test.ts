import { describe, expect, it } from 'vitest';
import { INVOICE_TABS, tabOf, tabQuery } from './invoice-tabs.ts';

describe('the tab in the URL', () => {
  it.each(INVOICE_TABS)('%s comes back from its own address', (tab) =>
    expect(tabOf(new URLSearchParams(tabQuery(tab)))).toBe(tab),
  );
  it('is the tab of the lines if the URL names none or an unknown one', () => {
    expect(tabOf(new URLSearchParams(''))).toBe('lines');
    expect(tabOf(new URLSearchParams('tab=payments'))).toBe('lines');
    expect(tabOf(new URLSearchParams('line=01'))).toBe('lines');
  });
});
