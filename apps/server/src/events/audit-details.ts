import type { AuditEntry as ShownEntry } from '@quayside/contracts/audit';
import type { OrderRef } from '@quayside/contracts/order-ref';
import { say } from '@quayside/contracts/texts/catalogue';
import type { Language } from '@quayside/contracts/texts/languages';
import { wordsOf } from '@quayside/contracts/texts/words';
import type { MonthEnd } from '@quayside/domain/payables/due-events';
import { type AuditRow, type AuditValue, type FieldChange, NO_DETAILS, type StoredDetails } from './audit-actions.ts';
import { detailsOfEarlierRow } from './earlier-audit-details.ts';

// Reads the details of audit rows, whichever release wrote them. `audit-actions.ts` describes the current format.

/**
 * The version of the format of the details. Rows without a version are older; `earlier-audit-details.ts` reads them.
 */
const VERSION = 2;

type Change = ShownEntry['changes'][number];
/** Finds what to show instead of the ids in audit rows. */
export interface AuditNames {
  label(id: string): string | undefined;
  /** Finds the position of an invoice line, even of a deleted one; null if the position is not known. */
  position(lineId: string): number | null;
}

/** The name of an invoice line in the language of the reader. */
export const lineName = (line: { readonly number: string; readonly position: number }, language: Language): string =>
  wordsOf(say('audit.line_of_invoice', { invoice: line.number, position: line.position }), language);

/** The name of an order: that of the line from which it came. */
export const orderName = ({ invoiceNumber, linePosition }: OrderRef, language: Language): string =>
  lineName({ number: invoiceNumber, position: linePosition }, language);

/** Converts details to JSON; null for an action without details. */
export const jsonOfDetails = (details: object | undefined): string | null =>
  details === undefined ? null : JSON.stringify({ version: VERSION, ...details });

/** Reads the details of a row that any release wrote. */
export function detailsOf(row: AuditRow): StoredDetails {
  const { details } = row;
  if (typeof details !== 'object' || details === null) return NO_DETAILS;
  if (!('version' in details)) return detailsOfEarlierRow(row);
  return { ...NO_DETAILS, ...(details as Partial<StoredDetails>) };
}

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
/** Finds all ids in the details of rows, so that their names can be loaded at once. */
export const idsInDetails = (rows: readonly Pick<AuditRow, 'details'>[]): string[] => [
  ...new Set(rows.flatMap(({ details }) => JSON.stringify(details ?? null).match(UUID) ?? [])),
];

/** Lists the changes of a row, field by field, as strings with names instead of ids. */
export function changesInWords({ changes, facts, lines }: StoredDetails, names: AuditNames): Change[] {
  const inWords = (line: Change['line'], all: readonly FieldChange[]): Change[] =>
    all
      .map(({ field, from, to }) => ({ line, field, from: valueInWords(from, names), to: valueInWords(to, names) }))
      .filter(({ from, to }) => from !== to);
  return [
    ...inWords(null, changes),
    ...inWords(
      null,
      Object.entries(facts).map(([field, to]) => ({ field, from: null, to })),
    ),
    ...lines.flatMap(({ id, position, changes: ofLine }) =>
      inWords({ id, position: position ?? names.position(id) }, ofLine),
    ),
  ];
}

/**
 * Formats a value as a string, with names instead of ids. Keeps the codes of closed lists, because the screen
 * translates them. Returns null if there is no value.
 */
function valueInWords(value: AuditValue, names: AuditNames): string | null {
  if (value === null || value === '') return null;
  if (typeof value !== 'object') return String(value);
  if (isList(value)) return value.flatMap((item) => valueInWords(item, names) ?? []).join(', ') || null;
  if ('ref' in value && typeof value.ref === 'string') {
    const label = names.label(value.ref) ?? value.ref;
    return 'amount' in value ? `${label}: ${value.amount}` : label;
  }
  if ('percent' in value && 'event' in value) return termInWords(value);
  return (
    Object.values(value)
      .filter((part) => part !== null && part !== '')
      .join(' ') || null
  );
}
/** A payment term in the form of instalments: "30 % ORDER +14". The database does not keep the order of its parts. */
function termInWords(term: Readonly<Record<string, unknown>>): string {
  const { percent, event, months, days, monthEnd, dueDate } = term;
  if (typeof dueDate === 'string') return `${String(percent)} % ${dueDate}`;
  const end = monthEnd === 'AFTER' ? 'AFTER' : monthEnd === true || monthEnd === 'BEFORE' ? 'BEFORE' : null;
  const rule = { months: Number(months ?? 0), days: Number(days ?? 0), monthEnd: end } as const;
  return `${String(percent)} % ${loggedRule(String(event), rule)}`;
}

/**
 * How the day of an instalment follows its event, as one value: "INVOICE +2M MONTH_END +30". The end of the month
 * stands before the days or after them, as it is counted.
 */
export function loggedRule(
  event: string,
  { months, days, monthEnd }: Readonly<{ months: number; days: number; monthEnd: MonthEnd | null }>,
): string {
  const distance = days === 0 && monthEnd !== 'AFTER' ? [] : [`${days < 0 ? '' : '+'}${days}`];
  return [
    event,
    ...(months === 0 ? [] : [`+${months}M`]),
    ...(monthEnd === 'BEFORE' ? ['MONTH_END'] : []),
    ...distance,
    ...(monthEnd === 'AFTER' ? ['MONTH_END'] : []),
  ].join(' ');
}
const isList = (value: AuditValue): value is Extract<AuditValue, readonly unknown[]> => Array.isArray(value);
