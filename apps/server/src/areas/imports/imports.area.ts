import { sql } from 'kysely';
import type { Area } from '../area.ts';

export const importsArea: Area = {
  name: 'imports',
  tables: ['import'],
  files: [{ table: 'import', column: 'storage_key', countsAsSpace: false }],
  names: {
    byIds: (accountId, ids) => sql`
      select id, file_name as label, true as exists from import where account_id = ${accountId} and id = any(${ids})`,
    matching: (accountId, { has, most }) => sql`
      select id from import where account_id = ${accountId} and ${has(sql`lower(file_name)`)} limit ${sql.lit(most)}`,
  },
};
