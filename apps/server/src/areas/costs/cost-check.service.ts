import { todayIn } from '@quayside/domain/days/days';
import type { Work } from '../../db/tx.ts';
import { notify } from '../notifications/public.ts';
import { brokenBundles } from './bundles.service.ts';
import { type Subject, subjectsOf } from './cost-check.views.ts';
import { type BrokenInvariant, brokenInvariants } from './invariants.views.ts';

const NAMED = 10;
const WHAT_TO_DO = {
  PRODUCT: 'Open its unit cost: the explanation adds up anew what was booked on it.',
  INVOICE: 'Open the invoice and compare its lines and totals with the document.',
} as const;

/** The nightly job that compares all stored costs with a recompute and notifies the members of each difference. */
export async function checkCosts(w: Work): Promise<{ broken: number }> {
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
  const differences = broken.length === 1 ? '1 difference' : `${broken.length} differences`;
  await notify(w, {
    type: 'ERROR',
    summary: `Cost check found ${differences}`,
    message: [
      `Last night the costs of this account were worked out again from what was booked. ${differences} to what is stored; nothing was changed.`,
      ...named.map((b, i) => `${i + 1}. ${inWords(b, subjects.get(b.id))}`),
      ...(broken.length > NAMED ? [`And ${broken.length - NAMED} more.`] : []),
      'Do not rely on these figures until they are mended. What to do is in the runbook of Quayside under "The nightly check".',
    ].join('\n'),
    about: only && { type: only.type, id: only.pageId },
    mail: 'COST_CHECK',
    dedupeKey: `cost-invariants/${todayIn(w.now.getTime(), w.scope.timeZone)}`,
  });
}

const inWords = ({ invariant, id, detail }: BrokenInvariant, subject: Subject | undefined): string =>
  `${subject?.label ?? id}: ${invariant} (${detail}).${subject ? ` ${WHAT_TO_DO[subject.type]}` : ''}`;
