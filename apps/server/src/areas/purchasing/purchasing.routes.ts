import { exportPurchaseOrders } from '@quayside/contracts/exports';
import * as itemCalls from '@quayside/contracts/purchasing/purchase-order-items';
import * as pdfCalls from '@quayside/contracts/purchasing/purchase-order-pdf';
import * as calls from '@quayside/contracts/purchasing/purchase-orders';
import { callerSignal } from '../../http/caller-signal.ts';
import { mountExport } from '../../http/export.ts';
import { type Mounting, mount } from '../../http/mount.ts';
import * as files from './orders/files.service.ts';
import { listOrderHistory } from './orders/history.service.ts';
import * as items from './items/item-calls.service.ts';
import * as itemImport from './import/item-import.service.ts';
import { patchPurchaseOrder } from './orders/moves.service.ts';
import { answerPdf, makePdf, previewPdf, storePdf } from './pdf/purchase-order-pdf.service.ts';
import * as writes from './orders/purchase-order-writes.service.ts';
import { purchaseOrderExport } from './lists/purchase-orders.export.ts';
import * as orders from './orders/purchase-orders.service.ts';

/** Mounts the calls for purchase orders, their items, PDFs and files. */
export function mountPurchasing(m: Mounting): void {
  const { deps } = m;
  mount(m, calls.listPurchaseOrders)((w, i) => orders.listPurchaseOrders(w, i.query));
  mount(m, calls.purchaseOrderTotals)((w, i) => orders.purchaseOrderTotals(w, i.query));
  mountExport(m, exportPurchaseOrders)(purchaseOrderExport);
  mount(m, calls.listPurchaseOrderSummaries)((w, i) => orders.listPurchaseOrderSummaries(w, i.query));
  mount(m, calls.getInternalPoNumber)((w) => orders.getInternalPoNumber(w));
  mount(m, calls.createPurchaseOrder)((w, i) => writes.createPurchaseOrder(w, i.body));
  mount(m, calls.getPurchaseOrder)((w, i) => orders.getPurchaseOrder(w, i.params.id));
  mount(m, calls.updatePurchaseOrder)((w, i) => writes.updatePurchaseOrder(w, i.params.id, i.body));
  mount(m, calls.patchPurchaseOrder)((w, i) => patchPurchaseOrder(w, i.params.id, i.body));
  mount(m, calls.listPurchaseOrderHistory)((w, i) => listOrderHistory(w, i.params.id, i.query));
  mount(m, itemCalls.createPurchaseOrderItem)((w, i) => items.createItem(w, i.params.purchaseOrderId, i.body));
  mount(
    m,
    itemCalls.patchPurchaseOrderItem,
  )((w, i) => items.patchItem(w, i.params.purchaseOrderId, i.params.id, i.body));
  mount(
    m,
    itemCalls.deletePurchaseOrderItem,
  )((w, i) => items.deleteItem(w, i.params.purchaseOrderId, i.params.id, i.ifMatch));
  mount(m, itemCalls.importPurchaseOrderItems)((w, i) => itemImport.importItems(w, i.params.id, i.body));
  mount(m, itemCalls.importPurchaseOrderItemsDryRun)((w, i) => itemImport.checkItemImport(w, i.params.id, i.body));
  mount(m, pdfCalls.generatePurchaseOrderPdf, (scope, i) =>
    makePdf(deps, { scope, signal: callerSignal(i.reply) }, i.params.id, i.body),
  )((w, i, made) => storePdf(w, deps.files, i.params.id, i.body, made));
  mount(m, pdfCalls.previewPurchaseOrderPdf, (scope, i) =>
    previewPdf(deps, { scope, signal: callerSignal(i.reply) }, i.params.id, i.body),
  )(async (w, _i, made) => answerPdf(w.scope, made));
  mount(m, calls.uploadPurchaseOrderFile)((w, i) => files.uploadFile(w, deps.files, i.params.id, i.upload));
  mount(m, calls.listPurchaseOrderFiles)((w, i) => files.listFiles(w, i.params.id));
  mount(m, calls.deletePurchaseOrderFile)((w, i) => files.deleteFile(w, i.params.id, i.params.fileId, i.ifMatch));
}
