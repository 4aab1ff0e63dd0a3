import type { Supplier } from '@quayside/contracts/suppliers';
import { idOf, USER_ID } from '../../../testing/person.ts';

/** A factory in Ningbo that is paid in yuan. */
export const aSupplier = (over: Partial<Supplier> = {}): Supplier => ({
  id: idOf(100),
  userId: USER_ID,
  companyName: 'Ningbo Haosheng',
  localName: '宁波豪盛',
  email: 'sales@haosheng.example',
  telephone: '+86 574 8888 1234',
  addressLine1: '18 Harbour Road',
  addressLine2: null,
  addressLine3: null,
  city: 'Ningbo',
  postCode: '315000',
  state: 'Zhejiang',
  country: 'CN',
  currency: 'CNY',
  notes: null,
  leadTime: 35,
  shippingMethod: null,
  xeroId: null,
  paymentTerms: [],
  leadTimes: [],
  hasBankDetails: false,
  invoiceCount: 3,
  productCount: 5,
  archivedAt: null,
  createdAt: '2026-11-01T09:00:00Z',
  updatedAt: '2026-11-16T09:00:00Z',
  version: 1,
  ...over,
});
