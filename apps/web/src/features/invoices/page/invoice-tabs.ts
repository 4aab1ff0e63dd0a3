/** The tabs of an invoice, in their order. The address names them: `?tab=details`. */
export const INVOICE_TABS = ['details', 'products', 'lines', 'file'] as const;
export type InvoiceTab = (typeof INVOICE_TABS)[number];

/** The lines are what is worked on most, so they open when the address names no tab. */
const FIRST: InvoiceTab = 'lines';

/** The tab that an address names. A line that is named is shown among the lines. */
export function tabOf(params: URLSearchParams): InvoiceTab {
  const named = params.get('tab');
  return INVOICE_TABS.find((tab) => tab === named) ?? FIRST;
}

/** The query of a tab's address. */
export const tabQuery = (tab: InvoiceTab): string => (tab === FIRST ? '' : `?tab=${tab}`);
