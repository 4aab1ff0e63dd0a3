import * as calls from '@quayside/contracts/shipments/cartons';
import { exportCartons } from '@quayside/contracts/exports';
import { mountExport } from '../../http/export.ts';
import { type Mounting, mount } from '../../http/mount.ts';
import * as types from './cartons/carton-types.service.ts';
import * as writes from './cartons/carton-writes.service.ts';
import { cartonExport } from './lists/cartons.export.ts';
import * as cartons from './cartons/cartons.service.ts';

/** Mounts the calls for carton rows and carton types. */
export function mountCartons(m: Mounting): void {
  mount(m, calls.listCartons)((w, i) => cartons.listCartons(w, i.query));
  mount(m, calls.getCartonSummary)((w, i) => cartons.getCartonSummary(w, i.query));
  mountExport(m, exportCartons)(cartonExport);
  mount(m, calls.createCarton)((w, i) => writes.createCarton(w, i.body));
  mount(m, calls.getCarton)((w, i) => cartons.getCarton(w, i.params.id));
  mount(m, calls.updateCarton)((w, i) => writes.updateCarton(w, i.params.id, i.body));
  mount(m, calls.deleteCarton)((w, i) => writes.deleteCarton(w, i.params.id, i.ifMatch));
  mount(m, calls.addCartonPackLists)((w, i) => writes.addCartonPackLists(w, i.params.id, i.body.packListIds));
  mount(m, calls.removeCartonPackLists)((w, i) => writes.removeCartonPackLists(w, i.params.id, i.body.packListIds));
  mount(m, calls.listCartonTypes)((w, i) => types.listCartonTypes(w, i.query.search));
  mount(m, calls.getCartonType)((w, i) => types.getCartonType(w, i.params.id));
  mount(m, calls.createCartonType)((w, i) => types.createCartonType(w, i.body));
  mount(m, calls.updateCartonType)((w, i) => types.updateCartonType(w, i.params.id, i.body));
  mount(m, calls.deleteCartonType)((w, i) => types.deleteCartonType(w, i.params.id, i.ifMatch));
}
