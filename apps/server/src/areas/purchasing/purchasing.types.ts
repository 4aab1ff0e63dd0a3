import type { BodyOut, QueryOut } from '@quayside/contracts/endpoint';
import type * as items from '@quayside/contracts/purchasing/purchase-order-items';
import type * as pdf from '@quayside/contracts/purchasing/purchase-order-pdf';
import type * as orders from '@quayside/contracts/purchasing/purchase-orders';

export type { PurchaseOrder, PurchaseOrderTerm } from '@quayside/contracts/purchasing/purchase-order-header';
export type { ItemImport, PurchaseOrderItem } from '@quayside/contracts/purchasing/purchase-order-items';
export type { PurchaseOrderSummary, PurchaseOrderWithItems } from '@quayside/contracts/purchasing/purchase-orders';
type Calls = typeof orders & typeof items & typeof pdf;
/** The parsed request body of a call in this area. */
export type BodyOf<
  K extends
    | 'createPurchaseOrder'
    | 'updatePurchaseOrder'
    | 'patchPurchaseOrder'
    | 'createPurchaseOrderItem'
    | 'patchPurchaseOrderItem'
    | 'importPurchaseOrderItems'
    | 'generatePurchaseOrderPdf'
    | 'previewPurchaseOrderPdf',
> = BodyOut<Calls[K]>;
/** The parsed query of a list call in this area. */
export type QueryOf<K extends 'listPurchaseOrders' | 'purchaseOrderTotals' | 'listPurchaseOrderHistory'> = QueryOut<
  Calls[K]
>;
/** The header of a purchase order in a request: the fields that all calls which write it have in common. */
export type HeaderPatch = Omit<
  BodyOf<'patchPurchaseOrder'>,
  'status' | 'closeReason' | 'closeWords' | 'archivedAt' | 'version'
>;
export type ItemPatch = BodyOf<'createPurchaseOrderItem'>;
