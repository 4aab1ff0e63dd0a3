import { ABOUT_TYPES } from '@quayside/contracts/notifications/notifications';
import { expect, it } from 'vitest';
import { paths } from '../../lib/paths.ts';
import { hrefOf } from './look.ts';

it('a notification and its mail link to an existing page', () => {
  const about = (type: (typeof ABOUT_TYPES)[number], label: string | null = 'A/B') =>
    hrefOf({ about: { type, id: 'i', label } });
  expect(Object.fromEntries(ABOUT_TYPES.map((type) => [type, about(type)]))).toEqual({
    INVOICE: paths.invoice('i'),
    PRODUCT: paths.product('A/B'),
    DOCUMENT: paths.document('i'),
    SUPPLIER: paths.supplier('i'),
    IMPORT: paths.productImport('i'),
    PURCHASE_ORDER: '/purchase-order/i',
    SHIPMENT_PLAN: paths.shipmentPlan('i'),
  });
  expect([about('INVOICE', null), hrefOf({ about: null })]).toEqual([undefined, undefined]);
});
