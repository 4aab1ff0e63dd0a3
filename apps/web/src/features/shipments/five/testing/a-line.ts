import type { FiveQuantitiesLine, LineDifference } from '@quayside/contracts/stock/five-quantities';
import { idOf } from '../../../../testing/person.ts';
import { no, YES } from '../../testing/an-order.ts';

const NO = no('This difference needs nothing.');

const CALM: LineDifference = {
  difference: 'NOT_SHIPPED',
  quantity: 0,
  openQuantity: 0,
  state: 'NONE',
  debtor: null,
  debtorName: null,
  deadline: null,
  deadlineSource: null,
  papers: [],
  claim: null,
  accepted: null,
  can: { accept: NO, takeBack: NO },
};

/** Ten of 1,000 kettles that are not invoiced. */
export const notInvoiced = (over: Partial<LineDifference> = {}): LineDifference => ({
  ...CALM,
  difference: 'NOT_INVOICED',
  quantity: 10,
  openQuantity: 10,
  state: 'OPEN',
  debtor: 'SUPPLIER',
  debtorName: 'Ningbo Haosheng',
  papers: [{ paper: 'INVOICE', reference: 'NB-7001' }],
  claim: 'Purchase order PO-7\nOf 1,000 units ordered 990 are invoiced; 10 are not.',
  can: { accept: YES, takeBack: NO },
  ...over,
});

/** Five of 990 that are not packed. */
export const notPacked = (over: Partial<LineDifference> = {}): LineDifference => ({
  ...notInvoiced(),
  difference: 'NOT_PACKED',
  quantity: 5,
  openQuantity: 5,
  claim: 'Of 990 units invoiced 985 are packed; 5 are not.',
  ...over,
});

/** Four of 985 that did not arrive. */
const notReceived = (over: Partial<LineDifference> = {}): LineDifference => ({
  ...CALM,
  difference: 'NOT_RECEIVED',
  quantity: 4,
  openQuantity: 4,
  state: 'OPEN',
  debtor: 'MARKETPLACE',
  debtorName: 'Amazon',
  deadline: '2027-08-20',
  deadlineSource: 'Amazon US, secondary source of 2026',
  papers: [{ paper: 'SHIPMENT_ID', reference: 'FBA17KETTLE' }],
  claim: 'Of 985 units 981 arrived; 4 are missing.',
  ...over,
});

/** The kettles of the specification: 1,000 / 990 / 985 / 985 / 981. */
export const aLine = (over: Partial<FiveQuantitiesLine> = {}): FiveQuantitiesLine => ({
  id: idOf(1300),
  purchaseOrder: { id: idOf(1310), number: 'PO-7', isOpen: true },
  orders: [{ id: idOf(600), number: 'SO-000001' }],
  invoices: [{ id: idOf(500), number: 'NB-7001' }],
  plans: [{ id: idOf(900), number: 'SP-0118' }],
  productId: idOf(200),
  sku: 'KTL-17',
  productName: 'Pour-over kettle',
  supplierId: idOf(100),
  supplierName: 'Ningbo Haosheng',
  ordered: 1000,
  invoiced: 990,
  packed: 985,
  shipped: 985,
  received: 981,
  inTransit: 0,
  quantityTolerancePercent: '0.00',
  differences: [notInvoiced(), notPacked(), CALM, notReceived()],
  isOpen: true,
  currency: 'GBP',
  value: '190.00',
  ...over,
});
