import type { ContainerSize, FullContainerType } from '@quayside/domain/shipments/containers';
import type { Work } from '../../../db/tx.ts';

/** The types of containers whose size the account set. */
export async function ownContainers(w: Work): Promise<Set<FullContainerType>> {
  const rows = await w.tx
    .selectFrom('container_size')
    .select('container_type')
    .where('account_id', '=', w.scope.accountId)
    .execute();
  return new Set(rows.map((row) => row.container_type));
}

export async function saveContainerSize(
  w: Work,
  type: FullContainerType,
  { usableMm3, payloadUg }: ContainerSize,
): Promise<void> {
  const size = { usable_mm3: usableMm3, payload_ug: payloadUg, updated_at: w.now };
  await w.tx
    .insertInto('container_size')
    .values({ account_id: w.scope.accountId, container_type: type, ...size })
    .onConflict((c) => c.columns(['account_id', 'container_type']).doUpdateSet(size))
    .execute();
}

export async function deleteContainerSize(w: Work, type: FullContainerType): Promise<void> {
  await w.tx
    .deleteFrom('container_size')
    .where('account_id', '=', w.scope.accountId)
    .where('container_type', '=', type)
    .execute();
}
