import type { ActionSpecs } from '../../events/audit-actions.ts';

/** The fields of plans that the audit log stores, in the order of the form. */
export const PLAN_FIELDS = [
  'name',
  'shippingMethod',
  'estimatedReadyDate',
  'readyOn',
  'cutOff',
  'estimatedShipDate',
  'shippedOn',
  'eta',
  'arrivedOn',
  'estimatedDeliveryDate',
  'deliveredOn',
  'goodsTimeline',
  'fromAddressType',
  'fromCountry',
  'fromAddress',
  'toAddressType',
  'country',
  'address',
  'containerType',
  'freightRate',
  'calculateBy',
  'shippingRateOrContainerEstimate',
  'currency',
  'rate',
  'rateDate',
  'rateSource',
  'shippedDespite',
  'isHazardousGoods',
  'jobNumber',
  'carrierContact',
  'trackingNumber',
  'warehouseReference',
  'notes',
] as const;
const MOVED = { changes: [...PLAN_FIELDS, 'status', 'correctionReason'] } as const;

/** The details that the audit log stores for changes of shipment plans. Their history shows the same rows. */
export const plansAudit = {
  'shipment-plan.created': { name: true, changes: ['packLists'] },
  'shipment-plan.pack-lists-added': { changes: ['packLists'] },
  'shipment-plan.pack-lists-removed': { changes: ['packLists'] },
  'shipment-plan.packing-list-imported': { facts: ['packLists', 'cartons', 'units'] },
  'shipment-plan.changed': MOVED,
  'shipment-plan.shipped': MOVED,
  'shipment-plan.stepped-back': MOVED,
  'shipment-plan.called-received': MOVED,
  'shipment-plan.closed': MOVED,
  'shipment-plan.archived': { changes: ['archived'] },
  'shipment-plan.received': { name: true, changes: ['status'] },
  'shipment-plan.csv-stored': { changes: ['fileName'], trace: ['documentId', 'sha256'] },
  'shipment-plan.sent': { changes: ['recipients'], trace: ['sentMailId'] },
  'shipment-plan.not-sent': { changes: ['recipients'], trace: ['sentMailId'] },
  // Both values are names of suppliers instead of ids, because the merged supplier no longer exists afterwards.
  'shipment-plan.carrier-merged': { changes: ['carrierContact'] },
} as const satisfies ActionSpecs;
