import { getPurchaseOrderPayments } from '@quayside/contracts/payments/deposits';
import { listProducts } from '@quayside/contracts/products/product-lists';
import type { PurchaseOrder } from '@quayside/contracts/purchasing/purchase-order-header';
import {
  createPurchaseOrderItem,
  deletePurchaseOrderItem,
  patchPurchaseOrderItem,
  type PurchaseOrderItem,
} from '@quayside/contracts/purchasing/purchase-order-items';
import { previewPurchaseOrderPdf } from '@quayside/contracts/purchasing/purchase-order-pdf';
import {
  getPurchaseOrder,
  patchPurchaseOrder,
  type PurchaseOrderWithItems,
} from '@quayside/contracts/purchasing/purchase-orders';
import { listSentMails } from '@quayside/contracts/documents/sent-mails';
import { listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { formatAmount, formatQuantity, parseAmount, parseQuantity } from '@quayside/domain/money/money';
import { amountOfPurchaseOrderLine, parsePurchaseOrderPrice, snapToCase } from '@quayside/domain/payables/match';
import { Route, Routes } from 'react-router';
import { page } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderPart, startApi } from '../../../testing/render-app.tsx';
import { orderPayments } from '../../payments/testing/a-payment.ts';
import { aCatalogRow } from '../../products/testing/a-product.ts';
import { aSupplier } from '../../suppliers/testing/a-supplier.ts';
import type { OrderSlots } from '../order/order-screen.tsx';
import { PurchaseOrderPage } from '../purchase-order.page.tsx';
import { anItem } from './an-order.ts';

/** What the fake API of `startOrder` knows: two suppliers and two products. Kettles come in cases of 24. */
export const NINGBO = aSupplier();
export const BRIGHTWAY = aSupplier({ id: idOf(101), companyName: 'Shenzhen Brightway', localName: null });
export const KETTLE = aCatalogRow({ id: idOf(200), sku: 'KTL', name: 'Kettle' });
export const MUG = aCatalogRow({ id: idOf(201), sku: 'MUG', name: 'Mug' });

/** A PDF with one empty page. */
const PDF = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>> endobj
trailer <</Root 1 0 R>>`;

type ItemChange = Readonly<Record<string, unknown>>;

/** An item after a change, as the server would answer it: rounded up to full cases, with its known price. */
function changedItem(item: PurchaseOrderItem, change: ItemChange): PurchaseOrderItem {
  const sent = Object.fromEntries(
    Object.entries(change).filter(([name, value]) => name !== 'version' && value !== undefined),
  );
  const { productId, askedQuantity, ...rest } = sent;
  const product = [KETTLE, MUG].find(({ id }) => id === productId);
  const isKettle = (product?.sku ?? item.sku) === 'KTL';
  const caseUnits = isKettle ? 24 : null;
  const next: PurchaseOrderItem = {
    ...item,
    ...(product && {
      productId: product.id,
      product: { id: product.id, sku: product.sku, name: product.name },
      sku: product.sku,
      unitPrice: isKettle ? '5' : '1.5',
    }),
    ...(productId === null && { productId: null, product: null, sku: null }),
    caseUnits,
    ...(rest as Partial<PurchaseOrderItem>),
    version: item.version + 1,
  };
  if (typeof askedQuantity === 'string') {
    const asked = parseQuantity(askedQuantity);
    if (!asked.ok) throw refusal('bad_input');
    const snapped = snapToCase(asked.value, caseUnits);
    next.quantity = formatQuantity(snapped);
    next.askedQuantity = snapped === asked.value ? null : askedQuantity;
  }
  const quantity = parseQuantity(next.quantity);
  const price = parsePurchaseOrderPrice(next.unitPrice);
  const amount = quantity.ok && price.ok ? amountOfPurchaseOrderLine(price.value, quantity.value, 'CNY') : undefined;
  next.amount = amount?.ok ? formatAmount(amount.value, 'CNY') : '0.00';
  const cartons = isKettle && quantity.ok ? Number(quantity.value / 24_000_000n) : null;
  return {
    ...next,
    cartons,
    volume: cartons === null ? null : String(cartons * 0.06),
    weight: cartons === null ? null : String(cartons * 18),
  };
}

/** Answers each preview with a PDF of one page. */
export const startPreview = (api: ReturnType<typeof startApi>): void =>
  api.on(previewPurchaseOrderPdf, () => new Blob([PDF], { type: 'application/pdf' }));

/** A fake API with one purchase order, which stores the changes that it receives. */
export function startOrder(order: PurchaseOrderWithItems, as: Visitor = 'admin') {
  const api = startApi({ as });
  let stored = order;
  const keep = (over: Partial<PurchaseOrderWithItems>): PurchaseOrderWithItems => {
    const items = over.items ?? stored.items;
    const sum = items.reduce((total, { amount }) => {
      const minor = parseAmount(amount, 'CNY');
      return minor.ok ? total + minor.value : total;
    }, 0n);
    const document = formatAmount(sum, 'CNY');
    stored = {
      ...stored,
      ...over,
      totals: { ...stored.totals, ...over.totals, itemCount: items.length, amount: { document, account: null } },
      version: stored.version + 1,
    };
    return stored;
  };
  const header = (): PurchaseOrder => stored;
  const changeItem = (id: string, change: ItemChange): PurchaseOrderItem => {
    const before = stored.items.find((item) => item.id === id);
    if (!before) throw refusal('not_found');
    const item = changedItem(before, change);
    keep({ items: stored.items.map((one) => (one.id === id ? item : one)) });
    return item;
  };

  api.on(getPurchaseOrder, () => stored);
  api.on(listSuppliers, aPage([NINGBO, BRIGHTWAY]));
  api.on(getPurchaseOrderPayments, orderPayments({ payments: [] }));
  api.on(listSentMails, []);
  api.on(listProducts, ({ query }) =>
    aPage([KETTLE, MUG].filter(({ sku }) => sku.startsWith((query.search ?? '').toUpperCase()))),
  );
  startPreview(api);
  api.on(patchPurchaseOrder, ({ body: { version: _version, paymentTerms, archivedAt, ...body } }) => {
    const change = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    return keep({
      ...(change as Partial<PurchaseOrderWithItems>),
      ...(archivedAt !== undefined && { archivedAt }),
      ...(paymentTerms && {
        paymentTerms: paymentTerms.map(({ dueDate, isPinned: _isPinned, ...term }) => ({
          ...term,
          dueDate: dueDate ?? null,
          isPinned: dueDate !== undefined && dueDate !== null,
          isEstimated: false,
          amountDue: '0.00',
          amountDueInAccountCurrency: null,
        })),
      }),
    });
  });
  api.on(createPurchaseOrderItem, ({ body }) => {
    const position = stored.items.length + 1;
    const blank = anItem({
      id: idOf(2000 + position),
      position,
      productId: null,
      product: null,
      sku: null,
      supplierItemNumber: null,
      quantity: '0',
      unitPrice: '0',
      caseUnits: null,
      version: 0,
    });
    const item = changedItem(blank, body);
    keep({ items: [...stored.items, item] });
    return { item, purchaseOrder: header() };
  });
  api.on(patchPurchaseOrderItem, ({ params, body: { position, ...body } }) => {
    const moved = stored.items.find(({ id }) => id === params.id);
    if (position !== undefined && moved) {
      const others = stored.items.filter((one) => one !== moved);
      keep({ items: others.toSpliced(position - 1, 0, moved).map((one, at) => ({ ...one, position: at + 1 })) });
      return { item: { ...moved, position }, purchaseOrder: header() };
    }
    const item = changeItem(params.id, body);
    return { item, purchaseOrder: header() };
  });
  api.on(deletePurchaseOrderItem, ({ params }) => {
    const left = stored.items.filter(({ id }) => id !== params.id);
    keep({ items: left.map((item, at) => ({ ...item, position: at + 1 })) });
    return undefined;
  });
  return {
    api,
    stored: () => stored,
    /** Stores a new version of the purchase order, as if somebody else had changed it. */
    change: keep,
    changeItem,
  };
}

/** The element with this label in the nth item, for example a cell. */
export const cell = (position: number, name: string) =>
  page.getByRole('main').getByLabelText(`Item ${position}, ${name}`, { exact: true });

/** Renders the page of the purchase order without the shell. Any other path shows "Another page". */
export function openOrder(slots: OrderSlots = {}): void {
  renderPart(
    <Routes>
      <Route path="/purchase-order/:id" element={<PurchaseOrderPage {...slots} />} />
      <Route path="*" element={<p>Another page</p>} />
    </Routes>,
    paths.purchaseOrder(idOf(10)),
  );
}
