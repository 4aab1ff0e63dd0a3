import { exponentOf } from '../money/currencies.ts';
import { abs, formatAmount } from '../money/money.ts';
import { canonical } from './document-amounts.ts';
import type { Found } from './document-text.ts';
import { type DocumentWords, numberKey } from './document-words.ts';

/** The facts of an invoice that a document is compared with. */
export interface MatchedInvoice {
  readonly id: string;
  readonly invoiceNumber: string;
  /** True when nobody typed the number, so that it was generated from the date. */
  readonly isNumberFromDate: boolean;
  /** The supplier's names, including the local one. */
  readonly supplierNames: readonly string[];
  readonly date: string;
  readonly currency: string;
  readonly totalMinor: bigint | null;
  /** True when the same file is already attached to the invoice, possibly as another document. */
  readonly hasSameFile: boolean;
}
type MatchKind = 'NUMBER' | 'SUPPLIER' | 'TOTAL' | 'DATE' | 'FILE';
/** The matched text and its page; a matching file has no page. */
interface MatchReason {
  readonly kind: MatchKind;
  readonly text: string;
  readonly page: number | null;
}
export interface Match {
  readonly id: string;
  readonly reasons: readonly MatchReason[];
  /** From 0 to 100; used for sorting only. */
  readonly score: number;
}

const SCORES: Readonly<Record<MatchKind, number>> = { NUMBER: 50, FILE: 50, TOTAL: 25, SUPPLIER: 15, DATE: 10 };
/**
 * A number of at most this many digits and no other characters scores only half, because such a number can mean
 * anything.
 */
const FEW_DIGITS = 4;
const MAX_SCORE = 100;

/**
 * Finds the reasons why a document may belong to an invoice, judged by the document's text. Returns undefined when
 * nothing matches, or only the date.
 */
export function matchInvoice(words: DocumentWords, invoice: MatchedInvoice): Match | undefined {
  const key = invoice.isNumberFromDate ? undefined : numberKey(invoice.invoiceNumber);
  const found: readonly (readonly [MatchKind, Found | undefined])[] = [
    ['NUMBER', key === undefined ? undefined : words.numbers.get(key)],
    ['TOTAL', totalIn(words, invoice)],
    ['SUPPLIER', firstOf(invoice.supplierNames, words.findName)],
    ['DATE', words.days.get(invoice.date)],
  ];
  const reasons: MatchReason[] = found.flatMap(([kind, hit]) =>
    hit ? [{ kind, text: hit.text, page: hit.page }] : [],
  );
  if (invoice.hasSameFile) reasons.unshift({ kind: 'FILE', text: invoice.invoiceNumber, page: null });
  if (reasons.every((r) => r.kind === 'DATE')) return undefined;
  const isWeakNumber = key !== undefined && key.length <= FEW_DIGITS && /^\d+$/.test(key);
  const score = reasons.reduce(
    (sum, { kind }) => sum + (kind === 'NUMBER' && isWeakNumber ? SCORES.NUMBER / 2 : SCORES[kind]),
    0,
  );
  return { id: invoice.id, reasons, score: Math.min(score, MAX_SCORE) };
}

/** Returns the best matches first. Among equal scores, the newest invoice comes first. */
export function rankMatches(words: DocumentWords, invoices: readonly MatchedInvoice[], limit: number): Match[] {
  return invoices
    .flatMap((invoice) => {
      const match = matchInvoice(words, invoice);
      return match ? [{ match, date: invoice.date }] : [];
    })
    .sort(
      (a, b) => b.match.score - a.match.score || b.date.localeCompare(a.date) || a.match.id.localeCompare(b.match.id),
    )
    .slice(0, limit)
    .map(({ match }) => match);
}

/** Finds the invoice total in the document, unless another currency is written beside it. */
function totalIn(words: DocumentWords, { totalMinor, currency }: MatchedInvoice): Found | undefined {
  if (totalMinor === null || totalMinor === 0n) return undefined;
  const written = words.amounts.get(canonical(formatAmount(abs(totalMinor), currency)));
  return written?.find(
    (a) => a.decimals <= exponentOf(currency) && (a.currencies === null || a.currencies.includes(currency)),
  );
}

function firstOf<T>(values: readonly string[], find: (value: string) => T | undefined): T | undefined {
  for (const value of values) {
    const hit = find(value);
    if (hit) return hit;
  }
  return undefined;
}

const MAX_AMOUNTS = 3000;
const MAX_NUMBERS = 20_000;

/**
 * Collects the search terms for many invoices: number keys, days, and totals as minor units of currencies with 0, 2 and
 * 3 decimals.
 */
export function searchTermsOf(words: DocumentWords): {
  readonly numbers: readonly string[];
  readonly totals: readonly bigint[];
  readonly days: readonly string[];
} {
  const totals = new Set<bigint>();
  for (const [value, amounts] of words.amounts)
    for (const exponent of [0, 2, 3])
      if (amounts.some((a) => a.decimals <= exponent)) totals.add(minorOf(value, exponent));
  // Search only for the largest amounts, because the invoice total is one of them.
  const largest = [...totals].filter((n) => n > 0n).sort((a, b) => (a < b ? 1 : a > b ? -1 : 0));
  return {
    numbers: [...words.numbers.keys()].slice(0, MAX_NUMBERS),
    totals: largest.slice(0, MAX_AMOUNTS),
    days: [...words.days.keys()].sort(),
  };
}

function minorOf(value: string, exponent: number): bigint {
  const [whole = '', fraction = ''] = value.split('.');
  return BigInt(whole + fraction.padEnd(exponent, '0').slice(0, exponent));
}
