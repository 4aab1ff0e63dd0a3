import { say } from '@quayside/contracts/texts/catalogue';
import type { BodyOut } from '@quayside/contracts/endpoint';
import type { GridId } from '@quayside/contracts/grids';
import type { createView, patchView, View } from '@quayside/contracts/views';
import { isAccountAdmin } from '@quayside/domain/access/access';
import type { Work } from '../../db/tx.ts';
import { changed, record } from '../../events/outbox.ts';
import { AppError, fieldError, notFound } from '../../http/errors.ts';
import {
  dropDefaultsOfOthers,
  insertView,
  lockOwnViews,
  lockView,
  removeView,
  storeDefault,
  updateView,
  type ViewRow,
} from './views.queries.ts';
import { listViewRows } from './views.views.ts';

const MAX_VIEWS = 100;

/** Creates a named view. */
export async function createGridView(w: Work, gridId: GridId, body: BodyOut<typeof createView>): Promise<View> {
  if (body.isShared) requireSharing(w);
  if ((await lockOwnViews(w, gridId)) >= MAX_VIEWS) throw fieldError('name', say('views.max', { max: MAX_VIEWS }));
  const id = w.newId();
  await insertView(w, id, gridId, body);
  await recordChange(w, 'view.created', { id, gridId, ...body }, 1);
  return getGridView(w, gridId, id);
}

/** Updates a view: its name, its state, or whether it is shared. */
export async function updateGridView(
  w: Work,
  gridId: GridId,
  id: string,
  { version, ...changes }: BodyOut<typeof patchView>,
): Promise<View> {
  const row = await requireEditableView(w, gridId, id, version);
  if (changes.isShared !== undefined && changes.isShared !== row.isShared) requireSharing(w);
  await updateView(w, id, changes);
  if (row.isShared && changes.isShared === false) await dropDefaultsOfOthers(w, id, row.ownerId);
  await recordChange(
    w,
    'view.changed',
    { ...row, ...(changes.name === undefined ? {} : { name: changes.name }) },
    row.version + 1,
  );
  return getGridView(w, gridId, id, row.ownerId);
}

/** Removes a view. Tables that opened with this view open in their original state from then on. */
export async function removeGridView(w: Work, gridId: GridId, id: string, version: number | undefined): Promise<void> {
  const row = await requireEditableView(w, gridId, id, version);
  await removeView(w, id);
  await recordChange(w, 'view.deleted', row, null);
}

/** Sets or clears the signed-in person's default view of a table. */
export async function setDefaultGridView(w: Work, gridId: GridId, viewId: string | null): Promise<View[]> {
  if (viewId !== null) await getGridView(w, gridId, viewId);
  await storeDefault(w, gridId, viewId);
  await record(
    w,
    { action: 'view.default', subjectIds: viewId === null ? [] : [viewId], details: { facts: { gridId } } },
    changed('views', viewId === null ? [] : [viewId]),
  );
  return listViewRows(w, gridId);
}

/**
 * One view. If an admin has just stopped sharing another person's view, the response still contains it, as its owner
 * sees it.
 */
async function getGridView(w: Work, gridId: GridId, id: string, ownerId?: string): Promise<View> {
  const [view] = await listViewRows(w, gridId, { id, ownerId });
  if (!view) throw notFound();
  return view;
}

/**
 * Finds a view that the person may change: their own or, for an admin, a shared one. An unshared view of somebody else
 * is treated as if it did not exist.
 */
async function requireEditableView(w: Work, gridId: GridId, id: string, version: number | undefined): Promise<ViewRow> {
  const row = await lockView(w, gridId, id);
  if (!row || (row.ownerId !== w.scope.userId && !row.isShared)) throw notFound();
  if (row.isShared) requireSharing(w);
  if (version !== undefined && version !== row.version)
    throw new AppError('conflict_version', { current: await getGridView(w, gridId, id) });
  return row;
}

/** Throws unless the person is an admin, because only admins may change what all members see. */
function requireSharing(w: Work): void {
  if (!isAccountAdmin(w.scope.roles)) throw new AppError('forbidden', { message: say('views.not_shared') });
  if (w.scope.tierExpired) throw new AppError('payment_required');
}

const recordChange = (
  w: Work,
  action: 'view.created' | 'view.changed' | 'view.deleted',
  { id, gridId, name, isShared }: Pick<ViewRow, 'id' | 'gridId' | 'name' | 'isShared'>,
  version: number | null,
) =>
  record(
    w,
    { action, subjectIds: [id], details: { facts: { name, gridId, isShared } } },
    changed('views', [id], version),
  );
