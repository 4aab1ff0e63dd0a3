import { headingKeys } from '../trade/headings.ts';

// Inventory reports of Amazon, which are taken in as counts of what Amazon has (stock §5).

/**
 * AMAZON_INVENTORY: "FBA Amazon fulfilled inventory", without reserved units. AMAZON_MANAGE_FBA: "Manage FBA
 * inventory". AMAZON_LEDGER: "Inventory ledger, summary view", without units between Amazon's warehouses.
 */
export const COUNT_REPORTS = ['AMAZON_INVENTORY', 'AMAZON_MANAGE_FBA', 'AMAZON_LEDGER'] as const;
type CountReport = (typeof COUNT_REPORTS)[number];

/** The headings by which each is known; other tables do not have all of them. */
const KNOWN_BY: Readonly<Record<CountReport, readonly string[]>> = {
  AMAZON_INVENTORY: ['seller-sku', 'warehouse-condition-code', 'quantity available'],
  AMAZON_MANAGE_FBA: ['sku', 'afn-listing-exists', 'afn-warehouse-quantity'],
  AMAZON_LEDGER: ['msku', 'disposition', 'ending warehouse balance'],
};

/** The report that a table with these headings is; null for any other table. */
export function countReportOf(headings: readonly string[]): CountReport | null {
  const keys = headingKeys(headings);
  return COUNT_REPORTS.find((report) => [...headingKeys(KNOWN_BY[report])].every((key) => keys.has(key))) ?? null;
}
