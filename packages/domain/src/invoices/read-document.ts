import { exponentOf, isCurrency, CURRENCIES, symbolOf } from '../money/currencies.ts';
import { evidenceOf, type NumberReading, readInColumn, readingOf } from '../money/number-text.ts';
import { amountsIn, canonical, currenciesOf, type WrittenAmount } from './document-amounts.ts';
import { daysIn, type WrittenDay } from './document-days.ts';
import type { ReadValue } from './document-text.ts';
import { numberKey } from './document-words.ts';
import { fieldOfHeading } from './line-headings.ts';
import { columnsOf, linesOf, overlapOf, type PageLine } from './page-lines.ts';
import { type Label, type Labelled, type LabelKind, labelsOf } from './reading-labels.ts';
import { readSellers } from './read-sellers.ts';
import { type LineTable, readTable } from './read-table.ts';

/**
 * What was read in the document of an invoice. Several values of one field are all possible, the most likely first; a
 * single one was found without a contradiction.
 */
interface DocumentReading {
  readonly numbers: readonly ReadValue[];
  readonly dates: readonly ReadValue[];
  /** The days on which the document says that it is to be paid. */
  readonly dueDates: readonly ReadValue[];
  readonly currencies: readonly ReadValue[];
  /** Decimal strings, with a minus where the document has one. */
  readonly totals: readonly ReadTotal[];
  /** The names of companies that may have written the document. */
  readonly sellers: readonly ReadValue[];
  readonly lines: LineTable | null;
}

/** A total, with the currency that is written beside it; null where none or a sign of several is. */
interface ReadTotal extends ReadValue {
  readonly currency: string | null;
}

/** What is known about the account that reads the document. */
export interface ReaderFacts {
  /** The names of the account's own company, which receives the document. */
  readonly ownNames: readonly string[];
  /** The currencies that the account uses. They decide what a sign of several currencies means. */
  readonly currencies: readonly string[];
}

const MOST = 4;
/** Header and totals are on the first or last pages, also of a document with many pages of lines. */
const [FIRST_PAGES, LAST_PAGES] = [8, 2];
const [FIRST_DAY, LAST_DAY] = ['2000-01-01', '2099-12-31'];

/** Reads number, date, currency, total, seller and lines in the text of a document. It guesses nothing. */
export function readDocument(pages: readonly string[], facts: ReaderFacts): DocumentReading {
  const lines = linesOf(pages);
  const found = readTable(lines);
  const head = lines
    .filter(({ page }) => page <= FIRST_PAGES || page > pages.length - LAST_PAGES)
    .map((line): Labelled => {
      const isInTable = found?.lines.has(line) === true;
      return { line, isInTable, labels: isInTable ? [] : labelsOf(line) };
    });
  const order = orderOf(head.flatMap(({ line }) => daysIn(line.text)));
  const totals = totalsOf(head);
  const currencies = readCurrencies(head, totals, found?.table.headings ?? [], facts);
  return {
    numbers: readNumbers(head).slice(0, MOST),
    dates: readDates(head, order).slice(0, MOST),
    dueDates: readDueDates(head, order).slice(0, MOST),
    currencies: currencies.slice(0, MOST),
    totals: inOrder(readTotals(head, totals, currencies, facts), currencies, sumsOf(found?.table)).slice(0, MOST),
    sellers: readSellers(head, facts.ownNames),
    lines: found?.table ?? null,
  };
}

/** The place of a value beside or below a label: a part of a line. */
interface Place {
  readonly line: PageLine;
  readonly text: string;
  /** Where the text begins in the line. */
  readonly index: number;
}

/** The rest of the line behind a label, up to the next label. */
function placeBeside({ line, labels }: Labelled, label: Label): Place {
  const next = labels.find(({ start }) => start >= label.end);
  return { line, text: line.text.slice(label.end, next?.start), index: label.end };
}

/** The cell below a label: in the next line of the page, or in the one after it if nothing stands between. */
function placeBelow(head: readonly Labelled[], at: number, label: Label): Place | undefined {
  const own = head[at]?.line;
  if (!own) return undefined;
  const start = columnsOf(own.text.slice(0, label.start));
  const span = { start, end: start + columnsOf(own.text.slice(label.start, label.end)) };
  for (const next of head.slice(at + 1, at + 3)) {
    if (next.line.page !== own.page) return undefined;
    const [cell] = next.line.cells
      .filter((one) => overlapOf(one, span) > 0)
      .toSorted((a, b) => overlapOf(b, span) - overlapOf(a, span));
    if (!cell) continue;
    const isLabel = next.labels.some((other) => other.start < cell.index + cell.text.length && other.end > cell.index);
    return isLabel ? undefined : { line: next.line, text: cell.text, index: cell.index };
  }
  return undefined;
}

/** The values that `read` finds beside the labels of these kinds or, where nothing stands beside one, below it. */
function valuesOf<T>(
  head: readonly Labelled[],
  kinds: readonly LabelKind[],
  read: (place: Place) => readonly T[],
): T[] {
  return head.flatMap((labelled, at) =>
    labelled.labels
      .filter(({ kind }) => kinds.includes(kind))
      .flatMap((label) => {
        const beside = read(placeBeside(labelled, label));
        if (beside.length > 0) return beside;
        const below = placeBelow(head, at, label);
        return below ? read(below) : [];
      }),
  );
}

/** The first of these lists that has a value. */
const firstWith = <T>(...lists: readonly (() => readonly T[])[]): readonly T[] => {
  for (const list of lists) {
    const values = list();
    if (values.length > 0) return values;
  }
  return [];
};
const unique = <V extends ReadValue>(values: readonly V[]): V[] =>
  [...new Map(values.toReversed().map((one) => [one.value, one])).values()].toReversed();

// ---------------------------------------------------------------- number

const LEAD = String.raw`^[\s:：.#№*-]*(?:(?:no|nr)\.?\s*)?`;
/** A number in one piece, or after a short word in capitals: HS-1187, 2026/0815, RE 4711. */
const NUMBER = new RegExp(
  `${LEAD}((?:[A-Z]{1,5} )?[A-Za-z0-9]+(?:[-‐–_/.]{1,2}[A-Za-z0-9]+)*)(?![\\p{L}\\p{N}%]|[-‐–_/.][A-Za-z0-9]|,\\d)`,
  'u',
);

function numberIn({ line, text }: Place): ReadValue[] {
  const written = NUMBER.exec(text)?.[1];
  if (written === undefined || !/\d/.test(written) || numberKey(written) === undefined) return [];
  return daysIn(written).length > 0 ? [] : [{ value: written, text: written, page: line.page }];
}

const readNumbers = (head: readonly Labelled[]): ReadValue[] =>
  unique(
    firstWith(
      () => valuesOf(head, ['NUMBER'], numberIn),
      () =>
        head.flatMap((labelled) =>
          labelled.labels
            .filter(({ kind }) => kind === 'TITLE')
            .flatMap((label) => {
              const place = placeBeside(labelled, label);
              return numberIn(place);
            }),
        ),
    ),
  );

// ---------------------------------------------------------------- date

/** The date beside a label; words such as a city may stand before it, but no other number. */
const dayIn = ({ line, text }: Place): FoundDay[] => {
  const [first] = daysIn(text);
  return first && first.index <= 30 && !/\d/.test(text.slice(0, first.index)) ? [{ ...first, page: line.page }] : [];
};
interface FoundDay extends WrittenDay {
  readonly page: number;
}

function readDates(head: readonly Labelled[], order: DayOrder): ReadValue[] {
  const others = new Set(valuesOf(head, ['DUE_DATE', 'OTHER_DATE'], dayIn).map(({ text }) => text));
  const days = firstWith(
    () => valuesOf(head, ['DATE'], dayIn),
    () => valuesOf(head, ['PLAIN_DATE'], dayIn),
    () =>
      head
        .filter(({ line, isInTable }) => line.page === 1 && !isInTable)
        .flatMap(({ line }) => daysIn(line.text).map((day) => ({ ...day, page: line.page })))
        .filter(({ text }) => !others.has(text)),
  );
  return valuesOfDays(days, order);
}

const valuesOfDays = (days: readonly FoundDay[], order: DayOrder): ReadValue[] =>
  unique(
    days.flatMap((day) =>
      readingsOfDay(day, order)
        .filter((value) => value >= FIRST_DAY && value <= LAST_DAY)
        .map((value) => ({ value, text: day.text, page: day.page })),
    ),
  );

const readDueDates = (head: readonly Labelled[], order: DayOrder): ReadValue[] =>
  valuesOfDays(valuesOf(head, ['DUE_DATE'], dayIn), order);

/** Which part comes first in dates such as 11/06/2026. */
type DayOrder = 'DAY' | 'MONTH' | undefined;

/** The order in dates of which both parts could be the month, if another date of the document proves it. */
function orderOf(days: readonly WrittenDay[]): DayOrder {
  const open = days.filter(({ hasPoints }) => !hasPoints);
  const proves = (isDay: boolean) =>
    open.some(({ day, monthFirst, text }) =>
      isDay ? day !== undefined && monthFirst === undefined && SLASHED.test(text) : day === undefined,
    );
  const [isDay, isMonth] = [proves(true), proves(false)];
  return isDay === isMonth ? undefined : isDay ? 'DAY' : 'MONTH';
}
const SLASHED = /^\d{1,2}[-/]\d{1,2}[-/](?:\d{4}|\d{2})$/;

function readingsOfDay({ day, monthFirst, hasPoints }: WrittenDay, order: DayOrder): string[] {
  if (day === undefined || monthFirst === undefined) return [day ?? monthFirst ?? ''].filter((one) => one !== '');
  if (hasPoints || order === 'DAY' || day === monthFirst) return [day];
  return order === 'MONTH' ? [monthFirst] : [day, monthFirst];
}

// ---------------------------------------------------------------- total

interface FoundAmount extends WrittenAmount {
  readonly page: number;
  /** The text behind the label, in which the currency may be named. */
  readonly beside: string;
}
type TotalKind = 'GROSS' | 'DUE' | 'TOTAL' | 'NET' | 'TAX';
type Totals = Readonly<Record<TotalKind, readonly FoundAmount[]>>;

const UNIT =
  /^\s?(?:%|kgs?\b|g\b|pcs?\b|pieces\b|ctns?\b|cartons?\b|cbm\b|m3\b|m³|sets?\b|units?\b|stk\b|stück|件|箱|公斤|个|套)/iu;

/** The amounts of money in a part of a line: without quantities that name their unit, and without parts of a date. */
function moneyIn({ line, text, index }: Place): FoundAmount[] {
  const days = daysIn(line.text);
  const all = amountsIn(text);
  return all
    .filter((one) => all.every((other) => other === one || other.index > one.index || other.end < one.end))
    .filter(({ end }) => !UNIT.test(text.slice(end)))
    .filter((one) => days.every((day) => day.end <= index + one.index || day.index >= index + one.end))
    .map((one) => ({ ...one, page: line.page, beside: text }))
    .toSorted((a, b) => a.index - b.index);
}

/** The total beside a label: the last amount or, if several name their currency, each of these. */
function totalIn(place: Place): FoundAmount[] {
  const all = moneyIn(place);
  const named = all.filter(({ currencies }) => currencies !== null);
  return named.length > 1 ? named.toReversed() : all.slice(-1);
}

const totalsOf = (head: readonly Labelled[]): Totals => {
  const of = (kind: TotalKind) => valuesOf(head, [kind], totalIn);
  return { GROSS: of('GROSS'), DUE: of('DUE'), TOTAL: of('TOTAL'), NET: of('NET'), TAX: of('TAX') };
};

function readTotals(
  head: readonly Labelled[],
  totals: Totals,
  currencies: readonly ReadValue[],
  facts: ReaderFacts,
): ReadTotal[] {
  const whole = ({ line }: Labelled) => moneyIn({ line, text: line.text, index: 0 });
  const all = head.flatMap(whole);
  const style = readingOf(evidenceOf(all.map(({ text }) => text)));
  const codes = currencies.length > 0 ? currencies.map(({ value }) => value) : facts.currencies;
  const most = Math.max(0, ...codes.filter(isCurrency).map(exponentOf));
  const read = (amounts: readonly FoundAmount[]) =>
    unique(
      amounts.flatMap((one) =>
        valuesOfAmount(one, style, most).map((value) => ({
          value: one.isNegative && value !== '0' ? `-${value}` : value,
          text: one.text,
          page: one.page,
          currency: currencyBeside(one),
        })),
      ),
    );
  const [gross, due, total] = [read(totals.GROSS), read(totals.DUE), read(totals.TOTAL)];
  // A plain "Total" can be the one before tax. It is left out if the tax leads from it to the other total.
  const isBeforeTax = isSumWith(read([...totals.TOTAL, ...totals.NET]), read(totals.TAX), [...gross, ...due]);
  const wholes = gross.length > 0 ? gross : isBeforeTax ? [] : total.toSorted((a, b) => compare(b.value, a.value));
  // What is left to be paid is offered behind the whole, and not at all where everything is paid.
  const labelled = unique([...wholes, ...due.filter(({ value }) => wholes.length === 0 || /[1-9]/.test(value))]);
  return labelled.length > 0
    ? labelled
    : read(largest(head.filter(({ isInTable }) => !isInTable).flatMap(whole), most));
}

/** The only currency that is written beside an amount, or between its label and it; null otherwise. */
function currencyBeside({ currencies, beside, index, page }: FoundAmount): string | null {
  const codes = currencies ?? currenciesIn(page, beside.slice(0, index)).flatMap((one) => one.codes);
  const [only, other] = new Set(codes);
  return only !== undefined && other === undefined ? only : null;
}

/**
 * The totals in the order in which they are offered: first what the lines add up to, then those in the currency that is
 * offered first.
 */
function inOrder(
  totals: readonly ReadTotal[],
  currencies: readonly ReadValue[],
  sums: ReadonlySet<bigint>,
): ReadTotal[] {
  const codes = currencies.map(({ value }) => value);
  const placeOf = (currency: string | null) =>
    currency === null || codes.length === 0 ? 0 : codes.includes(currency) ? codes.indexOf(currency) : codes.length;
  const rank = ({ value, currency }: ReadTotal): number =>
    (sums.has(micro(value)) ? 0 : codes.length + 1) + placeOf(currency);
  return totals.toSorted((a, b) => rank(a) - rank(b));
}

/** What the columns of amounts in the table of lines add up to, each as it can be read. */
function sumsOf(table: LineTable | undefined): ReadonlySet<bigint> {
  if (!table) return new Set();
  const columns = table.headings.flatMap((heading, at) =>
    ['amount', 'unitPrice'].includes(fieldOfHeading(heading)?.field ?? '') ? [at] : [],
  );
  return new Set(
    columns.flatMap((at) => {
      const cells = table.rows.flatMap((row) => (row[at] ? [row[at]] : []));
      const style = readingOf(evidenceOf(cells));
      const read = cells.flatMap((cell) => {
        const one = readInColumn(cell, style);
        return typeof one === 'object' ? [micro(one.plain)] : [];
      });
      // A column without figures adds up to nothing, and one that cannot be read as a whole neither.
      return read.length > 0 && read.length === cells.length ? [read.reduce((sum, one) => sum + one, 0n)] : [];
    }),
  );
}

const compare = (a: string, b: string): number => Number(a) - Number(b);

/** Whether a net amount and a tax add up to one of these totals. */
function isSumWith(net: readonly ReadValue[], tax: readonly ReadValue[], totals: readonly ReadValue[]): boolean {
  const wanted = new Set(totals.map(({ value }) => micro(value)));
  return net.some((n) => tax.some((t) => wanted.has(micro(n.value) + micro(t.value)) && micro(t.value) !== 0n));
}
function micro(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.replace('-', '').split('.');
  const value = BigInt(whole + fraction.padEnd(6, '0').slice(0, 6));
  return decimal.startsWith('-') ? -value : value;
}

/** The readings of an amount as decimal strings, decided by the other amounts and the decimals of the currency. */
function valuesOfAmount({ text, readings }: WrittenAmount, style: NumberReading, most: number): string[] {
  const possible = readings.filter(({ fraction }) => /^0*$/.test(fraction.slice(most)));
  const values = (possible.length > 0 ? possible : readings).map(({ whole, fraction }) =>
    decimalOf(whole, fraction.slice(0, Math.max(most, possible.length > 0 ? 0 : fraction.length))),
  );
  const read = readInColumn(text, style);
  return typeof read === 'object' && values.includes(read.plain) ? [read.plain] : [...new Set(values)];
}
const decimalOf = (whole: string, fraction: string): string =>
  `${whole.replace(/^0+(?=\d)/, '')}${fraction === '' ? '' : `.${fraction}`}`;

/** Without a label, the largest amounts that are written as money. */
function largest(all: readonly FoundAmount[], most: number): FoundAmount[] {
  const isWritten = ({ currencies, readings }: FoundAmount) =>
    currencies !== null || readings.some(({ fraction }) => fraction.length === most && most > 0);
  const size = ({ readings }: FoundAmount) =>
    Math.max(...readings.map(({ whole, fraction }) => Number(decimalOf(whole, fraction))));
  return all
    .filter(isWritten)
    .toSorted((a, b) => size(b) - size(a))
    .slice(0, 2);
}

// ---------------------------------------------------------------- currency

const CODE = /(?<![\p{L}\p{N}])([A-Z]{3}|US\$|HK\$|NT\$|C\$|A\$|S\$|[$€£¥₹₩₫฿₺₽₴])(?![\p{L}])/gu;
const NAMES: Readonly<Record<string, readonly string[]>> = {
  人民币: ['CNY'],
  美元: ['USD'],
  欧元: ['EUR'],
  英镑: ['GBP'],
  日元: ['JPY'],
  港币: ['HKD'],
  港元: ['HKD'],
  euro: ['EUR'],
};

/** The currencies that a text names by a code, a sign or a name. */
function currenciesIn(page: number, text: string): FoundCurrency[] {
  const byName = Object.entries(NAMES).flatMap(([name, codes]) => {
    const at = text.toLowerCase().indexOf(name);
    return at < 0 ? [] : [{ codes, text: text.slice(at, at + name.length), page }];
  });
  const byCode = [...text.matchAll(CODE)].flatMap(([written]) => {
    const codes = /^[A-Z]{3}$/.test(written) ? currenciesOf(written, undefined) : currenciesOf(undefined, written);
    return codes ? [{ codes, text: written, page }] : [];
  });
  return [...byName, ...byCode];
}
interface FoundCurrency {
  readonly codes: readonly string[];
  readonly text: string;
  readonly page: number;
}

function readCurrencies(
  head: readonly Labelled[],
  totals: Totals,
  headings: readonly string[],
  facts: ReaderFacts,
): ReadValue[] {
  const ofAmounts = (amounts: readonly FoundAmount[]): FoundCurrency[] =>
    amounts.flatMap((one) => (one.currencies ? [{ codes: one.currencies, text: signOf(one), page: one.page }] : []));
  const beside = (amounts: readonly FoundAmount[]): FoundCurrency[] =>
    amounts.flatMap(({ page, beside: text }) => currenciesIn(page, text));
  const ofTotals = [...totals.GROSS, ...totals.DUE, ...totals.TOTAL];
  const inLabels = head.flatMap(({ line, labels }) =>
    labels
      .filter(({ kind }) => ['GROSS', 'DUE', 'TOTAL'].includes(kind))
      .flatMap(({ start, end }) => currenciesIn(line.page, line.text.slice(start, end).toUpperCase())),
  );
  const heading = headings.flatMap((text) => currenciesIn(1, text));
  const everywhere = head.flatMap(({ line }) =>
    ofAmounts(moneyIn({ line, text: line.text, index: 0 }).filter(isMoney)),
  );
  const found = firstWith(
    () => valuesOf(head, ['CURRENCY'], ({ line, text }) => currenciesIn(line.page, text)),
    () => [...ofAmounts(ofTotals), ...beside(ofTotals), ...inLabels],
    () => heading,
    () => everywhere,
  );
  const certain = new Set(
    [...found, ...heading, ...everywhere].flatMap(({ codes }) => (codes.length === 1 ? codes : [])),
  );
  return unique(
    found.flatMap(({ codes, text, page }) =>
      decided(codes, text, certain, facts.currencies).map((value) => ({ value, text, page })),
    ),
  );
}

/** Whether the digits beside a currency are written as an amount of it: 40.00 and 1,234, and not the 40 of "TOP 40". */
const isMoney = ({ currencies, readings }: WrittenAmount): boolean =>
  (currencies ?? []).some((code) =>
    readings.some(
      ({ whole, fraction }) => (fraction.length > 0 && fraction.length === exponentOf(code)) || whole.length > 3,
    ),
  );

/** The code or sign beside an amount, as it is written; the amount itself if it cannot be told apart. */
const signOf = ({ beside, index, end, text }: FoundAmount): string =>
  /([A-Za-z]{3}|\p{Lu}{0,2}\p{Sc})\s?-?$/u.exec(beside.slice(0, index))?.[1] ??
  /^\s?([A-Za-z]{3}|\p{Sc}|元|円)/u.exec(beside.slice(end))?.[1] ??
  text;

/**
 * What a sign of several currencies means: those that the document names elsewhere, else those that the account uses,
 * else the one to which the sign belongs. ¥ belongs to two.
 */
function decided(
  codes: readonly string[],
  sign: string,
  certain: ReadonlySet<string>,
  used: readonly string[],
): readonly string[] {
  if (codes.length === 1) return codes;
  const named = codes.filter((code) => certain.has(code));
  if (named.length > 0) return named;
  const known = codes.filter((code) => used.includes(code));
  const owners =
    sign.includes('¥') || sign === '元' ? codes.filter((code) => ['CNY', 'JPY', 'HKD', 'TWD'].includes(code)) : [];
  if (known.length > 0 && owners.length === 0) return known;
  if (owners.length > 0) return known.length === 1 ? known : owners;
  return CURRENCIES.filter(({ code }) => codes.includes(code) && symbolOf(code) === sign).map(({ code }) => code);
}

/** A total for an invoice of a kind: that of a credit note is 0 or below, also where the document has no minus. */
export const totalFor = (kind: 'INVOICE' | 'CREDIT_NOTE', total: string): string =>
  kind === 'CREDIT_NOTE' && !total.startsWith('-') && canonical(total) !== '0' ? `-${total}` : total;
