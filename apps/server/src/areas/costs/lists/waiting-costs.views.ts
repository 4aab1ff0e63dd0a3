import { say } from '@quayside/contracts/texts/catalogue';
import { moneyWords } from '@quayside/domain/money/money';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import type { Waiting } from '../../area.ts';
import { INVOICES } from '../../invoices/facts.ts';

/** Invoice lines whose costs are not assigned to products, with their sum in each currency. */
export async function listUnassigned(w: Work): Promise<readonly Waiting[]> {
  const { rows } = await sql<{ currency: string; lines: string; amount: string }>`
    select i.currency, sum(t.unassigned_line_count)::text as lines, sum(t.unassigned_minor)::text as amount
    from ${INVOICES} i join invoice_total t on t.account_id = i.account_id and t.invoice_id = i.id
    where i.account_id = ${w.scope.accountId} and i.deleted_at is null and i.status <> 'REVIEW'
      and t.unassigned_line_count > 0
    group by i.currency order by i.currency`.execute(w.tx);
  if (rows.length === 0) return [];
  return [
    {
      what: say('waiting.unassigned', { count: rows.reduce((sum, { lines }) => sum + Number(lines), 0) }),
      detail: rows.map(({ amount, currency }) => moneyWords(BigInt(amount), currency)).join(', '),
      path: '/transactions/reconciliation',
    },
  ];
}
