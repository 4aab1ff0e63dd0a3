import { planTexts } from './en.plans.ts';

/** Strings of orders, pack lists, cartons and shipment plans. */
export const shipments = {
  status: 'Status',
  state: { OPEN: 'Open', IN_TRANSIT: 'In transit', RECEIVED: 'Received', CLOSED: 'Closed' },
  sku: 'SKU',
  product: 'Product',
  supplier: 'Supplier',
  units: 'Units',
  plan: 'Plan',
  packLists: 'Pack lists',
  shippingMethod: 'Shipping method',
  orders: {
    title: 'Orders',
    count_one: '{{formatted}} order',
    count_other: '{{formatted}} orders',
    countCapped: 'more than {{formatted}} orders',
    stats: 'Orders by status',
    order: 'Order',
    date: 'Date',
    dateHelp: 'The date of the invoice.',
    packed: 'Packed',
    shipped: 'Shipped',
    unpacked: 'Unpacked',
    readyOn: 'Ready on',
    purchaseOrder: 'Purchase order',
    notes: 'Notes',
    search: 'Invoice, SKU, product, supplier',
    emptyTitle: 'No orders yet',
    emptyBody: 'An order appears here when a factory invoice has a line with a product and a quantity.',
    toInvoices: 'Go to invoices',
  },
  cartons: {
    title: 'Cartons',
    count_one: '{{formatted}} row of cartons',
    count_other: '{{formatted}} rows of cartons',
    countCapped: 'more than {{formatted}} rows of cartons',
    number: 'Row',
    cartons: 'Cartons',
    countHelp: 'How many identical cartons the row has.',
    contents: 'In each carton',
    contentsHelp: 'The units of each product in one carton of the row.',
    type: 'Carton type',
    measuredWeight: 'Measured',
    measuredHelp: 'The gross weight of one carton as somebody weighed it. It wins over the weights of the products.',
    weight: 'Weight each',
    volume: 'Volume each',
    totalWeight: 'Weight',
    totalVolume: 'Volume',
    marks: 'Marks',
    updated: 'Updated',
    search: 'Row, SKU, product, plan',
    emptyTitle: 'No cartons yet',
    emptyBody: 'Give a product its case packaging and cartons are counted for you.',
    toProducts: 'Go to products',
  },
  plans: planTexts,
} as const;

declare module '../../../i18n/text-keys.ts' {
  interface FeatureTexts {
    readonly shipments: typeof shipments;
  }
}
