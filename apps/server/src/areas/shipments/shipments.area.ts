import type { Area } from '../area.ts';
import { orderReactions } from './order-reactions.service.ts';

export const shipmentsArea: Area = {
  name: 'shipments',
  tables: ['order_packing', 'pack_list', 'carton_type', 'carton', 'shipment_plan'],
  reactions: { ...orderReactions },
};
