import type { Area } from '../area.ts';
import { costsAudit } from './costs.audit.ts';
import { orderNames } from './rows/order-names.views.ts';
import { costsJobs } from './costs.jobs.ts';
import { mountCosts } from './costs.routes.ts';
import { MEASURES_OPERATION, undoMeasures } from './measures/measures.service.ts';
import { shipmentReactions } from './reactions/shipment-reactions.service.ts';
import { listUnassigned } from './lists/waiting-costs.views.ts';

export const costsArea: Area = {
  name: 'costs',
  audit: costsAudit,
  tables: [
    'cost_allocation',
    'cost_entry',
    'cost_layer',
    'cost_layer_history',
    'cost_line_scope',
    'cost_manual_share',
    'invoice_total',
    'product_cost_total',
  ],
  mount: mountCosts,
  reactions: shipmentReactions,
  jobs: costsJobs,
  undoers: { [MEASURES_OPERATION]: undoMeasures },
  names: orderNames,
  waiting: listUnassigned,
};
