import type { Area } from '../area.ts';
import { undoMovements } from './movements/movement-reversal.service.ts';
import { MOVE_OPERATION } from './movements/movements.service.ts';
import { OPENING_OPERATION } from './opening/opening-stock.service.ts';
import { undoOpening } from './opening/opening-stock.undo.ts';
import { REVERSE_OPERATION, undoReceipts } from './receiving/receipt-reversal.service.ts';
import { undoReversal } from './receiving/receipt-restoring.service.ts';
import { RECEIVE_OPERATION } from './receiving/receipts.service.ts';
import { SALE_PLACE_OPERATION, undoSalePlace } from './orders/sale-places.service.ts';
import { stockAudit } from './stock.audit.ts';
import { stockJobs } from './stock.jobs.ts';
import { stockReactions } from './reactions/stock-reactions.service.ts';
import { mountStock } from './stock.routes.ts';

export const stockArea: Area = {
  name: 'stock',
  audit: stockAudit,
  tables: [
    'lot',
    'lot_total',
    'receipt',
    'receipt_credit',
    'movement',
    'sold_bundle',
    'stock_count',
    'missing_decision',
    'taking',
    'product_stock',
    'stock_total',
    'stock_pool',
    'loose_cost',
    'stock_method_change',
    'five_quantities',
    'accepted_difference',
    'five_quantities_renewal',
    'customer_order',
    'customer_order_line',
    'order_import_line',
    'order_import_change',
    'order_import_refusal',
    'sale_place',
  ],
  mount: mountStock,
  jobs: stockJobs,
  reactions: stockReactions,
  undoers: {
    [RECEIVE_OPERATION]: undoReceipts,
    [REVERSE_OPERATION]: undoReversal,
    [MOVE_OPERATION]: undoMovements,
    [OPENING_OPERATION]: undoOpening,
    [SALE_PLACE_OPERATION]: undoSalePlace,
  },
};
