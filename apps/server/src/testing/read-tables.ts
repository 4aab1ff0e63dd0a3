import { pasteAccountCodes } from '@quayside/contracts/payments/account-codes';
import { uploadDutyRates } from '@quayside/contracts/freight/duty-rates';
import { uploadExchangeRates } from '@quayside/contracts/rates/exchange-rates';
import { uploadFreightRates } from '@quayside/contracts/freight/freight-rates';
import { importInvoiceLinesDryRun } from '@quayside/contracts/invoices/invoice-line-imports';
import { uploadOpeningStock } from '@quayside/contracts/stock/opening-stock';
import { createOrderImport } from '@quayside/contracts/stock/order-imports';
import { createProductImport } from '@quayside/contracts/products/product-imports';
import { importPurchaseOrderItemsDryRun } from '@quayside/contracts/purchasing/purchase-order-items';
import { uploadStockCounts } from '@quayside/contracts/stock/stock-movements';
import { createSupplierImport } from '@quayside/contracts/suppliers/supplier-imports';
import type { TestApp, TestPerson } from './app.ts';
import { anInvoice, aSupplier } from './invoices.ts';
import { anOrder } from './purchase-orders.ts';

/** What a dry run of a table answers: how many rows it has, and their errors as `row column: message`. */
export interface ReadTable {
  readonly rows: number;
  readonly errors: readonly string[];
  readonly body: Readonly<Record<string, unknown>>;
}

const CALLS = {
  products: createProductImport,
  suppliers: createSupplierImport,
  orders: createOrderImport,
  counts: uploadStockCounts,
  opening: uploadOpeningStock,
  freight: uploadFreightRates,
  duty: uploadDutyRates,
  rates: uploadExchangeRates,
} as const;
/** The kinds of tables that are sent as files. */
export type FileKind = keyof typeof CALLS;

interface Counted {
  readonly counts: { readonly rows?: number; readonly rates?: number; readonly fail?: number };
  readonly errors: readonly { row: number; column: string | null; reason?: string; message?: string }[];
}

const toRead = (body: Counted): ReadTable => ({
  rows: body.counts.rows ?? (body.counts.rates ?? 0) + (body.counts.fail ?? 0),
  errors: body.errors.map(({ row, column, reason, message }) => `${row} ${column ?? '-'}: ${reason ?? message ?? ''}`),
  body: { ...body },
});

/** Sends a file for a dry run. */
export async function readFile(
  t: TestApp,
  who: TestPerson,
  kind: FileKind,
  content: Buffer | string,
  query: object = {},
): Promise<ReadTable> {
  const isBook = Buffer.isBuffer(content) && content.subarray(0, 2).toString() === 'PK';
  const name = isBook ? 'table.xlsx' : 'table.csv';
  const call = CALLS[kind] as typeof createProductImport;
  return toRead((await t.ok(who, call, { query: { dryRun: 'true', ...query }, file: { name, content } })) as Counted);
}

/** Pastes lines into an invoice or a purchase order, or account codes, for a dry run. */
export async function readPasted(
  t: TestApp,
  who: TestPerson,
  kind: 'lines' | 'items' | 'accounts',
  text: string,
): Promise<ReadTable> {
  if (kind === 'accounts')
    return toRead(await t.ok(who, pasteAccountCodes, { body: { text }, query: { dryRun: 'true' } }));
  const { rows } =
    kind === 'lines'
      ? await t.ok(who, importInvoiceLinesDryRun, {
          params: { id: (await anInvoice(t, who, { supplierId: await aSupplier(t, who), rate: '0.1' })).id },
          body: { text },
        })
      : await t.ok(who, importPurchaseOrderItemsDryRun, {
          params: { id: (await anOrder(t, who, {})).id },
          body: { text },
        });
  const errors = rows.flatMap(({ row, errors: own }) => own.map((error) => ({ ...error, row })));
  return toRead({ counts: { rows: rows.length }, errors });
}
