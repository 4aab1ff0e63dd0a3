import type { Missing, MissingDecision } from '@quayside/contracts/stock/missing';
import type { Receipt } from '@quayside/contracts/stock/receipts';
import { idOf } from '../../../../testing/person.ts';
import { YES } from '../../testing/an-order.ts';

/** 981 of 985 kettles of PL-0001, which arrived at Amazon UK on 20 November. */
export const aReceipt = (over: Partial<Receipt> = {}): Receipt => ({
  id: idOf(1200),
  packListId: idOf(700),
  packListNumber: 'PL-0001',
  orderId: idOf(600),
  orderNumber: 'SO-000001',
  shipmentPlanId: idOf(900),
  shipmentPlanNumber: 'SP-0118',
  productId: idOf(200),
  sku: 'KTL-17',
  productName: 'Pour-over kettle',
  day: '2026-11-20',
  place: 'AMAZON_UK',
  quantity: 981,
  surplus: 0,
  surplusReason: null,
  found: 0,
  credited: 0,
  isOpening: false,
  createdAt: '2026-11-20T10:00:00Z',
  createdBy: 'Maya Patel',
  reversedAt: null,
  can: { reverse: YES },
  ...over,
});

/** Four of 985 kettles that Amazon has not checked in. */
export const aMissing = (over: Partial<Missing> = {}): Missing => ({
  packListId: idOf(700),
  packListNumber: 'PL-0001',
  orderId: idOf(600),
  orderNumber: 'SO-000001',
  invoiceNumber: 'NB-7001',
  shipmentPlanId: idOf(900),
  shipmentPlanNumber: 'SP-0118',
  productId: idOf(200),
  sku: 'KTL-17',
  productName: 'Pour-over kettle',
  supplierId: idOf(100),
  supplierName: 'Ningbo Haosheng',
  country: 'US',
  shippedOn: '2026-11-02',
  quantity: 985,
  receivedQuantity: 981,
  missingQuantity: 4,
  currency: 'GBP',
  value: '43.20',
  debtor: 'MARKETPLACE',
  debtorName: 'Amazon',
  deadline: '2027-08-18',
  deadlineSource: 'Amazon US, secondary source of 2026',
  papers: [
    { paper: 'SHIPMENT_ID', reference: 'FBA15X' },
    { paper: 'INVOICE', reference: 'NB-7001' },
  ],
  claim: 'Shipment SP-0118\nOf 985 units 981 arrived; 4 are missing.',
  can: { decide: YES },
  ...over,
});

/** The decision that Amazon has lost the four kettles. */
export const aDecision = (over: Partial<MissingDecision> = {}): MissingDecision => ({
  id: idOf(1210),
  packListId: idOf(700),
  packListNumber: 'PL-0001',
  orderId: idOf(600),
  orderNumber: 'SO-000001',
  shipmentPlanId: idOf(900),
  shipmentPlanNumber: 'SP-0118',
  sku: 'KTL-17',
  kind: 'LOST',
  debtor: 'MARKETPLACE',
  day: '2026-11-24',
  quantity: 4,
  found: 0,
  words: 'Case 8812',
  creditNote: null,
  createdAt: '2026-11-24T10:00:00Z',
  createdBy: 'Maya Patel',
  takenBackAt: null,
  can: { takeBack: YES },
  ...over,
});
