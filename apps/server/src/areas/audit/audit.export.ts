import type { QueryOut } from '@quayside/contracts/endpoint';
import { AUDIT_EXPORT, type exportAuditLog } from '@quayside/contracts/exports';
import { sql } from 'kysely';
import { code, type ExportValue, instant, number, textFrom } from '../../db/export-values.ts';
import type { Work } from '../../db/tx.ts';
import { chosenColumns, type ExportPlan } from '../../http/export.ts';
import { loggedRows } from './audit.views.ts';

const ofAccount = (table: string, value: string) =>
  sql`(select ${sql.raw(value)} from ${sql.raw(table)} t where t.account_id = g.account_id and t.id = coalesce(g.history_of, g.subject_ids[1]))`;
/** What it is called today, and what it was called then where it is gone. */
const THING = sql`coalesce(case
    when g.subject_type = 'product' then ${ofAccount('product', 't.sku')}
    when g.subject_type = 'supplier' then ${ofAccount('supplier', 't.company_name')}
    when g.subject_type in ('invoice', 'invoice-line') then ${ofAccount('invoice', 't.invoice_number')}
    when g.subject_type = 'import' then ${ofAccount('product_import', "t.result ->> 'fileName'")}
    when g.subject_type = 'document' then (select v.file_name from document d join document_version v on v.account_id = d.account_id and v.document_id = d.id
      and v.number = d.version_number where d.account_id = g.account_id and d.id = g.subject_ids[1])
    when g.subject_type in ('member', 'person') then (select o.name from people o where o.id = g.subject_ids[1])
  end, g.details ->> 'sku', g.details ->> 'companyName', g.details ->> 'number', g.details ->> 'fileName', g.details ->> 'email', g.details ->> 'summary')`;
/** A product's changes stand in its changelog; of everything else what the log keeps, as it keeps it. */
const CHANGES = sql`coalesce(case when g.subject_type = 'product' and cardinality(g.subject_ids) = 1 then (
    select string_agg(c.field || ': ' || coalesce(c.old_value, '') || ' → ' || coalesce(c.new_value, ''), '; ' order by c.id) from product_history c
    where c.account_id = g.account_id and c.product_id = g.subject_ids[1] and c.changed_at = g.recorded_at) end,
  (g.details - '{sha256,operationId}'::text[])::text)`;

const VALUES: Readonly<Record<keyof typeof AUDIT_EXPORT, ExportValue>> = {
  at: instant(sql`g.recorded_at`),
  who: textFrom(sql`case when g.person_id is null then 'Quayside' else p.name end`),
  action: code(sql`g.action`),
  kind: code(sql`g.subject_type`),
  thing: textFrom(THING),
  things: number(sql`cardinality(g.subject_ids)`),
  changes: textFrom(CHANGES),
};

/** The audit log as a file. */
export async function auditExport(w: Work, q: QueryOut<typeof exportAuditLog>): Promise<ExportPlan> {
  const rowsOf = await loggedRows(w, q);
  return { name: 'audit-log', columns: chosenColumns(AUDIT_EXPORT, VALUES, q.columns), rows: (columns) => rowsOf(sql.join(columns)) };
}
