import {
  applyMeasures,
  getProductCostHistory,
  getProductCostHistoryAsWritten,
  getReconciliation,
  listReconciliationItems,
  listRestatements,
  previewMeasures,
  restatementTotals,
} from '@quayside/contracts/costs/cost-reports';
import {
  costTotals,
  explainProduct,
  listCosts,
  listProductCosts,
  listReportingCostTypes,
} from '@quayside/contracts/costs/costs';
import { exportCosts, exportReconciliation, exportRestatements } from '@quayside/contracts/exports';
import { COST_CATEGORIES } from '@quayside/domain/lists';
import { mountExport } from '../../http/export.ts';
import { type Mounting, mount } from '../../http/mount.ts';
import { mountBundles } from './bundles.routes.ts';
import { productCostHistory } from './history/cost-history.service.ts';
import { costExport, reconciliationExport, restatementExport } from './lists/costs.export.ts';
import * as list from './lists/cost-list.views.ts';
import * as explain from './explain/explain.service.ts';
import * as measures from './measures/measures.service.ts';
import * as reconciliation from './reconciliation/reconciliation.service.ts';
import * as restatements from './restatements/restatements.service.ts';

/** Turns FACTORY_INVOICE into "Factory invoice" for clients of the API. The web app has its own labels. */
const label = (value: string) => value.charAt(0) + value.slice(1).toLowerCase().replaceAll('_', ' ');

export function mountCosts(m: Mounting): void {
  mount(m, listReportingCostTypes)(async () => COST_CATEGORIES.map((value) => ({ value, label: label(value) })));
  mount(m, listCosts)((w, i) => list.listCosts(w, i.query));
  mount(m, costTotals)((w, i) => list.costTotals(w, i.query));
  mountExport(m, exportCosts)(costExport);
  mountExport(m, exportRestatements)(restatementExport);
  mountExport(m, exportReconciliation)(reconciliationExport);
  mount(m, listProductCosts)((w, i) => list.listCosts(w, i.query, i.params.productId));
  mountBundles(m);
  mount(m, explainProduct)((w, i) => explain.explainProduct(w, i.params.id, i.query));
  mount(m, getProductCostHistory)((w, i) => productCostHistory(w, i.params.productId, i.query));
  mount(m, getProductCostHistoryAsWritten)((w, i) => productCostHistory(w, i.params.productId, i.query));
  mount(m, listRestatements)((w, i) => restatements.restatements(w, i.query));
  mount(m, restatementTotals)((w, i) => restatements.sumRestatements(w, i.query));
  mount(m, getReconciliation)((w) => reconciliation.reconciliation(w));
  mount(m, listReconciliationItems)((w, i) => reconciliation.reconciliationItems(w, i.query));
  mount(m, previewMeasures)((w, i) => measures.previewMeasures(w, i.params.id, i.query.orderIds));
  mount(m, applyMeasures)((w, i) => measures.applyMeasures(w, i.params.id, i.body.orderIds));
}
