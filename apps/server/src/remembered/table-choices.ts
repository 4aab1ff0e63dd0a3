import { createHash } from 'node:crypto';
import type { DayOrder } from '@quayside/domain/days/day-text';
import { sql } from 'kysely';
import type { Work } from '../db/tx.ts';
import { type Marks, mergeChoices } from '../tables/import-columns.ts';

// What a person chose for earlier tables of the same form.

/** What is imported from a table, which is part of its form. */
export type FormKind =
  | 'LINES'
  | 'RATES'
  | 'FREIGHT_RATES'
  | 'DUTY_RATES'
  | 'OPENING_STOCK'
  | 'STOCK_COUNTS'
  | 'PACKING_LIST'
  | 'ACCOUNT_CODES';

/** How numbers and days of each column are read, as a person chose; null for columns without a choice. */
export interface ReadingChoices {
  readonly decimalMarks: Marks;
  readonly dayOrders: readonly (DayOrder | null)[];
}

/**
 * What tells tables of one form from others: what they are imported as, and their columns. The result is a key of
 * `import_mapping`.
 */
export const formOf = (kind: FormKind, parts: readonly (string | null)[]): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, ...parts]))
    .digest('hex');

/** How a person chose to read earlier tables of this form. */
export async function findReadings(w: Work, form: string): Promise<ReadingChoices> {
  const { decimalMarks, dayOrders } = (await findChoices(w, form)) as Partial<ReadingChoices>;
  return { decimalMarks: decimalMarks ?? [], dayOrders: dayOrders ?? [] };
}

/** The decimal marks that a person chose for earlier tables of this form. */
export const findMarks = async (w: Work, form: string): Promise<Marks> => (await findReadings(w, form)).decimalMarks;

/** Remembers how a person chose to read a table. For columns without a choice, an earlier choice is kept. */
export async function saveReadings(w: Work, form: string, chosen: Partial<ReadingChoices>): Promise<void> {
  const made = Object.entries(chosen).filter(([, all]) => all.some((one) => one !== null));
  if (made.length === 0) return;
  const earlier: Readonly<Record<string, readonly unknown[]>> = { ...(await findReadings(w, form)) };
  await saveChoices(w, form, Object.fromEntries(made.map(([name, all]) => [name, mergeChoices(all, earlier[name])])));
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

/** Remembers what a person chose for tables of this form, in place of earlier choices of the same names. */
export async function saveChoices(w: Work, form: string, choices: Readonly<Record<string, unknown>>): Promise<void> {
  await sql`
    insert into import_mapping (account_id, header_sha256, fields, choices, updated_at)
    values (${w.scope.accountId}, ${form}, '[]', ${JSON.stringify(choices)}::jsonb, ${w.now})
    on conflict (account_id, header_sha256) do update
    set choices = import_mapping.choices || excluded.choices, updated_at = excluded.updated_at`.execute(w.tx);
}
