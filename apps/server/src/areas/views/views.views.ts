import type { GridId } from '@quayside/contracts/grids';
import type { View, ViewState } from '@quayside/contracts/views';
import { sql } from 'kysely';
import type { Work } from '../../db/tx.ts';
import { personNames } from '../accounts/public.ts';

/** The views of a table that the person can use: their own and the shared ones, sorted by name. */
export async function listViewRows(
  w: Work,
  gridId: GridId,
  one?: { id: string; ownerId: string | undefined },
): Promise<View[]> {
  const { accountId, userId } = w.scope;
  let rows = w.tx
    .selectFrom('grid_view as v')
    .leftJoin('grid_default_view as d', (on) =>
      on
        .onRef('d.account_id', '=', 'v.account_id')
        .onRef('d.view_id', '=', 'v.id')
        .on('d.person_id', '=', userId)
        .on('d.grid_id', '=', gridId),
    )
    .selectAll('v')
    .select(sql<boolean>`d.view_id is not null`.as('is_default'))
    .where('v.account_id', '=', accountId)
    .where('v.grid_id', '=', gridId)
    .where((eb) => eb.or([eb('v.owner_id', '=', one?.ownerId ?? userId), eb('v.is_shared', '=', true)]));
  if (one) rows = rows.where('v.id', '=', one.id);
  const found = await rows.orderBy(sql`lower(v.name)`).orderBy('v.id').execute();
  const names = await personNames(
    w,
    found.map((row) => row.owner_id),
  );
  return found.map((row) => {
    const name = names.get(row.owner_id);
    return {
      id: row.id,
      gridId,
      name: row.name,
      isShared: row.is_shared,
      isMine: row.owner_id === userId,
      owner: name === undefined ? null : { id: row.owner_id, name },
      state: row.state as unknown as ViewState,
      isDefault: row.is_default,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
      version: row.version,
    };
  });
}
