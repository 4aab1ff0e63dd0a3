import type { AuditEntry } from '@quayside/contracts/audit';
import { i18n, type T } from '../../i18n/i18n.ts';
import { formatDay, formatInstant, formatMoney, groupDigits } from '../../lib/words/format.ts';
import { loggedPaymentWords } from '../../lib/words/logged-payments.ts';
import { paths } from '../../lib/paths.ts';
import { codeWords, found } from './code-words.ts';

export type AuditChange = AuditEntry['changes'][number];
type Thing = AuditEntry['things'][number];

/**
 * Turns an identifier into words: `bank-revealed` into "Bank revealed", `isTaxRecoverable` into "Is tax recoverable".
 */
const plain = (word: string): string => {
  const words = word
    .replace(/[._-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The label of an action. For an action that this release does not know, its identifier as words. */
export const actionWords = (action: string): string => found(`audit:action.${action}`) ?? plain(action);
export const kindWords = (kind: string): string => found(`audit:kind.${kind}`) ?? plain(kind);
/** Every action that has a label, sorted by label. */
export function knownActions(): { value: string; label: string }[] {
  const kinds = i18n.getResource('en', 'audit', 'action') as Readonly<Record<string, Readonly<Record<string, string>>>>;
  return Object.entries(kinds)
    .flatMap(([kind, verbs]) => Object.entries(verbs).map(([verb, label]) => ({ value: `${kind}.${verb}`, label })))
    .sort((a, b) => a.label.localeCompare(b.label));
}

/** The label of a field. For a field that this release does not know, its identifier as words. */
export const fieldName = (field: string): string => found(`audit:field.${field}`) ?? plain(field);
export function fieldWords(t: T, { line, field }: AuditChange): string {
  if (!line) return fieldName(field);
  return line.position === null
    ? t('audit:someLine', { field: fieldName(field) })
    : t('audit:line', { position: line.position, field: fieldName(field) });
}

/** The audit log stores an amount with its currency: 5890.50 CNY. */
const AMOUNT = /^(-?\d+(?:\.\d+)?) ([A-Z]{3})$/;
/** The audit log stores a measure with its unit: 1200 GR. */
const MEASURE = /^(\d+(?:\.\d+)?) (CM|IN|GR|OZ)$/;
/** The fields that count things. Their digits are grouped; those of codes such as 0012 and 4006381333931 are not. */
const COUNTS: ReadonlySet<string> = new Set([
  ...['quantity', 'rows', 'create', 'update', 'skip', 'fail', 'jobs'],
  ...['deleted', 'restored', 'kept', 'undone', 'brought', 'invoices', 'products'],
]);
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/**
 * Formats a value for the audit log. Amounts, days and instants (in the account's time zone) are formatted, and enum
 * values are replaced by their labels.
 */
export function valueWords(t: T, field: string, value: string | null, timeZone: string): string {
  if (value === null || value === '') return t('audit:nothing');
  const payments = loggedPaymentWords(t, field, value);
  if (payments !== undefined) return payments;
  const amount = AMOUNT.exec(value);
  if (amount) return formatMoney(amount[1], amount[2] ?? '', { as: 'code', zero: 'figure' });
  const measure = MEASURE.exec(value);
  if (measure) return `${measure[1]} ${found(`products:unit.${measure[2]}`) ?? measure[2]}`;
  if (INSTANT.test(value)) return formatInstant(value, timeZone);
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDay(value);
  if (value === 'true') return t('yes');
  if (value === 'false') return t('no');
  // Format plain numbers, but not codes: 0012 and 4006381333931 stay as they are.
  if (COUNTS.has(field) && /^-?\d+(\.\d+)?$/.test(value)) return groupDigits(value);
  return codeWords(field, value) ?? value;
}

/** A change in one line of text: "Name: Pan → Frying pan". */
export function changeWords(t: T, change: AuditChange, timeZone: string): string {
  const words = { field: fieldWords(t, change), to: valueWords(t, change.field, change.to, timeZone) };
  return change.from === null
    ? t('audit:set', words)
    : t('audit:arrow', { ...words, from: valueWords(t, change.field, change.from, timeZone) });
}

/**
 * The path of a record's page. Undefined when the record no longer exists, or has no page that this person can open.
 */
export function thingPath({ kind, id, label, exists }: Thing, hasManagement: boolean): string | undefined {
  if (!exists) return undefined;
  if (kind === 'member' || kind === 'person') return paths.users(id);
  if (!hasManagement) return undefined;
  if (kind === 'product') return label === null ? undefined : paths.product(label);
  if (kind === 'supplier') return paths.supplier(id, 'overview');
  if (kind === 'invoice') return paths.invoice(id);
  if (kind === 'document') return paths.document(id);
  if (kind === 'credit') return paths.credits(id);
  if (kind === 'purchase-order') return paths.purchaseOrder(id);
  if (kind === 'order') return paths.order(id);
  if (kind === 'carton') return paths.cartons(id);
  if (kind === 'shipment-plan') return paths.shipmentPlan(id);
  // An instalment is labelled with the number of its document and its position, of which the list finds the number.
  if (kind === 'payment') return label === null ? undefined : paths.payablesOf(label.replace(/ \d+$/, ''));
  if (kind === 'invoice-payment') return label === null ? undefined : paths.payablesOf(label);
  if (kind === 'account-code') return paths.accountCodes();
  if (kind === 'cash-entry') return paths.cashCalendar();
  if (kind === 'supplier-import') return paths.supplierImport(id);
  return kind === 'import' ? paths.productImport(id) : undefined;
}
