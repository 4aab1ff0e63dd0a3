import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { formatAmount, minorOfText, parseQuantity } from '@quayside/domain/money/money';
import type { Match } from '@quayside/domain/payables/match';
import type { T } from '../../../i18n/i18n.ts';
import { formatMoney, formatPercent, formatQuantity } from '../../../lib/words/format.ts';

type LineMatch = NonNullable<InvoiceLine['match']>;
type NamedItem = NonNullable<InvoiceLine['purchaseOrderLine']>;

/** How much the amount is above the expected one, in minor units; undefined when there is nothing to compare. */
function offOf(line: Pick<InvoiceLine, 'amount' | 'match'>, currency: string): bigint | undefined {
  const expected = minorOfText(line.match?.expectedAmount ?? '', currency);
  const amount = minorOfText(line.amount, currency);
  return expected === undefined || amount === undefined ? undefined : amount - expected;
}

/** The match that matters most: the price, unless only the quantity is off. */
export const mainMatch = (match: LineMatch): Match => match.matches[0] ?? 'EXACT';

/** Whether the line is as agreed, so that nothing has to be said about it. */
export const isAsAgreed = (match: LineMatch): boolean => match.matches.every((one) => one === 'EXACT');

/** The name of the item that a line names, such as "PO-2026-0001, line 3". */
export const itemName = (t: T, { purchaseOrder, position }: NamedItem): string =>
  t('invoices:match.item', { number: purchaseOrder.number, position });

/** The match in two or three words: "As agreed", "0.9 % over". Several are separated by a dot. */
export function matchWords(t: T, match: LineMatch): string {
  const percent = match.percent === null ? undefined : formatPercent(match.percent.replace('-', ''));
  const side = match.percent?.startsWith('-') ? 'under' : 'over';
  return match.matches
    .map((one) => {
      switch (one) {
        case 'WITHIN':
          return percent === undefined ? t('invoices:match.short.WITHIN') : t('invoices:match.within', { percent });
        case 'PRICE_OVER':
        case 'PRICE_UNDER':
          return percent === undefined ? t(`invoices:match.short.${one}`) : t(`invoices:match.${side}`, { percent });
        default:
          return t(`invoices:match.short.${one}`);
      }
    })
    .join(' · ');
}

/** What was agreed, what is invoiced, and by how much they differ, as sentences. */
export function matchSentences(t: T, line: InvoiceLine): string[] {
  const { match, purchaseOrderLine: item } = line;
  if (!match) return [];
  if (!item) return [t('invoices:match.noOrder')];
  return match.matches.flatMap((one) => {
    if (one === 'QUANTITY_OVER') return quantitySentence(t, match);
    return one === 'EXACT' ? [] : priceSentences(t, line, match, item);
  });
}

function priceSentences(t: T, line: InvoiceLine, match: LineMatch, item: NamedItem): string[] {
  const off = offOf(line, item.currency);
  if (off === undefined || match.expectedAmount === null) return [];
  const money = (amount: string) => formatMoney(amount, item.currency, { as: 'code', zero: 'figure' });
  const by = money(formatAmount(off < 0n ? -off : off, item.currency));
  const percent = match.percent === null ? '' : ` (${formatPercent(match.percent.replace('-', ''))})`;
  const figures = t(off < 0n ? 'invoices:match.lessThanAgreed' : 'invoices:match.moreThanAgreed', {
    agreed: money(match.expectedAmount),
    quantity: formatQuantity(line.quantity, 'figure'),
    price: item.unitPrice,
    amount: money(line.amount),
    by,
    percent,
  });
  return [figures, toleranceSentence(t, match, item)];
}

/** What the supplier's tolerance allows, and whether the line is inside it. */
function toleranceSentence(t: T, match: LineMatch, item: NamedItem): string {
  const { tolerance } = match;
  if (!tolerance) return '';
  const isAmount = !/^0*(\.0*)?$/.test(tolerance.priceAmount);
  const allowed = isAmount
    ? t('invoices:match.allowsBoth', {
        percent: formatPercent(tolerance.pricePercent, 2),
        amount: formatMoney(tolerance.priceAmount, item.currency, { as: 'code' }),
      })
    : t('invoices:match.allows', { percent: formatPercent(tolerance.pricePercent, 2) });
  return match.matches.includes('WITHIN')
    ? t('invoices:match.insideTolerance', { allowed })
    : t('invoices:match.outsideTolerance', { allowed });
}

function quantitySentence(t: T, { orderedQuantity, invoicedQuantity }: LineMatch): string[] {
  const [ordered, invoiced] = [parseQuantity(orderedQuantity ?? ''), parseQuantity(invoicedQuantity ?? '')];
  if (!ordered.ok || !invoiced.ok || orderedQuantity === null || invoicedQuantity === null) return [];
  return [
    t('invoices:match.quantityOver', {
      invoiced: formatQuantity(invoicedQuantity, 'figure'),
      ordered: formatQuantity(orderedQuantity, 'figure'),
    }),
  ];
}
