import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Work } from '../db/tx.ts';
import { type Marks, mergeMarks } from '../tables/import-columns.ts';

/**
 * What tells tables of one form from others: what they are imported as, and their columns. The result is a key of
 * `import_mapping`.
 */
export const formOf = (
  kind: 'LINES' | 'RATES' | 'FREIGHT_RATES' | 'DUTY_RATES' | 'OPENING_STOCK' | 'STOCK_COUNTS' | 'PACKING_LIST',
  parts: readonly (string | null)[],
): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, ...parts]))
    .digest('hex');

/** The decimal marks that a person chose for earlier tables of this form. */
export async function findMarks(w: Work, form: string): Promise<Marks> {
  const row = await w.tx
    .selectFrom('import_mapping')
    .select(sql<Marks | null>`choices -> 'decimalMarks'`.as('marks'))
    .where('account_id', '=', w.scope.accountId)
    .where('header_sha256', '=', form)
    .executeTakeFirst();
  return row?.marks ?? [];
}

/** Remembers the decimal marks that a person chose. For columns without a choice, an earlier choice is kept. */
export async function saveMarks(w: Work, form: string, chosen: Marks): Promise<void> {
  if (chosen.every((mark) => mark === null)) return;
  const marks = mergeMarks(chosen, await findMarks(w, form));
  await sql`
    insert into import_mapping (account_id, header_sha256, fields, choices, updated_at)
    values (${w.scope.accountId}, ${form}, '[]', ${JSON.stringify({ decimalMarks: marks })}::jsonb, ${w.now})
    on conflict (account_id, header_sha256) do update
    set choices = import_mapping.choices || excluded.choices, updated_at = excluded.updated_at`.execute(w.tx);
}

/** What a person chose for earlier tables of this form, as `saveChoices` stored it; empty if nothing was chosen. */
export async function findChoices(w: Work, form: string): Promise<Readonly<Record<string, unknown>>> {
  const row = await w.tx
    .selectFrom('import_mapping')
    .select('choices')
    .where('account_id', '=', w.scope.accountId)
    .where('header_sha256', '=', form)
    .executeTakeFirst();
  return (row?.choices ?? {}) as Readonly<Record<string, unknown>>;
}

/** Remembers what a person chose for tables of this form, in place of earlier choices. */
export async function saveChoices(w: Work, form: string, choices: Readonly<Record<string, unknown>>): Promise<void> {
  await sql`
    insert into import_mapping (account_id, header_sha256, fields, choices, updated_at)
    values (${w.scope.accountId}, ${form}, '[]', ${JSON.stringify(choices)}::jsonb, ${w.now})
    on conflict (account_id, header_sha256) do update
    set choices = import_mapping.choices || excluded.choices, updated_at = excluded.updated_at`.execute(w.tx);
}
