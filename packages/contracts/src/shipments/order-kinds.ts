import {
  customerOrder,
  customerTotals,
  getOrder,
  listOrders,
  orderTotals,
  orderWithPackLists,
  supplierOrder,
  supplierTotals,
} from './orders.ts';
import { page } from '../paging.ts';

// The calls that read orders, each with the answer for one kind of order: the kind of the query, or of the order.

export const listSupplierOrders = { ...listOrders, response: page(supplierOrder) };
export const supplierOrderTotals = { ...orderTotals, response: supplierTotals };
export const getSupplierOrder = { ...getOrder, response: orderWithPackLists };
export const listCustomerOrders = { ...listOrders, response: page(customerOrder) };
export const customerOrderTotals = { ...orderTotals, response: customerTotals };
export const getCustomerOrder = { ...getOrder, response: customerOrder };
