/** The tabs of an invoice, in display order. The page's URL names the tab: `?tab=details`. */
export const INVOICE_TABS = ['details', 'products', 'lines', 'schedule', 'file'] as const;
export type InvoiceTab = (typeof INVOICE_TABS)[number];

/** The tab that opens when the URL names none. It is the tab of the lines, because people use this tab most. */
const FIRST: InvoiceTab = 'lines';

/** The tab that the URL names, or else the tab of the lines. A link to a line therefore needs no tab. */
export function tabOf(params: URLSearchParams): InvoiceTab {
  const named = params.get('tab');
  return INVOICE_TABS.find((tab) => tab === named) ?? FIRST;
}

/** The query string that opens a tab. */
export const tabQuery = (tab: InvoiceTab): string => (tab === FIRST ? '' : `?tab=${tab}`);
