import { MAX_DUE_DAYS, MAX_DUE_MONTHS, type MonthEnd } from '../payables/due-events.ts';
import { hundredthsOf, leftOf, percentText, TERM_EVENTS, type TermEvent } from './terms.ts';

// Payment terms as the text of one cell: "30% on order; 70% before shipping + 30 days".

interface Term {
  readonly percent: string;
  readonly event: TermEvent;
  readonly months: number;
  /** Negative before the event. */
  readonly days: number;
  readonly monthEnd: MonthEnd | null;
}

/** The words by which the text of a cell names each event. Exports write them, and imports read them. */
export const EVENT_WORDS: Readonly<Record<TermEvent, string>> = {
  ORDER: 'on order',
  BEFORE_SHIPPING: 'before shipping',
  SHIPPING: 'on shipping',
  ARRIVAL: 'on arrival',
  INVOICE: 'on invoice',
  DELIVERY: 'on delivery',
  INSPECTION: 'on inspection',
};
/** The words for an event after "days before". */
export const EVENT_NOUNS: Readonly<Record<TermEvent, string>> = {
  ORDER: 'order',
  BEFORE_SHIPPING: 'goods ready',
  SHIPPING: 'shipping',
  ARRIVAL: 'arrival',
  INVOICE: 'invoice',
  DELIVERY: 'delivery',
  INSPECTION: 'inspection',
};

/** Payment terms as the text of one cell; empty when none are agreed. */
export const termsText = (terms: readonly Term[]): string =>
  terms
    .map(({ percent, event, months, days, monthEnd }) => {
      const distance = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`;
      const later = months === 0 ? '' : ` + ${months} ${months === 1 ? 'month' : 'months'}`;
      const start = `${later}${monthEnd === 'BEFORE' ? ' at end of month' : ''}`;
      const end = monthEnd === 'AFTER' ? ' to end of month' : '';
      if (days < 0) return `${percent}% ${distance} before ${EVENT_NOUNS[event]}${start}${end}`;
      return `${percent}% ${EVENT_WORDS[event]}${start}${days === 0 ? '' : ` + ${distance}`}${end}`;
    })
    .join('; ');

/** Other words for the events, in the languages of trade. Words such as "on" or "after" before them are left out. */
const SYNONYMS: Readonly<Record<TermEvent, string>> = {
  ORDER:
    'order|the order|order confirmation|ordering|placing order|purchase order|po|deposit|down payment|advance|' +
    'in advance|advance payment|prepayment|bestellung|auftrag|anzahlung|vorkasse|commande|acompte|pedido|ordine|' +
    '订单|下单|定金|订金|预付',
  BEFORE_SHIPPING:
    'before shipping|before shipment|prior to shipping|prior to shipment|before dispatch|goods are ready|goods ready|' +
    'vor versand|vor verschiffung|avant expédition|antes del envío|prima della spedizione|发货前|出货前|装运前',
  SHIPPING:
    'shipping|shipment|dispatch|bill of lading|copy of bill of lading|b/l|bl|copy of b/l|b/l copy|versand|' +
    'verschiffung|expédition|envío|spedizione|发货|出货|装运|提单',
  ARRIVAL: 'arrival|arrival at port|ankunft|arrivée|llegada|arrivo|到港|到货',
  INVOICE:
    'invoice|the invoice|invoice date|date of invoice|receipt of invoice|rechnung|rechnungsdatum|facture|factura|' +
    'fattura|发票|开票',
  DELIVERY:
    'delivery|receipt|receipt of goods|receipt of the goods|wareneingang|lieferung|livraison|entrega|consegna|' +
    '交货|收货',
  INSPECTION:
    'inspection|the inspection|passed inspection|inspection passed|quality inspection|qc|qc passed|inspektion|' +
    'abnahme|inspección|ispezione|检验|验货',
};
const BY_WORD: ReadonlyMap<string, TermEvent> = new Map(
  TERM_EVENTS.flatMap((event) => SYNONYMS[event].split('|').map((word): [string, TermEvent] => [word, event])),
);

/**
 * Why a cell could not be read. FORM: `part` is no share. EVENT: nobody knows what the words of `part` mean. TOTAL: the
 * shares do not add up to 100 %. MANY: there are more shares than a supplier can have.
 */
export interface TermsProblem {
  readonly is: 'FORM' | 'EVENT' | 'TOTAL' | 'MANY';
  readonly part: string;
}

const MOST_TERMS = 10;
const TO_MONTH_END = 'to end of month';
const NUMBER = String.raw`\d{1,3}(?:[.,]\d+)?`;
/** Between two shares: a semicolon, a line end, a comma that is no decimal comma, or a word such as "and". */
const BETWEEN = new RegExp(
  `[;\\n、]|,(?!\\d)|(?<!\\d),|\\s(?:and|then|und|dann|et|puis|y|e)\\s(?=[^;]*%)|[+/](?=\\s*${NUMBER}\\s*%)`,
  'u',
);
const PERCENT = new RegExp(`(${NUMBER})\\s*%`, 'gu');
const DAY = String.raw`(?:days?|tage?n?|jours?|d[ií]as?|giorn[oi]|天|日)`;
const DAYS = new RegExp(
  String.raw`(?:\+\s*)?(\d{1,4})\s*(?:calendar\s+)?(?:${DAY}|d)(?![a-z])|\+\s*(\d{1,4})\s*$`,
  'giu',
);
const NET_DAYS = new RegExp(String.raw`\bnet(?:to)?\s+(\d{1,4})\b(?:\s*${DAY}(?![a-z]))?`, 'giu');
/** Days before an event must not be read as days after it. */
const EARLIER = new RegExp(
  String.raw`(\d{1,4})\s*${DAY}\s*` +
    String.raw`(?:before|prior(?:\s+to)?|vor|avant|antes(?:\s+del?)?|prima(?:\s+del(?:la)?)?)(?![\p{L}])\s*`,
  'giu',
);
const MONTH = String.raw`(?:months?|monate?n?|mois|mes(?:es|i|e)?|个月)`;
const MONTHS = new RegExp(String.raw`(?:\+\s*)?(\d{1,4})\s*(?:calendar\s+)?${MONTH}(?![\p{L}])`, 'giu');
/**
 * Whether a dash means "minus" or only separates the days, nobody knows. Months are only counted after an event.
 */
const MINUS = new RegExp(
  String.raw`[-–−]\s*\d{1,4}\s*(?:${DAY}|${MONTH}|d)?\s*$|(?:${DAY}|${MONTH})\s*前|` +
    String.raw`${MONTH}\s*(?:before|prior|vor|avant|antes|prima)(?![\p{L}])`,
  'iu',
);
const END_OF_MONTH =
  String.raw`(?:end\s+of\s+(?:the\s+)?month|month[\s-]end|e\.?o\.?m)\b\.?|` +
  String.raw`monatsende\b|fin de mois\b|fin de mes\b|fine mese\b|月末|月底`;
const MONTH_END = new RegExp(String.raw`(?<![\p{L}])(?:at\s+|from\s+|zum\s+)?(?:the\s+)?(?:${END_OF_MONTH})`, 'giu');
const NEXT_MONTH_END = /(?<![\p{L}])(?:at\s+)?(?:the\s+)?end\s+of\s+(?:the\s+)?(?:next|following)\s+month\b/giu;
/** The end of the month after the days: "30 days, then end of month", "30 days to end of month". */
const THEN_MONTH_END = new RegExp(
  String.raw`\s*(?:,\s*)?(?<![\p{L}])(?:then|to|until|till|dann|bis|puis|luego|poi)\s+` +
    String.raw`(?:at\s+|zum\s+)?(?:the\s+)?(?:${END_OF_MONTH})`,
  'giu',
);
const REST = /\b(?:balance|rest|remainder|remaining|remain|restbetrag|solde|saldo)\b|余款|尾款/giu;
/** What may stand around days that are all the words: "within 14 days", "14 days net". */
const ONLY_DAYS = /^(?:(?:within|in|innerhalb(?: von)?|binnen|sous|à|entro|dentro de|en)\b\s*)?(?:net(?:to)?)?$/iu;
/** Words around the event that say nothing about it. */
const FILLERS = /\b(?:t\/t|tt|payment|paid|payable|due|zahlbar)\b/giu;
const LINK_WORDS = 'on|upon|at|with|after|against|from|of|by|bei|nach|mit|ab|gegen|à la|à|après|al|con|在';
const LINKS = new RegExp(String.raw`^(?:(?:${LINK_WORDS})\s+|[+:·–-]\s*)+`, 'iu');

/**
 * Reads payment terms from the text of a cell. Shares are separated by semicolons, commas, lines or "and". Each has a
 * percentage, an event, and possibly days before or after it or the end of its month; the last one can be the balance.
 * A single share without a percentage is 100 %, and days alone count from the invoice. `meaningOf` is asked about the
 * words of an event first: what a person chose them to mean.
 */
export function readTerms(
  text: string,
  meaningOf: (words: string) => TermEvent | undefined = () => undefined,
): readonly Term[] | TermsProblem {
  const parts = text
    .normalize('NFKC')
    // What follows the days belongs to them, whatever stands between.
    .replace(THEN_MONTH_END, ` ${TO_MONTH_END}`)
    .split(BETWEEN)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const terms: Term[] = [];
  for (const part of parts) {
    const read = readTerm(part, terms, parts.length, meaningOf);
    if ('is' in read) return read;
    terms.push(read);
  }
  if (terms.length === 0) return { is: 'FORM', part: text.trim() };
  if (terms.length > MOST_TERMS) return { is: 'MANY', part: text.trim() };
  return leftOf(terms.map(({ percent }) => percent)) === 0 ? terms : { is: 'TOTAL', part: text.trim() };
}

function readTerm(
  part: string,
  before: readonly Term[],
  count: number,
  meaningOf: (words: string) => TermEvent | undefined,
): Term | TermsProblem {
  const form: TermsProblem = { is: 'FORM', part };
  const percents = [...part.matchAll(PERCENT)];
  const isRest = new RegExp(REST.source, REST.flags).test(part);
  const share =
    percents.length === 1
      ? hundredthsOf((percents[0]?.[1] ?? '').replace(',', '.'))
      : percents.length > 1
        ? undefined
        : restOf(before, isRest, count);
  if (share === undefined || MINUS.test(part)) return form;
  const distance = readDistance(part.replace(PERCENT, ' '));
  if (distance === undefined) return form;
  const { words, isNet, ...counted } = distance;
  const said = words.replace(/\s+/g, ' ').replace(/^[\s:+–-]+|[\s:+–-]+$/g, '');
  const bare = said.replace(REST, ' ').replace(FILLERS, ' ').replace(/\s+/g, ' ').trim();
  // "Net 30" and "30 days" are the trade's short forms for 30 days after the invoice. Among several shares, days alone
  // may count from anything.
  const isShort = isNet
    ? bare === ''
    : count === 1 && (counted.days ?? counted.months ?? -1) >= 0 && ONLY_DAYS.test(bare);
  const event = eventOf(said, bare, isShort, meaningOf);
  if (event === undefined) return bare === '' ? form : { is: 'EVENT', part: said };
  return {
    percent: percentText(share),
    event,
    months: counted.months ?? 0,
    days: counted.days ?? 0,
    monthEnd: counted.monthEnd,
  };
}

interface Distance {
  readonly months: number | undefined;
  readonly days: number | undefined;
  readonly monthEnd: MonthEnd | null;
  readonly isNet: boolean;
  /** What is left of the part. */
  readonly words: string;
}

/** How far from its event a part is due; undefined when it says so twice, too far away, or with other numbers. */
function readDistance(part: string): Distance | undefined {
  const [days, months, monthEnds]: [number[], number[], Set<MonthEnd>] = [[], [], new Set()];
  let isNet = false;
  const words = part
    .replace(TO_MONTH_END, () => {
      monthEnds.add('AFTER');
      return ' ';
    })
    .replace(NEXT_MONTH_END, () => {
      months.push(1);
      monthEnds.add('BEFORE');
      return ' ';
    })
    .replace(MONTH_END, () => {
      monthEnds.add('BEFORE');
      return ' ';
    })
    .replace(MONTHS, (_, n: string) => {
      months.push(Number(n));
      return ' ';
    })
    .replace(EARLIER, (_, n: string) => {
      days.push(-Number(n));
      return ' ';
    })
    .replace(NET_DAYS, (_, n: string) => {
      days.push(Number(n));
      isNet = true;
      return ' ';
    })
    .replace(DAYS, (_, n: string | undefined, plain: string | undefined) => {
      days.push(Number(n ?? plain));
      return ' ';
    });
  const isTwice = days.length > 1 || months.length > 1 || monthEnds.size > 1;
  const isFar = Math.abs(days[0] ?? 0) > MAX_DUE_DAYS || (months[0] ?? 0) > MAX_DUE_MONTHS;
  if (isTwice || isFar || /\d/.test(words)) return undefined;
  return { months: months[0], days: days[0], monthEnd: [...monthEnds][0] ?? null, isNet, words };
}

/** The share of a part that names no percentage: the balance, or all of a single part. */
function restOf(before: readonly Term[], isRest: boolean, count: number): number | undefined {
  const left = leftOf(before.map(({ percent }) => percent));
  return (isRest || count === 1) && left > 0 ? left : undefined;
}

function eventOf(
  said: string,
  bare: string,
  isShort: boolean,
  meaningOf: (words: string) => TermEvent | undefined,
): TermEvent | undefined {
  const meant = meaningOf(said);
  if (meant !== undefined) return meant;
  if (isShort) return 'INVOICE';
  const whole = bare
    .toLowerCase()
    .replace(/\bnet(?:to)?\b/gu, '')
    .replace(/[.:]+$/, '')
    .trim();
  return BY_WORD.get(whole) ?? BY_WORD.get(whole.replace(LINKS, '').trim());
}
