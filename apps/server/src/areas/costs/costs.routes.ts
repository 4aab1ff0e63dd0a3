import { costTotals, explainProduct, listCosts, listProductCosts, listReportingCostTypes } from '@quayside/contracts/costs';
import { COST_CATEGORIES } from '@quayside/domain/lists';
import { type Mounting, mount } from '../../http/mount.ts';
import * as list from './cost-list.views.ts';
import * as explain from './explain.service.ts';

/** FACTORY_INVOICE → "Factory invoice"; the web app has words of its own. */
const label = (value: string) => value.charAt(0) + value.slice(1).toLowerCase().replaceAll('_', ' ');

export function mountCosts(m: Mounting): void {
  mount(m, listReportingCostTypes)(async () => COST_CATEGORIES.map((value) => ({ value, label: label(value) })));
  mount(m, listCosts)((w, i) => list.listCosts(w, i.query));
  mount(m, costTotals)((w, i) => list.costTotals(w, i.query));
  mount(m, listProductCosts)((w, i) => list.listCosts(w, i.query, i.params.productId));
  mount(m, explainProduct)((w, i) => explain.explainProduct(w, i.params.id));
}
