import { previewAllocation } from '@quayside/contracts/costs/allocation-preview';
import { useQueries } from '@tanstack/react-query';
import { useT } from '../../../i18n/i18n.ts';
import { formatMoney } from '../../../lib/words/format.ts';
import { call } from '../../../lib/api/call.ts';
import { useEdited } from '../editor/use-editor.ts';
import { reasonSentence } from '../line-state.tsx';
import { type BulkChange, type LineEdit, questionsOf, sumOfLines } from './bulk-edit.ts';

/** At most this many previews are requested. Lines in further groups are only counted. */
const MOST_QUESTIONS = 8;

/**
 * Describes the effect of a bulk change in sentences: over which orders the costs are spread, which lines start or stop
 * counting as costs, and which lines stay unchanged.
 */
export function useEffectWords(
  edits: readonly LineEdit[],
  change: BulkChange | undefined,
  ticked: number,
): { words: string[]; isWorking: boolean } {
  const t = useT();
  const invoice = useEdited((state) => state.record);
  const questions = questionsOf(edits).slice(0, MOST_QUESTIONS);
  const answers = useQueries({
    queries: questions.map(({ lineId, basis, scope }) => ({
      queryKey: ['costs', 'preview', invoice.id, lineId, { basis, scope }, `bulk ${invoice.version}`] as const,
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(previewAllocation, { params: { invoiceId: invoice.id, id: lineId }, body: { basis, scope }, signal }),
    })),
  });
  const words: string[] = [];
  const money = (amount: string) => formatMoney(amount, invoice.currency, { as: 'code', zero: 'figure' });
  const lines = edits.map(({ line }) => line);
  const sum = money(sumOfLines(lines, invoice.currency, (line) => line.cost.document));

  questions.forEach(({ count, basis }, index) => {
    const answer = answers[index]?.data;
    if (!answer) return;
    const layers = new Set(answer.shares.map((share) => share.layerId ?? share.product.id)).size;
    const reason = reasonSentence(t, answer, invoice);
    // The preview request names the default basis explicitly, so the preview reports missing weights. When the change
    // is applied, the default basis falls back to quantity instead.
    const isFallback =
      basis !== null && change?.of === 'costType' && answer.unassignedReason?.startsWith('MISSING') === true;
    if (isFallback) words.push(t('invoices:bulk.fallback', { count }));
    else if (reason !== undefined && layers === 0) words.push(`${t('invoices:bulk.unassigned', { count })} ${reason}`);
    else
      words.push(
        t('invoices:bulk.spread', {
          count,
          orders: t('invoices:notes.orders', { count: layers }),
          basis: t(`invoices:basisBy.${answer.basis}`),
        }),
      );
  });
  if (change?.of === 'costType') {
    const isFactory = change.costType === 'FACTORY_INVOICE';
    const orders = lines.filter((line) => line.product && (isFactory || line.costType === 'FACTORY_INVOICE')).length;
    if (orders > 0)
      words.push(t(isFactory ? 'invoices:bulk.becomeOrders' : 'invoices:bulk.loseOrders', { count: orders }));
  }
  if (change?.of === 'exclude' && edits.length > 0)
    words.push(
      t(change.isExcluded ? 'invoices:bulk.leaves' : 'invoices:bulk.joins', { count: edits.length, amount: sum }),
    );
  if (change?.of === 'tax' && edits.length > 0) {
    const tax = money(sumOfLines(lines, invoice.currency, (line) => line.taxAmount));
    words.push(
      t(change.isTaxRecoverable ? 'invoices:bulk.taxLeaves' : 'invoices:bulk.taxJoins', {
        count: edits.length,
        amount: tax,
      }),
    );
  }
  const left = ticked - edits.length;
  if (change && left > 0) words.push(t(leftWords(change), { count: left }));
  return { words, isWorking: answers.some((answer) => answer.isPending) };
}

/** Why lines stay as they are. Freight and insurance cannot go by duty. */
function leftWords(change: BulkChange) {
  if (change.of !== 'spread') return 'invoices:bulk.same' as const;
  return change.basis === 'DUTY' ? ('invoices:bulk.notByDuty' as const) : ('invoices:bulk.notSpread' as const);
}
