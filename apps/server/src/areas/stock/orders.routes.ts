import { exportOrders } from '@quayside/contracts/exports';
import * as importCalls from '@quayside/contracts/stock/order-imports';
import * as calls from '@quayside/contracts/shipments/orders';
import * as placeCalls from '@quayside/contracts/stock/sale-places';
import { mountExport } from '../../http/export.ts';
import { csvAttachment } from '../../http/table-upload.ts';
import { type Mounting, mount } from '../../http/mount.ts';
import { exportAnyOrder } from './orders/customer-orders.export.ts';
import { getOrder, listOrders, orderTotals } from './orders/customer-orders.service.ts';
import * as imports from './import/order-imports.service.ts';
import { orderErrorFile } from './import/order-refusals.file.ts';
import { chooseSalePlace, listSalePlaces } from './orders/sale-places.service.ts';
import { getOrderImport, listOrderImportPage, listUnknownSkuPage } from './import/order-imports.views.ts';

/** Mounts the calls that read orders of both kinds, and those for imports of customer orders. */
export function mountOrderKinds(m: Mounting): void {
  const { files, config } = m.deps;
  const deps = { files, rowsInCall: config.importRowsInCall };
  mount(m, calls.listOrders)((w, i) => listOrders(w, i.query));
  mount(m, calls.orderTotals)((w, i) => orderTotals(w, i.query));
  mountExport(m, exportOrders)(exportAnyOrder);
  mount(m, calls.getOrder)((w, i) => getOrder(w, i.params.orderId));
  mount(m, importCalls.createOrderImport)((w, i) => imports.createOrderImport(w, deps, i.upload, i.query));
  mount(m, importCalls.listOrderImports)((w, i) => listOrderImportPage(w, i.query));
  mount(m, importCalls.getOrderImport)((w, i) => getOrderImport(w, i.params.importId));
  mount(
    m,
    importCalls.getOrderImportErrorFile,
  )(async (w, i) => {
    const { fileName, body } = await orderErrorFile(w, i.params.importId);
    return { headers: csvAttachment(fileName), body };
  });
  mount(m, importCalls.startOrderImport)((w, i) => imports.startOrderImport(w, deps, i.params.importId));
  mount(m, importCalls.cancelOrderImport)((w, i) => imports.cancelOrderImport(w, i.params.importId));
  mount(m, importCalls.undoOrderImport)((w, i) => imports.undoOrderImport(w, deps, i.params.importId));
  mount(m, placeCalls.listSalePlaces)((w, i) => listSalePlaces(w, i.query));
  mount(m, placeCalls.chooseSalePlace)((w, i) => chooseSalePlace(w, i.body));
  mount(m, importCalls.listUnknownSkus)((w, i) => listUnknownSkuPage(w, i.query));
}
