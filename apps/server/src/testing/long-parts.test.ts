import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readSourceTree } from './arrows.ts';
import { longFunctions } from './long-parts.ts';

/** Functions that are longer, with the lines that each has at most. None may be added, and none may grow. */
const LONG: Readonly<Record<string, number>> = {
  'apps/server/src/adapters/file-store/disk.ts: createDiskFileStore': 128,
  'apps/server/src/areas/costs/check/invariants.views.ts: brokenInvariants': 204,
  'apps/server/src/areas/payments/check/payables-invariants.views.ts: brokenSums': 283,
  'apps/server/src/areas/stock/check/stock-invariants.views.ts: brokenSums': 121,
  'apps/server/src/http/live.ts: createLiveStreams': 128,
  'apps/web/src/components/data-grid/grid-table.tsx: GridTable': 154,
  'apps/web/src/components/form/use-chooser.tsx: useChooser': 225,
  'apps/web/src/components/line-sheet/product-cell.tsx: ProductCell': 231,
  'apps/web/src/components/mail/mail-form.tsx: MailForm': 133,
  'apps/web/src/features/costs/cost-columns.tsx: costColumns': 129,
  'apps/web/src/features/costs/explain/explain-entry.tsx: Body': 139,
  'apps/web/src/features/costs/orders-card.tsx: OrdersCard': 127,
  'apps/web/src/features/invoices/invoice-columns.tsx: invoiceColumns': 153,
  'apps/web/src/features/invoices/page/invoice-actions.tsx: InvoiceActions': 140,
  'apps/web/src/features/invoices/spread/shares-table.tsx: SharesTable': 134,
  'apps/web/src/features/invoices/spread/spread-details.tsx: Stored': 134,
  'apps/web/src/features/products/product-columns.tsx: productColumns': 169,
  'apps/web/src/features/purchasing/items/item-sheet.tsx: ItemSheet': 146,
  'apps/web/src/features/purchasing/list/purchase-order-columns.tsx: purchaseOrderColumns': 161,
  'apps/web/src/features/shipments/plans/page/plan-actions.tsx: PlanActions': 125,
};
/** Files of the contract with more than 400 lines, likewise. */
const LONG_CONTRACTS: Readonly<Record<string, number>> = {
  'packages/contracts/src/exports.ts': 942,
  'packages/contracts/src/payments/payments.ts': 630,
  'packages/contracts/src/shipments/shipment-plans.ts': 496,
};
const MOST_CONTRACT_LINES = 400;
/** Not the product's own code: measurements, made-up requests and the story of the demo seller. */
const BESIDE = /\/(testing|bench|fuzz|seed)\//;

const tree = [...readSourceTree(fileURLToPath(new URL('../../../..', import.meta.url)))].filter(
  ([file]) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !BESIDE.test(file) && !file.startsWith('e2e/'),
);

describe('long parts of the source', () => {
  it('are no functions over 120 lines, but for those that were there, which may only shrink', () => {
    const found = Object.fromEntries(tree.flatMap(([file, text]) => [...longFunctions(file, text)]));
    expect(Object.keys(found).toSorted()).toEqual(Object.keys(LONG).toSorted());
    expect(Object.entries(found).filter(([name, lines]) => lines > (LONG[name] ?? 0))).toEqual([]);
  });

  it('are no files of the contract over 400 lines, but for those that were there', () => {
    const long = tree
      .filter(([file]) => /^packages\/contracts\/src\/(?!texts\/).+\.ts$/.test(file))
      .map(([file, text]): [string, number] => [file, text.split('\n').length])
      .filter(([, lines]) => lines > MOST_CONTRACT_LINES);
    expect(long.map(([file]) => file).toSorted()).toEqual(Object.keys(LONG_CONTRACTS).toSorted());
    expect(long.filter(([file, lines]) => lines > (LONG_CONTRACTS[file] ?? 0))).toEqual([]);
  });

  it('are found by their name, or by their line', () => {
    const body = '\n'.repeat(121);
    expect([...longFunctions('a.ts', `function long() {${body}}`)]).toEqual([['a.ts: long', 122]]);
    expect([...longFunctions('a.tsx', `\nexport const of = (): number => {${body}return 1 };`)]).toEqual([
      ['a.tsx: line 2', 122],
    ]);
    expect([...longFunctions('a.ts', `${body}function short() {}`)]).toEqual([]);
  });
});
