import { cappedCount, countBeside, pageWindow } from '../db/paging.ts';
import type { Work } from '../db/tx.ts';
import type { AuditRow } from './audit-actions.ts';

interface LoggedChange extends AuditRow {
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

/** One page of the audit rows about one record, its lines and its documents. */
export async function listLogged(
  w: Work,
  recordId: string,
  q: HistoryQuery,
): Promise<{ rows: LoggedChange[]; count: number; window: ReturnType<typeof pageWindow> }> {
  const window = pageWindow(q);
  const logged = w.tx
    .selectFrom('audit_log')
    .where('account_id', '=', w.scope.accountId)
    .where('history_of', '=', recordId);
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
