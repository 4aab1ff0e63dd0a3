import type { Work } from '../../db/tx.ts';
import type { KindName, Memory } from './imports.types.ts';

/** The key of what is remembered for files of a kind with these headings. */
const keyOf = (kind: KindName, headerSha256: string): string =>
  kind === 'PRODUCTS' ? headerSha256 : `${kind}:${headerSha256}`;

/** What a person has chosen for the columns of a file with this header. */
export async function findMapping(w: Work, kind: KindName, headerSha256: string): Promise<Memory | undefined> {
  const row = await w.tx
    .selectFrom('import_mapping')
    .select(['fields', 'choices'])
    .where('account_id', '=', w.scope.accountId)
    .where('header_sha256', '=', keyOf(kind, headerSha256))
    .executeTakeFirst();
  return row && { ...(row.choices as Omit<Memory, 'fields'>), fields: row.fields as Memory['fields'] };
}

export async function saveMapping(
  w: Work,
  kind: KindName,
  headerSha256: string,
  { fields, ...choices }: Memory,
): Promise<void> {
  const values = { fields: JSON.stringify(fields), choices: JSON.stringify(choices), updated_at: w.now };
  await w.tx
    .insertInto('import_mapping')
    .values({ account_id: w.scope.accountId, header_sha256: keyOf(kind, headerSha256), ...values })
    .onConflict((c) => c.columns(['account_id', 'header_sha256']).doUpdateSet(values))
    .execute();
}
