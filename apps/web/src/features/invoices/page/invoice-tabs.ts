/** The tabs of an invoice, in their order. The address names them: `?tab=details`. */
export const INVOICE_TABS = ['details', 'products', 'lines', 'file'] as const;
export type InvoiceTab = (typeof INVOICE_TABS)[number];

/** The lines are used most, so they open when the address names no tab. */
const FIRST: InvoiceTab = 'lines';

/** The tab in the address. An address with a line opens the lines. */
export function tabOf(params: URLSearchParams): InvoiceTab {
  const named = params.get('tab');
  return INVOICE_TABS.find((tab) => tab === named) ?? FIRST;
}

/** The query string of a tab. */
export const tabQuery = (tab: InvoiceTab): string => (tab === FIRST ? '' : `?tab=${tab}`);
