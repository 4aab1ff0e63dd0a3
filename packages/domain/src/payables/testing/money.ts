import { parseAmount, parseRate, type Rate } from '../../money/money.ts';
import type { Instalment } from '../instalments.ts';

/** Parses an amount that is written with or without separators, such as "10,000.00". */
export function minor(text: string, currency = 'CNY'): bigint {
  const parsed = parseAmount(text.replaceAll(',', ''), currency);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.message.code}`);
  return parsed.value;
}

/** Parses several amounts of a text, separated by spaces. */
export const minors = (text: string, currency = 'CNY'): bigint[] =>
  text
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => minor(part, currency));

/** Parses a rate that is known to be valid. */
export function rateOf(text: string): Rate {
  const parsed = parseRate(text);
  if (!parsed.ok) throw new Error(parsed.message.code);
  return parsed.value;
}

/** Instalments by percents: "30 3000.00 3000.00" is 30 %, the amount and what is settled. "-" is no percent. */
export const instalments = (...texts: readonly string[]): Instalment[] =>
  texts.map((text, place) => {
    const [percent = '', amount = '0', settled = '0'] = text.split(' ');
    return {
      id: String(place + 1),
      hundredths: percent === '-' ? null : Math.round(Number(percent) * 100),
      amountMinor: minor(amount),
      settledMinor: minor(settled),
    };
  });
