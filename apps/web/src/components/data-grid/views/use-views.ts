import type { GridId } from '@quayside/contracts/grids';
import {
  createView,
  deleteView,
  listViews,
  patchView,
  setDefaultView,
  type View,
  type ViewState,
} from '@quayside/contracts/views';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { queryClient, read } from '../../../lib/api/query-client.ts';
import { write } from '../../../lib/api/write.ts';

const query = (gridId: GridId) => read('views', listViews, { params: { gridId } });

/** The person's own views of a table and the shared ones. */
export interface Views {
  readonly list: readonly View[] | 'loading' | undefined;
  readonly isError: boolean;
  readonly retry: () => void;
}
export function useViews(gridId: GridId, isOn: boolean): Views {
  const { data, isError, refetch } = useQuery({ ...query(gridId), enabled: isOn });
  // The table works without its views, so an error while loading them is ignored.
  return {
    list: isOn ? (data ?? (isError ? [] : 'loading')) : undefined,
    isError: isError && !data,
    retry: () => void refetch(),
  };
}

const failing = (verb: 'create' | 'update' | 'delete') => ({ verb, entity: t('views:entity') });

const refresh = (gridId: GridId) => queryClient.invalidateQueries({ queryKey: query(gridId).queryKey });
/** Changes the cached list of views. The change lasts until the list is refetched. */
const put = (gridId: GridId, change: (views: View[]) => View[]) =>
  queryClient.setQueryData(query(gridId).queryKey, (views) => views && change(views));
const byName = (a: View, b: View) => a.name.localeCompare(b.name, undefined, { sensitivity: 'base' });

/** Stores a state as a named view. Throws when the server refuses the view, so that the form can show the reason. */
export async function addView(
  gridId: GridId,
  fields: { name: string; isShared: boolean; state: ViewState },
): Promise<View> {
  const view = await call(createView, { params: { gridId }, body: fields });
  put(gridId, (views) => [...views, view].sort(byName));
  return view;
}
export async function changeView(
  view: View,
  changes: { name?: string; isShared?: boolean; state?: ViewState },
): Promise<View> {
  try {
    const changed = await call(patchView, {
      params: { gridId: view.gridId, viewId: view.id },
      body: { ...changes, version: view.version },
    });
    put(view.gridId, (views) => views.map((one) => (one.id === view.id ? changed : one)).sort(byName));
    return changed;
  } catch (error) {
    void refresh(view.gridId);
    throw error;
  }
}
/** Sets the person's default view. With null, the table opens without a view. */
export async function preferView(gridId: GridId, viewId: string | null): Promise<void> {
  const kept = await write(() => call(setDefaultView, { params: { gridId }, body: { viewId } }), {
    failure: failing('update'),
  });
  if (kept) put(gridId, () => kept.result);
}
/** Deletes a view and offers Undo. */
export async function removeView(view: View): Promise<boolean> {
  const { gridId, id, version } = view;
  const deleted = await write(() => call(deleteView, { params: { gridId, viewId: id }, ifMatch: version }), {
    failure: failing('delete'),
    done: t('views:deleted', { name: view.name }),
    undo: () => bringBack(view),
  });
  if (deleted) put(gridId, (views) => views.filter((one) => one.id !== id));
  else void refresh(gridId);
  return deleted !== undefined;
}
async function bringBack({ gridId, name, isShared, state, isDefault }: View): Promise<void> {
  const made = await write(() => addView(gridId, { name, isShared, state }), { failure: failing('create') });
  if (made && isDefault) await preferView(gridId, made.result.id);
}
