import { type RawBuilder, sql } from 'kysely';
import { cappedCount, countBeside, pageWindow } from '../db/paging.ts';
import type { Work } from '../db/tx.ts';
import type { AuditRow } from './audit-actions.ts';

/** A row of the audit log as a history shows it. */
export interface LoggedChange extends AuditRow {
  readonly id: string;
  readonly personId: string | null;
  readonly at: Date;
}
interface HistoryQuery {
  readonly page?: number | undefined;
  readonly size: number;
  readonly offset?: number | undefined;
  readonly sort?: readonly { readonly direction: 'asc' | 'desc' }[] | undefined;
}

interface Logged {
  readonly rows: LoggedChange[];
  readonly count: number;
  readonly window: ReturnType<typeof pageWindow>;
}

/** One page of the audit rows about one record, its lines and its documents. */
export const listLogged = (w: Work, recordId: string, q: HistoryQuery): Promise<Logged> =>
  pageOfLogged(w, sql`history_of = ${recordId}`, q);

/** One page of the audit rows with the ids that a query finds. */
export const listLoggedAmong = (w: Work, ids: RawBuilder<string>, q: HistoryQuery): Promise<Logged> =>
  pageOfLogged(w, sql`id in ${ids}`, q);

async function pageOfLogged(w: Work, which: RawBuilder<unknown>, q: HistoryQuery): Promise<Logged> {
  const window = pageWindow(q);
  const logged = w.tx.selectFrom('audit_log').where('account_id', '=', w.scope.accountId).where(sql<boolean>`${which}`);
  const direction = q.sort?.[0]?.direction ?? 'desc';
  const rows = await logged
    .select([
      'id',
      'person_id as personId',
      'action',
      'subject_ids as subjectIds',
      'history_of as historyOf',
      'details',
      'recorded_at as at',
    ])
    .orderBy('recorded_at', direction)
    .orderBy('id', direction)
    .limit(window.size)
    .offset(window.offset)
    .execute();
  return { rows, count: await countBeside(rows, window, () => cappedCount(w.tx, logged.select('id'))), window };
}
