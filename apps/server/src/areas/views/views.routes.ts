import { createView, deleteView, listViews, patchView, setDefaultView } from '@quayside/contracts/views';
import { type Mounting, mount } from '../../http/mount.ts';
import { changeView, chooseDefault, forgetView, keepView } from './views.service.ts';
import { listViewRows } from './views.views.ts';

export function mountViews(m: Mounting): void {
  mount(m, listViews)((w, i) => listViewRows(w, i.params.gridId));
  mount(m, createView)((w, i) => keepView(w, i.params.gridId, i.body));
  mount(m, setDefaultView)((w, i) => chooseDefault(w, i.params.gridId, i.body.viewId));
  mount(m, patchView)((w, i) => changeView(w, i.params.gridId, i.params.viewId, i.body));
  mount(m, deleteView)((w, i) => forgetView(w, i.params.gridId, i.params.viewId, i.ifMatch));
}
