import type { Area } from '../area.ts';
import { orderReactions } from './order-reactions.service.ts';
import { PACKING_OPERATION, undoPacking } from './packing-undo.service.ts';
import { shipmentsAudit } from './shipments.audit.ts';

export const shipmentsArea: Area = {
  name: 'shipments',
  audit: shipmentsAudit,
  tables: ['order_packing', 'pack_list', 'carton_type', 'carton', 'shipment_plan'],
  reactions: { ...orderReactions },
  undoers: { [PACKING_OPERATION]: undoPacking },
};
