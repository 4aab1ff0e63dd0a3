import { say } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../../db/tx.ts';
import { NAMED, notifyOfDifferences } from '../../notifications/public.ts';
import { brokenShipments } from './shipments-invariants.views.ts';

/**
 * The nightly job that works out what is packed and shipped from single pack lists, compares it with what is stored,
 * and notifies the members of each difference.
 */
export async function checkShipments(w: Work): Promise<{ broken: number }> {
  const broken = await brokenShipments(w);
  const count = broken.length;
  if (count === 0) return { broken: 0 };
  const [about, ...others] = new Set(broken.map(({ kind, id }) => (kind === 'SHIPMENT_PLAN' ? id : null)));
  await notifyOfDifferences(w, {
    check: 'shipment-invariants',
    summary: say('notice.shipments_check', { count }),
    compared: say('notice.shipments_check_compared', { count }),
    count,
    named: broken
      .slice(0, NAMED)
      .map(({ label, invariant, detail }, i) =>
        say('notice.difference', { position: i + 1, label, invariant, detail }),
      ),
    about: about && others.length === 0 ? { type: 'SHIPMENT_PLAN', id: about } : undefined,
    mail: 'COST_CHECK',
  });
  return { broken: count };
}
