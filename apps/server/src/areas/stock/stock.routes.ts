import { exportReceipts } from '@quayside/contracts/exports';
import * as calls from '@quayside/contracts/receipts';
import * as movementCalls from '@quayside/contracts/stock-movements';
import { mountExport } from '../../http/export.ts';
import { type Mounting, mount } from '../../http/mount.ts';
import { reverseMovement } from './movement-reversal.service.ts';
import { listMovements } from './movement-list.service.ts';
import { recordCounts, recordMovements } from './movements.service.ts';
import { mountOpeningStock } from './opening-stock.routes.ts';
import { mountOrderKinds } from './orders.routes.ts';
import { reverseReceipt } from './receipt-reversal.service.ts';
import { receiveGoods } from './receipts.service.ts';
import { receiptExport } from './receipts.export.ts';
import { listReceipts, receiptTotals } from './receipt-list.service.ts';
import { mountMissing } from './missing.routes.ts';

/** Mounts the calls for stock. */
export function mountStock(m: Mounting): void {
  mountOrderKinds(m);
  mountOpeningStock(m);
  mount(m, calls.listReceipts)((w, i) => listReceipts(w, i.query));
  mount(m, calls.receiptTotals)((w, i) => receiptTotals(w, i.query));
  mountExport(m, exportReceipts)(receiptExport);
  mount(m, calls.receiveGoods)((w, i) => receiveGoods(w, i.body));
  mount(m, calls.reverseReceipt)((w, i) => reverseReceipt(w, i.params.id));
  mount(m, movementCalls.listStockMovements)((w, i) => listMovements(w, i.query));
  mount(m, movementCalls.recordStockMovements)((w, i) => recordMovements(w, i.body));
  mount(m, movementCalls.reverseStockMovement)((w, i) => reverseMovement(w, i.params.id));
  mount(m, movementCalls.postInventoryBalanceUpdates)((w, i) => recordCounts(w, i.body));
  mountMissing(m);
}
