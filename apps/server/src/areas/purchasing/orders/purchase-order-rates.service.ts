import { say } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../../db/tx.ts';
import { changed, recordEach } from '../../../events/outbox.ts';
import type { Reactions } from '../../../events/reactions.ts';
import { notify } from '../../notifications/public.ts';
import { clearRates } from '../rows/purchase-orders.queries.ts';

/**
 * Removes the exchange rates of all purchase orders when the account gets another currency, and notifies the members: a
 * rate that converted into the former currency would silently convert into the new one.
 */
async function removeRates(w: Work, { from, to }: { readonly from: string; readonly to: string }): Promise<void> {
  const cleared = await clearRates(w);
  if (cleared.length === 0) return;
  await recordEach(
    w,
    cleared.map(({ id, rate }) => ({
      action: 'purchase-order.changed',
      subjectIds: [id],
      historyOf: id,
      details: { changes: [{ field: 'rate', from: rate, to: null }], lines: [] },
    })),
    changed(
      'purchase-orders',
      cleared.map(({ id }) => id),
    ),
  );
  await notify(w, {
    type: 'ACTION_NEEDED',
    summary: say('notice.order_rates_removed', { count: cleared.length }),
    message: [say('notice.order_rates_removed_why', { from, to })],
  });
}

export const currencyReactions: Reactions = { 'account.currency-changed': removeRates };
