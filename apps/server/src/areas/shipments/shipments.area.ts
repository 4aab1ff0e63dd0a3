import type { Area } from '../area.ts';
import { freightReactions } from './reactions/freight-reactions.service.ts';
import { orderReactions } from './reactions/order-reactions.service.ts';
import { PACKING_OPERATION, undoPacking } from './packing/packing-undo.service.ts';
import { planDocuments } from './lists/plan-names.views.ts';
import { planDocumentReactions } from './send/plan-sent.service.ts';
import { plansOfSupplier } from './reactions/plan-suppliers.service.ts';
import { findShipments } from './lists/shipment-search.views.ts';
import { shipmentNames } from './lists/shipment-names.views.ts';
import { shipmentsAudit } from './shipments.audit.ts';
import { archivePlans, askAboutDepartures, shipmentsCheck } from './shipments.jobs.ts';
import { mountShipments } from './shipments.routes.ts';

export const shipmentsArea: Area = {
  name: 'shipments',
  audit: shipmentsAudit,
  tables: ['order_packing', 'pack_list', 'carton_type', 'carton', 'shipment_plan'],
  mount: mountShipments,
  reactions: { ...orderReactions, ...freightReactions, ...planDocumentReactions },
  undoers: { [PACKING_OPERATION]: undoPacking },
  jobs: [askAboutDepartures, archivePlans, shipmentsCheck],
  documentOwner: planDocuments,
  search: findShipments,
  names: shipmentNames,
  ofSupplier: plansOfSupplier,
};
