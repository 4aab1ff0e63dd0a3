import { ITEM_COLUMNS } from '@quayside/contracts/purchasing/purchase-order-items';
import { MAX_ITEMS } from '@quayside/contracts/purchasing/purchase-order-header';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import { formatAmount, formatQuantity } from '@quayside/domain/money/money';
import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { react } from '../../../events/reactions.ts';
import { fieldError } from '../../../http/errors.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import {
  type LineError,
  openLineTable,
  refuseOpenLineColumn,
  saveLineMarks,
  shownColumns,
  validRows,
} from '../../imports/public.ts';
import { caseUnitsOf, resolveCodes } from '../../products/public.ts';
import { type ItemColumn, type ReadItemRow, readItemRow } from './item-import.rows.ts';
import { BLANK_ITEM, type CheckedItem, mergeItem } from '../rows/items.rules.ts';
import { storeItems, syncSums } from '../items/items.service.ts';
import { findKnownPrices } from '../lists/prices.views.ts';
import { findOrderedProducts } from '../lists/products.views.ts';
import { inCurrency } from '../rows/purchase-order-log.ts';
import { type OrderRow, saveOrder } from '../rows/purchase-orders.queries.ts';
import {
  getPurchaseOrder,
  requireOpenOrder,
  requireOrderHead,
  requireOrderRow,
} from '../orders/purchase-orders.service.ts';
import type { BodyOf, ItemImport, PurchaseOrderWithItems } from '../purchasing.types.ts';

type Body = BodyOf<'importPurchaseOrderItems'>;
const SHOWN_ROWS = 500;

/** A row of a table with the item that it would become. */
interface PlannedRow extends ReadItemRow {
  readonly item: CheckedItem;
  readonly errors: readonly LineError[];
}
interface Plan extends Pick<Awaited<ReturnType<typeof openLineTable>>, 'layout' | 'form' | 'cartonRows'> {
  readonly rows: readonly PlannedRow[];
}

/** Reports which items an import would add, and all errors. Nothing is stored. */
export async function checkItemImport(w: Work, id: string, body: Body): Promise<ItemImport> {
  const order = await requireOrderRow(w, id, undefined);
  return answerOf(w, order, await planImport(w, order, body));
}

/**
 * Adds the rows of a table as items at the end of the purchase order. By default nothing is added if a row is invalid;
 * on request, the valid rows are added without the others.
 */
export async function importItems(
  w: Work,
  id: string,
  body: Body,
): Promise<ItemImport & { purchaseOrder: PurchaseOrderWithItems }> {
  await lockCosts(w);
  const row = await requireOpenOrder(w, id, undefined);
  const plan = await planImport(w, row, body);
  refuseOpenLineColumn(plan.layout);
  const good = validRows(plan.rows, body.onlyValid);
  if (row.item_count + good.length > MAX_ITEMS)
    throw fieldError(body.text === undefined ? 'base64' : 'text', say('purchasing.most_items', { max: MAX_ITEMS }));
  const answer = answerOf(w, row, plan);
  const order = { id, currency: row.currency, supplierId: row.supplier_id };
  await storeItems(
    w,
    order,
    good.map(({ patch, item, row: n }) => ({ id: w.newId(), row: undefined, patch, item, path: `rows.${n}.` })),
  );
  await saveLineMarks(w, plan, body);
  await syncSums(w, id);
  const version = row.version + 1;
  await saveOrder(w, id, { version, content: row.content + 1 });
  const head = await requireOrderHead(w, id);
  await record(
    w,
    {
      action: 'purchase-order.items-imported',
      subjectIds: [id],
      historyOf: id,
      details: {
        changes: [
          { field: 'itemCount', from: row.item_count, to: head.item_count },
          {
            field: 'total',
            from: inCurrency(row.total_minor, row.currency),
            to: inCurrency(head.total_minor, row.currency),
          },
        ],
      },
    },
    changed('purchase-orders', [id], version),
  );
  await react(w, 'purchase-order.changed', { orderIds: [id] });
  return { ...answer, purchaseOrder: await getPurchaseOrder(w, id) };
}

/** The column in which to show an error of a field. */
const COLUMN_OF: Readonly<Record<string, ItemColumn>> = {
  productId: 'sku',
  askedQuantity: 'quantity',
  quantity: 'quantity',
  unitPrice: 'unitPrice',
};

async function planImport(w: Work, order: OrderRow, body: Body): Promise<Plan> {
  const { currency } = order;
  const table = await openLineTable(w, body, {
    currency,
    supplierId: order.supplier_id,
    resolve: (codes) => resolveCodes(w, codes, order.supplier_id),
    caseUnitsOf: (codes, found) => caseUnitsOf(w, codes, found),
  });
  const columns = table.layout.columns.map((field) => (ITEM_COLUMNS.some((known) => known === field) ? field : null));
  const layout = { ...table.layout, columns };
  const { isSnapped } = body;
  const read = layout.rows.map((row) => readItemRow(row, layout, { ...table, isSnapped }));
  const productIds = read.flatMap(({ product }) => product?.id ?? []);
  const products = await findOrderedProducts(w, productIds);
  const known = await findKnownPrices(
    w,
    { supplierId: order.supplier_id, currency, exceptOrderId: order.id },
    productIds,
  );
  const rows = read.map((row): PlannedRow => {
    const proposal = known.get(row.product?.id ?? '');
    const { item, errors } = mergeItem(BLANK_ITEM, row.patch, {
      currency,
      product: products.get(row.product?.id ?? ''),
      proposal: proposal && {
        supplierItemNumber: proposal.supplierItemNumber,
        unitPrice: proposal.price?.unitPrice ?? null,
      },
      invoicedMicro: 0n,
      isSnapped,
    });
    for (const { field, message } of errors) row.failOnce(COLUMN_OF[field] ?? null, message);
    return { ...row, item, errors: row.allErrors() };
  });
  return { ...table, layout, rows };
}

function answerOf(w: Work, order: OrderRow, { layout, rows, cartonRows }: Plan): ItemImport {
  const { currency } = order;
  const good = rows.filter((r) => r.errors.length === 0);
  const amount = good.reduce((sum, { item }) => sum + item.amountMinor, 0n);
  const inWords = (message: Text) => wordsOf(message, w.scope.language);
  return {
    hasHeadings: layout.headings !== undefined,
    columns: shownColumns(layout) as ItemImport['columns'],
    rows: [...rows.filter((r) => r.errors.length > 0), ...good].slice(0, SHOWN_ROWS).map((r) => ({
      row: r.row,
      item: {
        product: r.product ? { id: r.product.id, sku: r.product.sku, name: r.product.name } : null,
        name: r.item.name,
        supplierItemNumber: r.item.supplierItemNumber,
        askedQuantity: r.item.askedMicro === null ? null : formatQuantity(r.item.askedMicro),
        quantity: formatQuantity(r.item.quantityMicro),
        unitPrice: r.item.unitPrice,
        isPriceProposed: !r.hasPrice && r.item.unitPrice !== '0',
        amount: formatAmount(r.item.amountMinor, currency),
      },
      errors: r.errors.map(({ column, value, message }) => ({
        ...{ column: column as ItemColumn | null, value, message: inWords(message) },
      })),
    })),
    ...(cartonRows > 0 && { cartons: cartonRows }),
    counts: { rows: rows.length, create: good.length, fail: rows.length - good.length },
    amount: formatAmount(amount, currency),
    totalAfter: formatAmount(order.total_minor + amount, currency),
  };
}
