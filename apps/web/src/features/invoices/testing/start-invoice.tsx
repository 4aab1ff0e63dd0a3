import type { Invoice } from '@quayside/contracts/invoices/invoice-header';
import { listScopeOptions } from '@quayside/contracts/costs/allocation-preview';
import {
  bulkPatchInvoiceLines,
  createInvoiceLine,
  deleteInvoiceLine,
  type InvoiceLine,
  patchInvoiceLine,
} from '@quayside/contracts/invoices/invoice-lines';
import { acceptInvoiceRate } from '@quayside/contracts/invoices/invoice-moves';
import {
  getInvoice,
  listInvoiceUses,
  type InvoiceWithLines,
  invoiceTotals,
  listInvoices,
  replaceInvoice,
  updateInvoiceBasic,
} from '@quayside/contracts/invoices/invoices';
import { listProducts } from '@quayside/contracts/products/product-lists';
import { listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { Route, Routes } from 'react-router';
import { page } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderPart, startApi } from '../../../testing/render-app.tsx';
import { aCatalogRow } from '../../products/testing/a-product.ts';
import { aSupplier } from '../../suppliers/testing/a-supplier.ts';
import { InvoicePage } from '../invoice.page.tsx';
import { aLine, anInvoice } from './an-invoice.ts';

/**
 * The supplier of the test invoice. The fake API of `startInvoice` has this supplier, the next one, and the two
 * products below.
 */
export const NINGBO = aSupplier();
export const BRIGHTWAY = aSupplier({ id: idOf(101), companyName: 'Shenzhen Brightway', localName: null });
export const KETTLE = aCatalogRow({ id: idOf(200), sku: 'KTL', name: 'Kettle' });
export const MUG = aCatalogRow({ id: idOf(201), sku: 'MUG', name: 'Mug' });

const yes = { allowed: true, reason: null };
const money = (document: string, account: string | null = document) => ({ document, account });

/** Creates the nth line of the invoice: 100 kettles for 500.00 in total, with an order. */
export const lineOf = (position: number, over: Partial<InvoiceLine> = {}): InvoiceLine =>
  aLine({
    invoiceLineId: idOf(1000 + position),
    position,
    product: { id: KETTLE.id, sku: 'KTL', name: 'Kettle' },
    amount: '500.00',
    unitPrice: '5',
    order: {
      id: idOf(1100 + position),
      number: `SO-${position}`,
      invoiceNumber: 'NB-7001',
      linePosition: position,
    },
    cost: money('500.00', '50.00'),
    assigned: money('500.00', '50.00'),
    ...over,
  });

/** Creates a line without a product: freight that is spread over two orders by quantity. */
export const freightLine = (position: number, over: Partial<InvoiceLine> = {}): InvoiceLine =>
  lineOf(position, {
    product: null,
    sku: null,
    name: 'Sea freight',
    costType: 'SHIPPING',
    quantity: '1',
    amount: '120.00',
    unitPrice: '120',
    order: null,
    effectiveBasis: 'QUANTITY',
    cost: money('120.00', '12.00'),
    assigned: money('120.00', '12.00'),
    entryCount: 2,
    ...over,
  });

/** Creates an invoice of Ningbo Haosheng in yuan with these lines. Its total is the sum of the lines. */
export function invoiceOf(lines: readonly InvoiceLine[], over: Partial<InvoiceWithLines> = {}): InvoiceWithLines {
  const minor = lines.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n);
  const text = minor.toString().padStart(3, '0');
  const total = `${text.slice(0, -2)}.${text.slice(-2)}`;
  const invoice = anInvoice();
  return {
    ...invoice,
    id: idOf(10),
    supplierContact: { id: NINGBO.id, companyName: NINGBO.companyName, localName: NINGBO.localName },
    lineCount: lines.length,
    lines: [...lines],
    total,
    totals: { ...invoice.totals, lines: money(total), total: money(total), assigned: money(total) },
    can: { edit: yes, confirm: yes, close: yes, reopen: yes, delete: yes, archive: yes },
    ...over,
  };
}

type LineChange = Readonly<Record<string, unknown>>;

/**
 * A line after a change, as the server would return it. It has the product with the given id, and all other fields as
 * sent.
 */
function changedLine(line: InvoiceLine, { productId, scope, manualShares, ...rest }: LineChange): InvoiceLine {
  const product = [KETTLE, MUG].find(({ id }) => id === productId);
  return {
    ...line,
    ...(rest as Partial<InvoiceLine>),
    ...(productId === undefined
      ? {}
      : { product: product ? { id: product.id, sku: product.sku, name: product.name } : null }),
    ...(scope === undefined
      ? {}
      : {
          scope:
            (scope as { type: 'ORDER'; id: string }[] | null)?.map((one) => ({ ...one, label: 'SO-1', order: null })) ??
            null,
        }),
    ...(manualShares === undefined
      ? {}
      : {
          manualShares: (manualShares as { layerId: string; packListId?: string; amount: string }[]).map((share) => ({
            ...share,
            packListId: share.packListId ?? null,
          })),
        }),
    invoiceLineId: line.invoiceLineId,
    version: line.version + 1,
  };
}

/** A fake API with one invoice, which stores the changes that it receives. */
export function startInvoice(invoice: InvoiceWithLines, as: Visitor = 'admin') {
  const api = startApi({ as });
  let stored = invoice;
  const keep = (over: Partial<InvoiceWithLines>): InvoiceWithLines => {
    const lines = over.lines ?? stored.lines;
    stored = { ...stored, ...over, lineCount: lines.length, version: stored.version + 1 };
    return stored;
  };
  const changeLine = (id: string, change: LineChange): InvoiceLine => {
    const before = stored.lines.find(({ invoiceLineId }) => invoiceLineId === id);
    if (!before) throw refusal('not_found');
    const line = changedLine(before, change);
    keep({ lines: stored.lines.map((one) => (one.invoiceLineId === id ? line : one)) });
    return line;
  };

  api.on(getInvoice, () => stored);
  api.on(listInvoiceUses, []);
  api.on(acceptInvoiceRate, ({ body }) => keep({ rate: body.rate, rateDate: body.rateDate, rateSource: 'feed' }));
  api.on(listSuppliers, aPage([NINGBO, BRIGHTWAY]));
  api.on(listProducts, ({ query }) =>
    aPage([KETTLE, MUG].filter(({ sku }) => sku.startsWith((query.search ?? '').toUpperCase()))),
  );
  api.on(listScopeOptions, []);
  api.on(listInvoices, () => aPage([stored]));
  api.on(invoiceTotals, { count: 1, total: '0.00', unassigned: '0.00', withoutRate: 0 });
  api.on(updateInvoiceBasic, ({ body: { supplierId, pairedWith, ...body } }) => {
    const supplier = [NINGBO, BRIGHTWAY].find(({ id }) => id === supplierId);
    const change = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    const { rateTyped: typed } = body;
    return keep({
      ...(change as Partial<Invoice>),
      ...(typed ? { rate: typed.per === 'DOCUMENT' ? typed.rate : String(1 / Number(typed.rate)) } : {}),
      defaults: stored.defaults.filter((field) => body[field] === undefined),
      ...(supplier
        ? { supplierContact: { id: supplier.id, companyName: supplier.companyName, localName: supplier.localName } }
        : {}),
      ...(pairedWith ? { pairedWith: pairedWith.map((one) => ({ ...one, label: 'MOF-9', order: null })) } : {}),
    });
  });
  api.on(createInvoiceLine, ({ body }) => {
    const position = stored.lines.length + 1;
    const blank = lineOf(position, {
      invoiceLineId: idOf(2000 + position),
      product: null,
      name: null,
      quantity: '0',
      amount: '0.00',
      unitPrice: null,
      order: null,
      version: 0,
    });
    const line = changedLine(blank, body);
    return { line, invoice: keep({ lines: [...stored.lines, line] }) };
  });
  api.on(patchInvoiceLine, ({ params, body }) => {
    const line = changeLine(params.id, body);
    return { line, invoice: stored };
  });
  api.on(bulkPatchInvoiceLines, ({ body }) => ({
    lines: body.lines.map(({ invoiceLineId, ...change }) => changeLine(invoiceLineId, change)),
  }));
  api.on(deleteInvoiceLine, ({ params }) => {
    const left = stored.lines.filter(({ invoiceLineId }) => invoiceLineId !== params.id);
    keep({ lines: left.map((line, at) => ({ ...line, position: at + 1 })) });
    return undefined;
  });
  api.on(replaceInvoice, ({ body }) =>
    keep({
      lines: body.lines.map(({ invoiceLineId, ...change }, at) => {
        const known = stored.lines.find((line) => line.invoiceLineId === invoiceLineId);
        const line = known ?? lineOf(at + 1, { invoiceLineId: idOf(3000 + at), order: null });
        return { ...changedLine(line, change), position: at + 1 };
      }),
    }),
  );
  return {
    api,
    stored: () => stored,
    /** Stores a new version of the invoice, as if somebody else had changed it. */
    change: keep,
    changeLine,
  };
}

/** The element with this label in the nth line, for example a cell. */
export const cell = (position: number, name: string) =>
  page.getByRole('main').getByLabelText(`Line ${position}, ${name}`, { exact: true });

/** Renders the page of the invoice without the shell. Any other path shows "Another page". */
export function openInvoice(query = ''): void {
  renderPart(
    <Routes>
      <Route path="/invoices/:invoiceId" element={<InvoicePage />} />
      <Route path="*" element={<p>Another page</p>} />
    </Routes>,
    `${paths.invoice(idOf(10))}${query}`,
  );
}
