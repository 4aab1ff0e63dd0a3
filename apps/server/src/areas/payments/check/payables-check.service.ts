import { say } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../../db/tx.ts';
import { NAMED, notifyOfDifferences } from '../../notifications/public.ts';
import { findOpenChange } from '../rows/exchange-policy.queries.ts';
import { brokenPayables, numbersOf } from './payables-invariants.views.ts';

/**
 * The nightly job that works out all payments from what was recorded, compares the result with what is stored, and
 * notifies the members of each difference.
 */
export async function checkPayables(w: Work): Promise<{ broken: number }> {
  // Until all invoices follow a change of the exchange policy, those that do not yet look wrong.
  if (await findOpenChange(w)) return { broken: 0 };
  const broken = await brokenPayables(w);
  if (broken.length === 0) return { broken: 0 };
  const named = broken.slice(0, NAMED);
  const numbers = await numbersOf(
    w,
    named.map(({ invoiceId, id }) => invoiceId ?? id),
  );
  const count = broken.length;
  const only = new Set(broken.map(({ invoiceId }) => invoiceId));
  const [about] = only.size === 1 ? only : [null];
  await notifyOfDifferences(w, {
    check: 'payables-invariants',
    summary: say('notice.payables_check', { count }),
    compared: say('notice.payables_check_compared', { count }),
    count,
    named: named.map(({ invariant, id, invoiceId, detail }, i) =>
      say('notice.difference', {
        position: i + 1,
        label: numbers.get(invoiceId ?? id) ?? id,
        invariant,
        detail,
      }),
    ),
    about: about ? { type: 'INVOICE', id: about } : undefined,
    mail: 'COST_CHECK',
  });
  return { broken: count };
}
