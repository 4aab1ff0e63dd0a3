import * as calls from '@quayside/contracts/stock/receipts';
import { exportReceipts, exportStock, exportStockMovements } from '@quayside/contracts/exports';
import * as productCalls from '@quayside/contracts/stock/product-stock';
import * as methodCalls from '@quayside/contracts/stock/stock-method';
import * as stockCalls from '@quayside/contracts/stock/stock';
import { getLotTakingTotals as takingTotals, listLotTakings as takings } from '@quayside/contracts/stock/lot-takings';
import * as movementCalls from '@quayside/contracts/stock/stock-movements';
import { mountExport } from '../../http/export.ts';
import { type Mounting, mount } from '../../http/mount.ts';
import { importOnce } from '../imports/public.ts';
import { COUNT_IMPORT } from './import/counts.import.ts';
import { recordCounts } from './counts/counts.service.ts';
import { reverseMovement } from './movements/movement-reversal.service.ts';
import { getLotTakingTotals, listLotTakings } from './lists/lot-takings.service.ts';
import { getMovementTotals, listMovements } from './movements/movement-list.service.ts';
import { movementExport } from './movements/movements.export.ts';
import { recordMovements } from './movements/movements.service.ts';
import { getProductInventory, getStockBalances } from './lists/product-lots.service.ts';
import { getProductReceivedOrders } from './lists/received-orders.service.ts';
import { mountOpeningStock } from './opening-stock.routes.ts';
import { mountOrderKinds } from './orders.routes.ts';
import { reverseReceipt } from './receiving/receipt-reversal.service.ts';
import { receiveGoods } from './receiving/receipts.service.ts';
import { stockExport } from './lists/stock.export.ts';
import { getStockTotals, listStock } from './lists/stock-list.service.ts';
import { receiptExport } from './receiving/receipts.export.ts';
import { listReceipts, receiptTotals } from './receiving/receipt-list.service.ts';
import { mountFiveQuantities } from './five-quantities.routes.ts';
import { changeMethod, getMethod } from './method/method.service.ts';
import { previewMethod } from './method/method-preview.service.ts';
import { mountMissing } from './missing.routes.ts';

/** Mounts the calls for stock. */
export function mountStock(m: Mounting): void {
  mountOrderKinds(m);
  mountOpeningStock(m);
  mount(m, calls.listReceipts)((w, i) => listReceipts(w, i.query));
  mount(m, calls.receiptTotals)((w, i) => receiptTotals(w, i.query));
  mountExport(m, exportReceipts)(receiptExport);
  mount(m, calls.receiveGoods)((w, i) => receiveGoods(w, i.body));
  mount(m, calls.reverseReceipt)((w, i) => reverseReceipt(w, i.params.id, i.query));
  mountMissing(m);
  mountFiveQuantities(m);
  mountMovements(m);
  mount(m, stockCalls.listStock)((w, i) => listStock(w, i.query));
  mount(m, stockCalls.getStockTotals)((w, i) => getStockTotals(w, i.query));
  mountExport(m, exportStock)(stockExport);
  mount(m, methodCalls.getStockMethod)((w) => getMethod(w));
  mount(m, methodCalls.previewStockMethod)((w, i) => previewMethod(w, i.body.method));
  mount(m, methodCalls.setStockMethod)((w, i) => changeMethod(w, i.body.method));
  mount(m, productCalls.getProductInventory)((w, i) => getProductInventory(w, i.params.productId, i.query));
  mount(m, takings)((w, i) => listLotTakings(w, i.params.id, i.query));
  mount(m, takingTotals)((w, i) => getLotTakingTotals(w, i.params.id, i.query));
  mount(m, productCalls.getProductReceivedOrders)((w, i) => getProductReceivedOrders(w, i.params.productId, i.query));
  mount(m, productCalls.getStockBalances)((w, i) => getStockBalances(w, i.params.productId, i.query));
}

function mountMovements(m: Mounting): void {
  const { files } = m.deps;
  mount(m, movementCalls.listStockMovements)((w, i) => listMovements(w, i.query));
  mount(m, movementCalls.getStockMovementTotals)((w, i) => getMovementTotals(w, i.query));
  mountExport(m, exportStockMovements)(movementExport);
  mount(m, movementCalls.recordStockMovements)((w, i) => recordMovements(w, i.body));
  mount(m, movementCalls.reverseStockMovement)((w, i) => reverseMovement(w, i.params.id));
  mount(m, movementCalls.postInventoryBalanceUpdates)((w, i) => recordCounts(w, i.body));
  mount(m, movementCalls.pasteStockCounts)((w, i) => importOnce(w, COUNT_IMPORT, i.body, i.query));
  mount(
    m,
    movementCalls.uploadStockCounts,
  )((w, i) => importOnce(w, COUNT_IMPORT, { files, upload: i.upload }, i.query));
}
