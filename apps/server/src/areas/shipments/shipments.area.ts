import type { Area } from '../area.ts';
import { orderReactions } from './order-reactions.service.ts';
import { PACKING_OPERATION, undoPacking } from './packing-undo.service.ts';
import { findPacking } from './shipment-search.views.ts';
import { shipmentNames } from './shipment-names.views.ts';
import { shipmentsAudit } from './shipments.audit.ts';
import { mountShipments } from './shipments.routes.ts';

export const shipmentsArea: Area = {
  name: 'shipments',
  audit: shipmentsAudit,
  tables: ['order_packing', 'pack_list', 'carton_type', 'carton', 'shipment_plan'],
  mount: mountShipments,
  reactions: { ...orderReactions },
  undoers: { [PACKING_OPERATION]: undoPacking },
  search: findPacking,
  names: shipmentNames,
};
