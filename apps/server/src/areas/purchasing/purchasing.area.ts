import type { Area } from '../area.ts';
import { archivePurchaseOrders } from './reactions/archiving.service.ts';
import { fileReactions, orderDocuments } from './orders/files.service.ts';
import { findOrders, orderNames } from './lists/order-names.views.ts';
import { ordersOfSupplier } from './reactions/order-suppliers.service.ts';
import { purchasingAudit } from './purchasing.audit.ts';
import { mountPurchasing } from './purchasing.routes.ts';
import { currencyReactions } from './orders/purchase-order-rates.service.ts';
import { mailReactions } from './orders/sent.service.ts';

export const purchasingArea: Area = {
  name: 'purchasing',
  audit: purchasingAudit,
  tables: ['purchase_order', 'purchase_order_item', 'purchase_order_revision'],
  mount: mountPurchasing,
  reactions: { ...fileReactions, ...mailReactions, ...currencyReactions },
  documentOwner: orderDocuments,
  jobs: [archivePurchaseOrders],
  ofSupplier: ordersOfSupplier,
  search: findOrders,
  names: orderNames,
};
