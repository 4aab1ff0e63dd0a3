import { say, type Text } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../../db/tx.ts';
import { NAMED, notifyOfDifferences } from '../../notifications/public.ts';
import { brokenBundles } from '../ledger/bundles.service.ts';
import { shareWhatIsStranded } from '../ledger/costs.service.ts';
import { type Subject, subjectsOf } from './cost-check.views.ts';
import { type BrokenInvariant, brokenInvariants } from './invariants.views.ts';

const DIFFERENCE = { PRODUCT: 'notice.product_difference', INVOICE: 'notice.invoice_difference' } as const;

/**
 * The nightly job that recomputes all costs, compares them with the stored ones, and notifies the members of each
 * difference.
 */
export async function checkCosts(w: Work): Promise<{ broken: number }> {
  await shareWhatIsStranded(w);
  const broken = [...(await brokenInvariants(w)), ...(await brokenBundles(w))];
  if (broken.length > 0) await notifyMembers(w, broken);
  return { broken: broken.length };
}

async function notifyMembers(w: Work, broken: readonly BrokenInvariant[]): Promise<void> {
  const named = broken.slice(0, NAMED);
  const subjects = await subjectsOf(
    w,
    named.map((b) => b.id),
  );
  const only = broken.length === 1 ? subjects.get(broken[0]?.id ?? '') : undefined;
  const count = broken.length;
  await notifyOfDifferences(w, {
    check: 'cost-invariants',
    summary: say('notice.cost_check', { count }),
    compared: say('notice.cost_check_compared', { count }),
    count,
    named: named.map((b, i) => differenceText(i + 1, b, subjects.get(b.id))),
    about: only && { type: only.type, id: only.pageId },
    mail: 'COST_CHECK',
  });
}

const differenceText = (
  position: number,
  { invariant, id, detail }: BrokenInvariant,
  subject: Subject | undefined,
): Text =>
  say(subject ? DIFFERENCE[subject.type] : 'notice.difference', {
    position,
    label: subject?.label ?? id,
    invariant,
    detail,
  });
