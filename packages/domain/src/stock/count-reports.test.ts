import { describe, expect, it } from 'vitest';
import { countReportOf } from './count-reports.ts';

describe('inventory reports of Amazon', () => {
  it.each([
    [
      'AMAZON_INVENTORY',
      'seller-sku\tfulfillment-channel-sku\tasin\tcondition-type\tWarehouse-Condition-code\tQuantity Available',
    ],
    ['AMAZON_MANAGE_FBA', 'sku\tfnsku\tasin\tproduct-name\tcondition\tafn-listing-exists\tafn-warehouse-quantity'],
    ['AMAZON_LEDGER', '\ufeffDate\tFNSKU\tASIN\tMSKU\tTitle\tDisposition\tEnding Warehouse Balance\tLocation'],
    [null, 'seller-sku\tquantity\twarehouse-condition-code'],
    [null, 'sku\tquantity'],
  ])('%s is known by its headings', (report, headings) => expect(countReportOf(headings.split('\t'))).toBe(report));
});
