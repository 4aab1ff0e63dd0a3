import { say } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../../db/tx.ts';
import type { Waiting } from '../../area.ts';

/** Uploaded invoices that nobody has confirmed yet. */
export async function listInReview(w: Work): Promise<readonly Waiting[]> {
  const { n } = await w.tx
    .selectFrom('invoice')
    .select((eb) => eb.fn.countAll<bigint>().as('n'))
    .where('account_id', '=', w.scope.accountId)
    .where('status', '=', 'REVIEW')
    .where('deleted_at', 'is', null)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (n === 0n) return [];
  return [
    {
      what: say('waiting.in_review', { count: Number(n) }),
      path: '/invoices-purchase-orders/invoices?f.status.in=REVIEW',
    },
  ];
}
