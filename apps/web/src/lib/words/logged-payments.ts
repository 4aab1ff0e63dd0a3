import { DUE_EVENTS } from '@quayside/domain/payables/due-events';
import type { T } from '../../i18n/i18n.ts';
import { dueWords } from './due-words.ts';
import { formatDay, formatMoney } from './format.ts';

/** An instalment as the audit log stores it: "30 % 3000.00 CNY INVOICE +7", or with a day in place of the event. */
const INSTALMENT = /^(?:([\d.]+) % )?(-?\d+(?:\.\d+)?) ([A-Z]{3}) (.+)$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** How the day of an instalment follows, in words: "Invoice date + 7 d". Other texts stay as they are. */
function loggedDueWords(t: T, text: string): string {
  if (DAY.test(text)) return formatDay(text);
  const [event, ...rest] = text.split(' ');
  if (event === 'NO_EVENT') return t('payments:noEvent');
  const known = DUE_EVENTS.find((one) => one === event);
  if (!known) return text;
  const at = rest.findIndex((word) => /^[+-]?\d+$/.test(word));
  const end = rest.indexOf('MONTH_END');
  return dueWords(t, t(`payments:event.${known}`), {
    months: Number(rest.find((word) => /^\+\d+M$/.test(word))?.slice(1, -1) ?? 0),
    days: Number(rest[at] ?? 0),
    // It stands where it is counted: before the days or after them.
    monthEnd: end < 0 ? null : at >= 0 && end > at ? 'AFTER' : 'BEFORE',
  });
}

/** A payment term in an entry of the audit log: "30 % ORDER +14", or with a day in place of the event. */
const TERM = /^([\d.]+) % (.+)$/;

function termWords(t: T, text: string): string {
  const [, share, due] = TERM.exec(text) ?? [];
  return share === undefined || due === undefined ? text : `${share} % ${loggedDueWords(t, due)}`;
}

/** Instalments, payment terms or a day in an entry of the audit log, in words; undefined for any other field. */
export function loggedPaymentWords(t: T, field: string, value: string): string | undefined {
  if (field === 'due') return loggedDueWords(t, value);
  if (field === 'paymentTerms')
    return value
      .split(', ')
      .map((term) => termWords(t, term))
      .join('; ');
  if (field !== 'payments') return undefined;
  return value
    .split(', ')
    .map((one) => {
      const [, share, amount, currency, due] = INSTALMENT.exec(one) ?? [];
      if (amount === undefined || currency === undefined || due === undefined) return one;
      const money = formatMoney(amount, currency, { as: 'code', zero: 'figure' });
      return `${share === undefined ? '' : `${share} % `}${money}, ${loggedDueWords(t, due)}`;
    })
    .join('; ');
}
