import { sql } from 'kysely';
import { cappedCount, countBeside, pageWindow } from '../../db/paging.ts';
import type { Work } from '../../db/tx.ts';
import type { QueryOf } from './invoices.types.ts';

// Reads the audit log and the labels of the ids in it. Nothing is written here.

export interface LoggedChange {
  readonly id: string;
  readonly personId: string | null;
  readonly action: string;
  readonly subjectIds: readonly string[];
  readonly details: unknown;
  readonly at: Date;
}

/** One page of the audit rows of an invoice, its lines and its documents. */
export async function listLogged(
  w: Work,
  invoiceId: string,
  q: QueryOf<'listInvoiceHistory'>,
): Promise<{ rows: LoggedChange[]; count: number; window: ReturnType<typeof pageWindow> }> {
  const window = pageWindow(q);
  const logged = w.tx
    .selectFrom('audit_log')
    .where('account_id', '=', w.scope.accountId)
    .where('history_of', '=', invoiceId);
  const direction = q.sort?.[0]?.direction ?? 'desc';
  const rows = await logged
    .select(['id', 'person_id as personId', 'action', 'subject_ids as subjectIds', 'details', 'recorded_at as at'])
    .orderBy('recorded_at', direction)
    .orderBy('id', direction)
    .limit(window.size)
    .offset(window.offset)
    .execute();
  return { rows, count: await countBeside(rows, window, () => cappedCount(w.tx, logged.select('id'))), window };
}

/** The current labels of the ids in the log, including those of deleted rows. */
export interface Words {
  readonly lines: ReadonlyMap<string, { readonly position: number; readonly invoiceNumber: string }>;
  /** Suppliers by name, products by SKU, invoices and orders by number. */
  readonly labels: ReadonlyMap<string, string>;
}

export async function wordsFor(w: Work, ids: readonly string[]): Promise<Words> {
  if (ids.length === 0) return { lines: new Map(), labels: new Map() };
  const { accountId } = w.scope;
  const any = sql`${sql.val([...new Set(ids)])}::uuid[]`;
  const lines = await sql<{ id: string; position: number; number: string }>`
    select l.id, l.position, i.invoice_number as number from invoice_line l join invoice i on i.account_id = l.account_id and i.id = l.invoice_id
    where l.account_id = ${accountId} and l.id = any(${any})`.execute(w.tx);
  const labels = await sql<{ id: string; label: string }>`
    select id, company_name as label from supplier where account_id = ${accountId} and id = any(${any})
    union all (select distinct on (history_of) history_of, details ->> 'companyName' from audit_log g
      where g.account_id = ${accountId} and g.history_of = any(${any}) and g.action = 'supplier.merged-away'
        and not exists (select from supplier s where s.account_id = g.account_id and s.id = g.history_of)
      order by history_of, recorded_at desc)
    union all select id, sku from product where account_id = ${accountId} and id = any(${any})
    union all select id, invoice_number from invoice where account_id = ${accountId} and id = any(${any})
    union all select id, number from cost_layer where account_id = ${accountId} and id = any(${any})`.execute(w.tx);
  return {
    lines: new Map(lines.rows.map((r) => [r.id, { position: r.position, invoiceNumber: r.number }])),
    labels: new Map(labels.rows.map((r) => [r.id, r.label])),
  };
}
