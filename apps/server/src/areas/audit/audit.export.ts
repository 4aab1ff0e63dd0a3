import type { QueryOut } from '@quayside/contracts/endpoint';
import { say } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import { AUDIT_EXPORT, type exportAuditLog } from '@quayside/contracts/exports';
import { type RawBuilder, sql } from 'kysely';
import { code, type ExportValue, instant, number, text } from '../../db/export-values.ts';
import type { Scope, Work } from '../../db/tx.ts';
import { detailsOf } from '../../events/audit-details.ts';
import { chosenColumns, type ExportPlan } from '../../http/export.ts';
import { tellEntries, type ToldEntry } from './audit.service.ts';
import { type Logged, loggedBatches } from './audit.views.ts';

const VALUES: Readonly<Record<keyof typeof AUDIT_EXPORT, ExportValue>> = {
  at: instant(sql`g.at`),
  who: text(sql`g.who`),
  action: code(sql`g.action`),
  kind: code(sql`g.kind`),
  thing: text(sql`g.thing`),
  things: number(sql`g.things`),
  changes: text(sql`g.changes`),
};

/**
 * The changes of an entry as the text of one cell: each field with its old and new value, or only the names of the
 * fields if the log has no values.
 */
function changesIn({ changes, fields }: ToldEntry, { language }: Scope): string {
  const told = changes.map(({ line, field, from, to }) => {
    const position = line?.position;
    const what = position ? wordsOf(say('audit.field_of_line', { position, field }), language) : field;
    return `${what}: ${from ?? ''} → ${to ?? ''}`;
  });
  return (told.length > 0 ? told : fields).join('; ');
}

/**
 * Exports the audit log, with the same entries as the screen, because both convert rows with `tellEntries`. That
 * function can read the rows of all earlier releases.
 */
export function auditExport(w: Work, q: QueryOut<typeof exportAuditLog>): ExportPlan {
  return {
    name: 'audit-log',
    columns: chosenColumns(AUDIT_EXPORT, VALUES, q.columns),
    rows: (columns) => rowsOf(w, q, sql.join(columns)),
  };
}

async function* rowsOf(
  w: Work,
  q: QueryOut<typeof exportAuditLog>,
  columns: RawBuilder<unknown>,
): AsyncGenerator<RawBuilder<unknown>> {
  const bySystem = wordsOf(say('audit.by_system'), w.scope.language);
  for await (const batch of loggedBatches(w, q)) {
    const entries = await tellEntries(w, batch);
    const all = (of: (entry: ToldEntry, n: number) => string | number | null) => sql.val(entries.map(of));
    yield sql`
      select ${columns}
      from unnest(
        ${all((e) => e.at)}::timestamptz[], ${all((e) => e.who?.name ?? bySystem)}::text[],
        ${all((e) => e.action)}::text[], ${all((e) => e.kind)}::text[],
        ${all((e, n) => e.things[0]?.label ?? detailsOf(batch[n] as Logged).name)}::text[],
        ${all((e) => e.thingCount)}::int[], ${all((e) => changesIn(e, w.scope) || null)}::text[]
      ) with ordinality as g (at, who, action, kind, thing, things, changes, n)
      order by g.n`;
  }
}
