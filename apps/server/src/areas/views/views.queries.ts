import { say } from '@quayside/contracts/texts/catalogue';
import type { GridId } from '@quayside/contracts/grids';
import type { ViewState } from '@quayside/contracts/views';
import { sql } from 'kysely';
import type { Work } from '../../db/tx.ts';
import { fieldError, notFound, onConstraint } from '../../http/errors.ts';

/** A view as it is stored. */
export interface ViewRow {
  readonly id: string;
  readonly gridId: GridId;
  readonly ownerId: string;
  readonly name: string;
  readonly isShared: boolean;
  readonly version: number;
}
interface ViewFields {
  readonly name: string;
  readonly isShared: boolean;
  readonly state: ViewState;
}

const nameTaken = () => ({
  grid_view_name_key: () => fieldError('name', say('views.name_taken'), 'views.name_taken'),
});

/**
 * Locks the views that a person has saved for a table and returns their number. Because of the lock, simultaneous
 * requests cannot exceed the limit.
 */
export async function lockOwnViews(w: Work, gridId: GridId): Promise<number> {
  await sql`
    select pg_advisory_xact_lock(
      hashtextextended(${`views ${w.scope.accountId} ${w.scope.userId} ${gridId}`}, 0)
    )`.execute(w.tx);
  const row = await w.tx
    .selectFrom('grid_view')
    .select((eb) => eb.fn.countAll<bigint>().as('n'))
    .where('account_id', '=', w.scope.accountId)
    .where('owner_id', '=', w.scope.userId)
    .where('grid_id', '=', gridId)
    .executeTakeFirst();
  return Number(row?.n ?? 0n);
}

/** Reads a view and locks it. */
export async function lockView(w: Work, gridId: GridId, id: string): Promise<ViewRow | undefined> {
  const row = await w.tx
    .selectFrom('grid_view')
    .select(['id', 'owner_id', 'name', 'is_shared', 'version'])
    .where('account_id', '=', w.scope.accountId)
    .where('grid_id', '=', gridId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return (
    row && { id: row.id, gridId, ownerId: row.owner_id, name: row.name, isShared: row.is_shared, version: row.version }
  );
}

export const insertView = (
  w: Work,
  id: string,
  gridId: GridId,
  { name, isShared, state }: ViewFields,
): Promise<unknown> =>
  onConstraint(
    w.tx
      .insertInto('grid_view')
      .values({
        account_id: w.scope.accountId,
        id,
        grid_id: gridId,
        owner_id: w.scope.userId,
        name,
        is_shared: isShared,
        state: JSON.stringify(state),
        created_at: w.now,
        updated_at: w.now,
      })
      .execute(),
    nameTaken(),
  );

export const updateView = (w: Work, id: string, changes: Partial<ViewFields>): Promise<unknown> =>
  onConstraint(
    w.tx
      .updateTable('grid_view')
      .set((eb) => ({
        ...(changes.name === undefined ? {} : { name: changes.name }),
        ...(changes.isShared === undefined ? {} : { is_shared: changes.isShared }),
        ...(changes.state === undefined ? {} : { state: JSON.stringify(changes.state) }),
        version: eb('version', '+', 1),
        updated_at: w.now,
      }))
      .where('account_id', '=', w.scope.accountId)
      .where('id', '=', id)
      .execute(),
    nameTaken(),
  );

/** Removes a view. People for whom it was the default view have none afterwards. */
export const removeView = (w: Work, id: string): Promise<unknown> =>
  w.tx.deleteFrom('grid_view').where('account_id', '=', w.scope.accountId).where('id', '=', id).execute();

/** Clears the view as the default of everybody except its owner, because nobody else can use it any more. */
export const dropDefaultsOfOthers = (w: Work, id: string, ownerId: string): Promise<unknown> =>
  w.tx
    .deleteFrom('grid_default_view')
    .where('account_id', '=', w.scope.accountId)
    .where('view_id', '=', id)
    .where('person_id', '<>', ownerId)
    .execute();

export async function storeDefault(w: Work, gridId: GridId, viewId: string | null): Promise<void> {
  await w.tx
    .deleteFrom('grid_default_view')
    .where('account_id', '=', w.scope.accountId)
    .where('person_id', '=', w.scope.userId)
    .where('grid_id', '=', gridId)
    .execute();
  if (viewId === null) return;
  await onConstraint(
    w.tx
      .insertInto('grid_default_view')
      .values({ account_id: w.scope.accountId, person_id: w.scope.userId, grid_id: gridId, view_id: viewId })
      .onConflict((oc) => oc.columns(['account_id', 'person_id', 'grid_id']).doUpdateSet({ view_id: viewId }))
      .execute(),
    { grid_default_view_view_fk: () => notFound() },
  );
}
