import { createView, deleteView, listViews, patchView, setDefaultView } from '@quayside/contracts/views';
import { type Mounting, mount } from '../../http/mount.ts';
import { updateGridView, setDefaultGridView, removeGridView, createGridView } from './views.service.ts';
import { listViewRows } from './views.views.ts';

export function mountViews(m: Mounting): void {
  mount(m, listViews)((w, i) => listViewRows(w, i.params.gridId));
  mount(m, createView)((w, i) => createGridView(w, i.params.gridId, i.body));
  mount(m, setDefaultView)((w, i) => setDefaultGridView(w, i.params.gridId, i.body.viewId));
  mount(m, patchView)((w, i) => updateGridView(w, i.params.gridId, i.params.viewId, i.body));
  mount(m, deleteView)((w, i) => removeGridView(w, i.params.gridId, i.params.viewId, i.ifMatch));
}
