import { exportFiveQuantities } from '@quayside/contracts/exports';
import * as calls from '@quayside/contracts/stock/five-quantities';
import { mountExport } from '../../http/export.ts';
import { type Mounting, mount } from '../../http/mount.ts';
import { acceptDifference, takeBackAcceptance } from './five-quantities/accepted-differences.service.ts';
import { fiveQuantitiesExport } from './five-quantities/five-quantities.export.ts';
import { fiveQuantitiesTotals, listFiveQuantities } from './five-quantities/five-quantities-list.service.ts';

/** Mounts the calls for the five quantities. */
export function mountFiveQuantities(m: Mounting): void {
  mount(m, calls.listFiveQuantities)((w, i) => listFiveQuantities(w, i.query));
  mount(m, calls.fiveQuantitiesTotals)((w, i) => fiveQuantitiesTotals(w, i.query));
  mountExport(m, exportFiveQuantities)(fiveQuantitiesExport);
  mount(m, calls.acceptDifference)((w, i) => acceptDifference(w, i.body));
  mount(m, calls.takeBackAcceptedDifference)((w, i) => takeBackAcceptance(w, i.params.id));
}
