import type { BodyOut } from '@quayside/contracts/endpoint';
import type { GridId } from '@quayside/contracts/grids';
import type { createView, patchView, View } from '@quayside/contracts/views';
import { isAccountAdmin } from '@quayside/domain/access/access';
import type { Work } from '../../db/tx.ts';
import { changed, record } from '../../events/outbox.ts';
import { AppError, fieldError, notFound } from '../../http/errors.ts';
import { dropDefaultsOfOthers, insertView, lockOwnViews, lockView, removeView, storeDefault, updateView, type ViewRow } from './views.queries.ts';
import { listViewRows } from './views.views.ts';

const MAX_VIEWS = 100;

/** Keeps a view under a name. */
export async function keepView(w: Work, gridId: GridId, body: BodyOut<typeof createView>): Promise<View> {
  if (body.isShared) requireSharing(w);
  if ((await lockOwnViews(w, gridId)) >= MAX_VIEWS) throw fieldError('name', `A table has up to ${MAX_VIEWS} views of each person. Delete one first.`);
  const id = w.newId();
  await insertView(w, id, gridId, body);
  await told(w, 'view.created', { id, gridId, ...body }, 1);
  return oneView(w, gridId, id);
}

/** Renames a view, shares it, or keeps another state under its name. */
export async function changeView(w: Work, gridId: GridId, id: string, { version, ...changes }: BodyOut<typeof patchView>): Promise<View> {
  const row = await requireOwn(w, gridId, id, version);
  if (changes.isShared !== undefined && changes.isShared !== row.isShared) requireSharing(w);
  await updateView(w, id, changes);
  if (row.isShared && changes.isShared === false) await dropDefaultsOfOthers(w, id, row.ownerId);
  await told(w, 'view.changed', { ...row, ...(changes.name === undefined ? {} : { name: changes.name }) }, row.version + 1);
  return oneView(w, gridId, id, row.ownerId);
}

/** Forgets a view. Tables that opened with it open as delivered. */
export async function forgetView(w: Work, gridId: GridId, id: string, version: number | undefined): Promise<void> {
  const row = await requireOwn(w, gridId, id, version);
  await removeView(w, id);
  await told(w, 'view.deleted', row, null);
}

/** Which view a table opens with, for the person who asks. */
export async function chooseDefault(w: Work, gridId: GridId, viewId: string | null): Promise<View[]> {
  if (viewId !== null) await oneView(w, gridId, viewId);
  await storeDefault(w, gridId, viewId);
  await record(
    w,
    { action: 'view.default', subjectType: 'view', subjectIds: viewId === null ? [] : [viewId], details: { gridId } },
    changed('views', viewId === null ? [] : [viewId]),
  );
  return listViewRows(w, gridId);
}

/** One view. An admin who took the share off somebody else's is answered it once more, as its owner sees it from now on. */
async function oneView(w: Work, gridId: GridId, id: string, ownerId?: string): Promise<View> {
  const [view] = await listViewRows(w, gridId, { id, ownerId });
  if (!view) throw notFound();
  return view;
}

/** A view that the person may change: their own, or as an admin a shared one. What nobody shared does not exist for others. */
async function requireOwn(w: Work, gridId: GridId, id: string, version: number | undefined): Promise<ViewRow> {
  const row = await lockView(w, gridId, id);
  if (!row || (row.ownerId !== w.scope.userId && !row.isShared)) throw notFound();
  if (row.isShared) requireSharing(w);
  if (version !== undefined && version !== row.version) throw new AppError('conflict_version', { current: await oneView(w, gridId, id) });
  return row;
}

/** What all members see is changed by those who may change things. */
function requireSharing(w: Work): void {
  if (!isAccountAdmin(w.scope.roles)) throw new AppError('forbidden', { message: 'Your role may keep views of your own, but not share them.' });
  if (w.scope.tierExpired) throw new AppError('payment_required');
}

const told = (w: Work, action: string, { id, gridId, name, isShared }: Pick<ViewRow, 'id' | 'gridId' | 'name' | 'isShared'>, version: number | null) =>
  record(w, { action, subjectType: 'view', subjectIds: [id], details: { gridId, name, isShared } }, changed('views', [id], version));
