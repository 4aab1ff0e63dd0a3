import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MONTH_ENDS } from '../payables/due-events.ts';
import { TERM_EVENTS, WHOLE, percentText } from './terms.ts';
import { readTerms, termsText } from './terms-text.ts';

/** Terms in short: "30 ORDER, 70 BEFORE_SHIPPING+30", or the problem. */
const short = (text: string, meanings?: Parameters<typeof readTerms>[1]) => {
  const read = readTerms(text, meanings);
  return 'is' in read
    ? `${read.is} ${read.part}`
    : read
        .map(({ percent, event, months, days, monthEnd }) => {
          const later = months === 0 ? '' : `+${months}M`;
          const distance = days === 0 ? '' : days > 0 ? `+${days}` : String(days);
          const start = `${percent} ${event}${later}${monthEnd === 'BEFORE' ? ' EOM' : ''}`;
          return `${start}${distance}${monthEnd === 'AFTER' ? ' THEN EOM' : ''}`;
        })
        .join(', ');
};

describe('payment terms in a cell', () => {
  it.each([
    ['30% on order; 70% before shipping + 30 days', '30 ORDER, 70 BEFORE_SHIPPING+30'],
    ['30 % with the order, 70 % before shipping', '30 ORDER, 70 BEFORE_SHIPPING'],
    ['30% deposit, balance against copy of B/L', '30 ORDER, 70 SHIPPING'],
    ['Deposit 30% and 70% prior to shipment', '30 ORDER, 70 BEFORE_SHIPPING'],
    ['33,33% on order, 33,33% on shipping, 33,34% on arrival', '33.33 ORDER, 33.33 SHIPPING, 33.34 ARRIVAL'],
    ['30% T/T in advance + 70% 30 days after invoice', '30 ORDER, 70 INVOICE+30'],
    ['30% on order/70% on arrival', '30 ORDER, 70 ARRIVAL'],
    ['100% after invoice + 30 days', '100 INVOICE+30'],
    ['Net 30', '100 INVOICE+30'],
    ['net 60 days', '100 INVOICE+60'],
    ['14 days', '100 INVOICE+14'],
    ['Net 14', '100 INVOICE+14'],
    ['14 days net', '100 INVOICE+14'],
    ['100% within 14 days', '100 INVOICE+14'],
    ['zahlbar innerhalb von 14 Tagen netto', '100 INVOICE+14'],
    ['30 days end of month', '100 INVOICE EOM+30'],
    ['net 30 days after arrival', '100 ARRIVAL+30'],
    ['in advance', '100 ORDER'],
    ['30 days after delivery', '100 DELIVERY+30'],
    ['70% 14 days before arrival, 30% after inspection', '70 ARRIVAL-14, 30 INSPECTION'],
    ['100% 30 days before shipping', '100 SHIPPING-30'],
    ['10 days prior to shipment', '100 SHIPPING-10'],
    ['100% 7 Tage vor Lieferung', '100 DELIVERY-7'],
    ['Net 30 EOM', '100 INVOICE EOM+30'],
    ['100% on invoice at end of month + 15 days', '100 INVOICE EOM+15'],
    ['2 months', '100 INVOICE+2M'],
    ['Net 2 months', '100 INVOICE+2M'],
    ['30% on order; 70% 1 month after shipping', '30 ORDER, 70 SHIPPING+1M'],
    ['100% on invoice + 2 months at end of month + 10 days', '100 INVOICE+2M EOM+10'],
    ['100% end of next month after invoice', '100 INVOICE+1M EOM'],
    ['end of the following month', '100 INVOICE+1M EOM'],
    ['30 days, then end of month', '100 INVOICE+30 THEN EOM'],
    ['100% 30 days after invoice then EOM', '100 INVOICE+30 THEN EOM'],
    ['30% on order; 70% on shipping + 30 days to end of month', '30 ORDER, 70 SHIPPING+30 THEN EOM'],
    ['30% deposit, 70% 30 days after shipping, then end of month', '30 ORDER, 70 SHIPPING+30 THEN EOM'],
    ['30 Tage nach Lieferung, dann Monatsende', '100 DELIVERY+30 THEN EOM'],
    ['30% Anzahlung\n70% vor Versand', '30 ORDER, 70 BEFORE_SHIPPING'],
    ['30％定金，70％发货前', '30 ORDER, 70 BEFORE_SHIPPING'],
  ])('%j are %s', (text, terms) => expect(short(text)).toBe(terms));

  it.each([
    ['30/70', 'FORM 30/70'],
    ['14 days before', 'FORM 14 days before'],
    ['30% deposit', 'TOTAL 30% deposit'],
    ['30% on order; 70% 30 days', 'FORM 70% 30 days'],
    ['end of month', 'FORM end of month'],
    ['30%', 'FORM 30%'],
    ['30% on order; 70%', 'FORM 70%'],
    ['100% on shipping - 30 days', 'FORM 100% on shipping - 30 days'],
    ['100% 400 days before shipping', 'FORM 100% 400 days before shipping'],
    ['100% on order in 4 weeks', 'FORM 100% on order in 4 weeks'],
    ['100% on order + 25 months', 'FORM 100% on order + 25 months'],
    ['100% 2 months before shipping', 'FORM 100% 2 months before shipping'],
    ['100% on order - 2 months', 'FORM 100% on order - 2 months'],
    ['100% on order + 1 month + 2 months', 'FORM 100% on order + 1 month + 2 months'],
    ['100% on order at EOM + 30 days to end of month', 'FORM 100% on order at EOM + 30 days to end of month'],
    ['100% on order + 400 days', 'FORM 100% on order + 400 days'],
    ['120% on order', 'FORM 120% on order'],
    ['0% on order; 100% on arrival', 'FORM 0% on order'],
    ['30% on order; 60% on shipping', 'TOTAL 30% on order; 60% on shipping'],
    ['30% on order; 70% by letter of credit', 'EVENT by letter of credit'],
    [' ; ', 'FORM ;'],
  ])('%j are refused: %s', (text, problem) => expect(short(text)).toBe(problem));

  it('take the meaning that a person chose for words, before any other', () => {
    const meanings = (words: string) => (words.toLowerCase() === 'l/c at sight' ? ('SHIPPING' as const) : undefined);
    expect(short('30% on order; 70% L/C at sight', meanings)).toBe('30 ORDER, 70 SHIPPING');
    expect(short('100% on order', () => 'ARRIVAL')).toBe('100 ARRIVAL');
  });

  it('are read as they are written, whatever their shares, events and days', () => {
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: WHOLE - 1 }), { maxLength: 9 });
    fc.assert(
      fc.property(
        cuts,
        fc.infiniteStream(fc.constantFrom(...TERM_EVENTS)),
        fc.infiniteStream(fc.integer({ min: -365, max: 365 })),
        fc.infiniteStream(fc.integer({ min: 0, max: 24 })),
        fc.infiniteStream(fc.constantFrom(null, ...MONTH_ENDS)),
        (at, e, d, later, m) => {
          const points = [0, ...at.toSorted((a, b) => a - b), WHOLE];
          const terms = points.slice(1).map((point, i) => ({
            percent: percentText(point - (points[i] ?? 0)),
            event: e.next().value,
            months: later.next().value,
            days: d.next().value,
            monthEnd: m.next().value,
          }));
          expect(readTerms(termsText(terms))).toEqual(terms);
        },
      ),
    );
  });
});
