import type { FoundRecord } from '@quayside/contracts/search';
import { sql } from 'kysely';
import { unitCost } from '../../../db/export-values.ts';
import type { Work } from '../../../db/tx.ts';
import type { Search } from '../../area.ts';
import { PRODUCT_COSTS } from '../../costs/facts.ts';
import { resolveCodes } from '../codes/product-codes.service.ts';
import { firstByName } from './products.list.views.ts';

/** The maximum length of a text that can be a code. */
const MAX_CODE = 100;

/**
 * Finds products that contain every word. If the whole text is a code of products, these come first; the others follow
 * by name.
 */
export async function findProducts(w: Work, { text, most }: Search): Promise<FoundRecord[]> {
  const code = text.length <= MAX_CODE ? (await resolveCodes(w, [text])).get(text) : undefined;
  const exact = (code?.products ?? []).filter((p) => p.archivedAt === null).map((p) => p.id);
  const others = await firstByName(w, { search: text, most, condition: sql<boolean>`true`, countUpTo: 0 });
  const { rows } = await sql<{ id: string; sku: string; name: string; cost: string | null }>`
    select p.id, p.sku, p.name, ${unitCost(sql`c.landed_per_unit`, w.scope.currency).value}::text as cost
    from product p
    left join ${PRODUCT_COSTS} c on c.account_id = p.account_id and c.product_id = p.id
    where p.account_id = ${w.scope.accountId} and p.id = any(${sql.val([...exact, ...others.ids])}::uuid[])
    order by p.id = any(${sql.val(exact)}::uuid[]) desc, p.name_key, p.id limit ${sql.lit(most)}`.execute(w.tx);
  return rows.map(({ id, sku, name, cost }) => ({
    ...{ type: 'PRODUCT', id, title: name, detail: sku, sku },
    ...(cost !== null && { unitCost: cost }),
  }));
}
