import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import { isDayFar } from '@quayside/domain/days/days';
import { invoiceRateWarning } from '@quayside/domain/invoices/warnings';
import { moneyWords, parseRate } from '@quayside/domain/money/money';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { findProposal } from '../../rates/public.ts';
import { sameNumberTexts } from './invoice-duplicates.service.ts';
import { isGoodsOfOthersOnly, listOverCredited } from './invoice-warnings.views.ts';
import type { InvoiceLine, InvoiceWithLines } from '../invoices.types.ts';
import type { InvoiceHead } from '../lists/invoices.views.ts';

type Code = InvoiceWithLines['warnings'][number]['code'];
interface Facts {
  readonly lines: readonly InvoiceLine[];
  readonly duplicates: InvoiceWithLines['duplicates'];
  readonly isPaired: boolean;
}

/** What a person should look at before the invoice is confirmed. It refuses nothing. A closed invoice has none. */
export async function warningsOf(w: Work, head: InvoiceHead, facts: Facts): Promise<InvoiceWithLines['warnings']> {
  if (head.status === 'CLOSED') return [];
  const found: (readonly [Code, Text])[] = [
    ...(await rateWarnings(w, head)),
    ...dayWarnings(w, head),
    ...sameNumberTexts(facts.duplicates).map((text) => ['SAME_NUMBER', text] as const),
    ...(await creditWarnings(w, head)),
    ...(await factoryWarnings(w, head, facts)),
  ];
  return found.map(([code, text]) => ({ code, message: wordsOf(text, w.scope.language) }));
}

async function rateWarnings(w: Work, head: InvoiceHead): Promise<(readonly [Code, Text])[]> {
  const [from, to] = [head.currency, w.scope.currency];
  if (from === to || head.rate === null) return [];
  const proposal = await findProposal(w, { from, to, on: head.date, checkedInvoiceId: head.id });
  const [rate, known] = [parseRate(head.rate), parseRate(proposal?.rate ?? '')];
  const code = rate.ok && known.ok ? invoiceRateWarning(rate.value, known.value) : null;
  if (!code || !proposal) return [];
  const values = { rate: head.rate, known: proposal.rate, day: proposal.day, from, to };
  return [[code, code === 'RATE_FAR' ? say('invoices.rate_far', values) : say('invoices.rate_swapped', values)]];
}

/** Once it is confirmed, the day of an invoice grows old by itself. */
function dayWarnings(w: Work, { date, status }: InvoiceHead): (readonly [Code, Text])[] {
  if (status === 'OPEN' || !isDayFar(date, todayOf(w))) return [];
  return [['DAY_FAR', say('invoices.day_far', { day: date })]];
}

async function creditWarnings(w: Work, head: InvoiceHead): Promise<(readonly [Code, Text])[]> {
  if (head.kind !== 'CREDIT_NOTE') return [];
  return (await listOverCredited(w, head.id)).map((line) => [
    'CREDIT_OVER',
    say('invoices.credit_over', {
      position: line.position,
      number: line.number,
      amount: moneyWords(line.amountMinor, head.currency),
      credited: moneyWords(-line.creditedMinor, head.currency),
    }),
  ]);
}

async function factoryWarnings(
  w: Work,
  head: InvoiceHead,
  { lines, isPaired }: Facts,
): Promise<(readonly [Code, Text])[]> {
  const isAllFactory =
    head.kind === 'INVOICE' &&
    lines.length > 0 &&
    lines.every(({ costType, product }) => costType === 'FACTORY_INVOICE' && product === null);
  if (!isPaired || !isAllFactory || !(await isGoodsOfOthersOnly(w, head))) return [];
  return [['ALL_FACTORY', say('invoices.all_factory')]];
}
