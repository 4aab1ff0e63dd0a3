import type { ChangelogSource } from '@quayside/domain/lists';
import { sql } from 'kysely';
import { personOf, type Work } from '../../../db/tx.ts';
import { settleAll } from '../../../db/settle-all.ts';
import { withFreshPlans } from '../../../db/plans.ts';
import { chunks } from '../../../db/batches.ts';

/** One row to be written to the changelog of a product. */
export interface ChangeRow {
  readonly productId: string;
  readonly field: string;
  readonly oldValue: string | null;
  readonly newValue: string | null;
  /**
   * The values before and after the change as data, in addition to their texts. Absent if the change cannot be
   * reverted.
   */
  readonly oldData?: unknown;
  readonly newData?: unknown;
}

const asJson = (data: unknown): string | null => (data === undefined ? null : JSON.stringify(data));

/** Adds rows to the changelog of products. */
export async function insertChangelog(w: Work, source: ChangelogSource, changes: readonly ChangeRow[]): Promise<void> {
  const insert = (part: readonly ChangeRow[]) =>
    sql`
      insert into product_changelog (
        account_id, id, product_id, source, field, old_value, new_value, old_data, new_data, changed_by, changed_at
      )
      select ${w.scope.accountId}::uuid, r.id, r.product_id, ${source}, r.field, r.old_value, r.new_value,
        r.old_data::jsonb, r.new_data::jsonb, ${personOf(w.scope)}::uuid, ${w.now}::timestamptz
      from unnest(
        ${sql.val(part.map(() => w.newId()))}::uuid[], ${sql.val(part.map((c) => c.productId))}::uuid[],
        ${sql.val(part.map((c) => c.field))}::text[], ${sql.val(part.map((c) => c.oldValue))}::text[],
        ${sql.val(part.map((c) => c.newValue))}::text[], ${sql.val(part.map((c) => asJson(c.oldData)))}::text[],
        ${sql.val(part.map((c) => asJson(c.newData)))}::text[]
      ) as r(id, product_id, field, old_value, new_value, old_data, new_data)`.execute(w.tx);
  await withFreshPlans(w.tx, changes.length, () => settleAll(chunks(changes).map(insert)));
}
