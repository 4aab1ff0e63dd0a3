import type { WrittenUnit } from '@quayside/domain/products/units';
import type { Work } from '../db/tx.ts';
import type { Marks } from '../tables/import-columns.ts';

/** What a word of a file means in a field; `to` null: it counts as empty. */
export interface Meaning {
  readonly field: string;
  readonly from: string;
  readonly to: string | null;
}
/** What is remembered for files with the same headings. */
interface ColumnChoices {
  readonly fields: readonly (string | null)[];
  readonly units?: readonly (WrittenUnit | null)[];
  readonly values?: readonly Meaning[];
  /** The decimal mark that a person chose for each column whose numbers can be read in two ways. */
  readonly decimalMarks?: Marks;
}
/** What files are imported as. */
export type KindName = 'PRODUCTS' | 'SUPPLIERS' | 'ORDERS';

/** The key of what is remembered for files of a kind with these headings. */
const keyOf = (kind: KindName, headerSha256: string): string =>
  kind === 'PRODUCTS' ? headerSha256 : `${kind}:${headerSha256}`;

/** What a person has chosen for the columns of a file with this header. */
export async function findMapping(w: Work, kind: KindName, headerSha256: string): Promise<ColumnChoices | undefined> {
  const row = await w.tx
    .selectFrom('import_mapping')
    .select(['fields', 'choices'])
    .where('account_id', '=', w.scope.accountId)
    .where('header_sha256', '=', keyOf(kind, headerSha256))
    .executeTakeFirst();
  return row && { ...(row.choices as Omit<ColumnChoices, 'fields'>), fields: row.fields as ColumnChoices['fields'] };
}

export async function saveMapping(
  w: Work,
  kind: KindName,
  headerSha256: string,
  { fields, ...choices }: ColumnChoices,
): Promise<void> {
  const values = { fields: JSON.stringify(fields), choices: JSON.stringify(choices), updated_at: w.now };
  await w.tx
    .insertInto('import_mapping')
    .values({ account_id: w.scope.accountId, header_sha256: keyOf(kind, headerSha256), ...values })
    .onConflict((c) => c.columns(['account_id', 'header_sha256']).doUpdateSet(values))
    .execute();
}
