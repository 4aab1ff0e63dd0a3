import type { Page } from '@playwright/test';
import { createInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { closeInvoice, confirmInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { createInvoice } from '@quayside/contracts/invoices/invoices';
import { createProductImport } from '@quayside/contracts/products/product-imports';
import { listProducts } from '@quayside/contracts/products/product-lists';
import { createSupplier, listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import type { CostCategory } from '@quayside/domain/lists';
import { callAs } from './api.ts';

// Creates test data that is not the subject of a test, through the API with the session of the page.

/** Creates a supplier and returns the path of its page. */
export async function addSupplier(
  page: Page,
  { name, local, currency }: { name: string; local?: string; currency: string },
): Promise<string> {
  const body = { companyName: name, localName: local ?? null, currency };
  return `/suppliers/${(await callAs(page, createSupplier, { body })).id}`;
}

/** Creates products without a supplier, through an import. */
export async function addProducts(page: Page, products: readonly { sku: string; name: string }[]): Promise<void> {
  const content = ['sku,name', ...products.map(({ sku, name }) => `${sku},${name}`), ''].join('\n');
  await callAs(page, createProductImport, { query: {}, file: { name: 'products.csv', content } });
}

interface ArrangedLine {
  readonly product?: string;
  readonly name?: string;
  readonly costType?: CostCategory;
  readonly quantity?: number;
  readonly amount: string;
}
interface ArrangedInvoice {
  /** The name of an existing supplier. Products on lines are named by SKU. */
  readonly supplier: string;
  readonly number: string;
  readonly total: string;
  /** The rate in pounds per unit of the supplier's currency. The form asks for its inverse. */
  readonly rate?: string;
  /** Ids of shipment plans with which it is paired. */
  readonly plans?: readonly string[];
  readonly lines: readonly ArrangedLine[];
}

/** Creates an invoice with its lines and returns the path of its page. */
export async function addInvoice(page: Page, invoice: ArrangedInvoice): Promise<string> {
  const { content: suppliers } = await callAs(page, listSuppliers, { query: { search: invoice.supplier } });
  const supplier = only(suppliers.filter(({ companyName }) => companyName === invoice.supplier));
  const pairedWith = (invoice.plans ?? []).map((id) => ({ type: 'SHIPMENT' as const, id }));
  const { id } = await callAs(page, createInvoice, {
    body: {
      ...{ supplierId: supplier.id, invoiceNumber: invoice.number, total: invoice.total, pairedWith },
      ...(supplier.currency !== null && { currency: supplier.currency }),
      ...(invoice.rate !== undefined && { rate: invoice.rate }),
    },
  });
  for (const { product, ...line } of invoice.lines) {
    const goods = product === undefined ? {} : await productOf(page, product);
    await callAs(page, createInvoiceLine, { params: { invoiceId: id }, body: { ...goods, ...line } });
  }
  return `/invoices/${id}`;
}

async function productOf(page: Page, sku: string) {
  const { content } = await callAs(page, listProducts, { query: { sku } });
  const { id, name } = only(content);
  return { productId: id, name, costType: 'FACTORY_INVOICE' as const };
}

/** Confirms an invoice and closes it. */
export async function settleInvoice(page: Page, path: string): Promise<void> {
  const id = path.slice(path.lastIndexOf('/') + 1);
  await callAs(page, confirmInvoice, { params: { id }, body: {} });
  await callAs(page, closeInvoice, { params: { id }, body: {} });
}

function only<T>(found: readonly T[]): T {
  const [one, ...others] = found;
  if (one === undefined || others.length > 0) throw new Error(`One was to be found, not ${found.length}`);
  return one;
}
