import type { HistoryEntry } from '@quayside/contracts/invoices/invoices';
import {
  BASES,
  COST_CATEGORIES,
  INVOICE_KINDS,
  INVOICE_STATUSES,
  INVOICE_TYPES,
  SHIPPING_METHODS,
} from '@quayside/domain/lists';
import { i18n, type T } from '../../../i18n/i18n.ts';
import { FIELDS } from './history-fields.ts';
import { formatDay, formatMoney, formatQuantity } from '../../../lib/words/format.ts';
import { loggedPaymentWords } from '../../../lib/words/logged-payments.ts';

type Change = HistoryEntry['changes'][number];
const isOneOf = <V extends string>(list: readonly V[], value: string): value is V =>
  (list as readonly string[]).includes(value);

const ACTIONS = [
  'invoice.created',
  'invoice.uploaded',
  'invoice.changed',
  'invoice.replaced',
  'invoice.confirmed',
  'invoice.closed',
  'invoice.reopened',
  'invoice.archived',
  'invoice.unarchived',
  'invoice.document-attached',
  'invoice.document-replaced',
  'invoice.document-detached',
  'invoice-line.created',
  'invoice-line.changed',
  'invoice-line.deleted',
  'invoice-line.imported',
] as const;

/** The words of the audit log, for what other areas write into the history of an invoice, such as payments. */
const logged = (kind: 'action' | 'field', name: string): string | undefined => {
  const key = `audit:${kind}.${name}`;
  return i18n.exists(key) ? i18n.t(key as 'audit:title') : undefined;
};

/** The label of an action. For an action that this version does not know, its identifier. */
export function actionWords(t: T, { action, changes }: HistoryEntry): string {
  if (!isOneOf(ACTIONS, action))
    return logged('action', action) ?? action.replace(/^[a-z-]+\./, '').replaceAll('-', ' ');
  const [subject, verb] = action.split('.') as ['invoice' | 'invoice-line', string];
  if (subject === 'invoice') return t(`invoices:history.invoice.${verb as 'created'}`);
  const lines = new Map(changes.flatMap(({ line }) => (line ? [[line.id, line.position] as const] : [])));
  const [position] = lines.values();
  if (lines.size === 1 && typeof position === 'number')
    return t(`invoices:history.line.${verb as 'created'}`, { position });
  return t(`invoices:history.lines.${verb as 'created'}`, { count: lines.size });
}

/** The label of a field. */
export function fieldWords(t: T, { line, field }: Change): string {
  const word = isOneOf(FIELDS, field) ? t(`invoices:history.fields.${field}`) : (logged('field', field) ?? field);
  return line ? t('invoices:history.ofLine', { position: line.position ?? '?', field: word }) : word;
}

const DAYS = [
  ...['date', 'rateDate', 'etd', 'readyOn', 'shippedOn', 'arrivedOn', 'deliveredOn', 'inspectedOn'],
  ...['paidOn', 'day'],
];
const SWITCHES = ['isTaxRecoverable', 'isExcludedFromGeneralCostsData'];
/** The audit log stores an amount with its currency: 5890.50 CNY. */
const AMOUNT = /^(-?\d+(?:\.\d+)?) ([A-Z]{3})$/;

/** Formats a value like the invoice page does. */
export function valueWords(t: T, field: string, value: string | null): string {
  if (value === null || value === '') return t('records:history.nothing');
  const payments = loggedPaymentWords(t, field, value);
  if (payments !== undefined) return payments;
  const amount = AMOUNT.exec(value);
  if (amount) return formatMoney(amount[1], amount[2] ?? '', { as: 'code', zero: 'figure' });
  if (DAYS.includes(field)) return /^\d{4}-\d\d-\d\d/.test(value) ? formatDay(value.slice(0, 10)) : value;
  if (field === 'quantity') return formatQuantity(value, 'figure');
  if (SWITCHES.includes(field)) return value === 'true' ? t('yes') : t('no');
  if (field === 'status' && isOneOf(INVOICE_STATUSES, value)) return t(`status.invoice.${value}`);
  if (field === 'kind' && isOneOf(INVOICE_KINDS, value)) return t(`invoices:kinds.${value}`);
  if (field === 'costType' && isOneOf(COST_CATEGORIES, value)) return t(`category.${value}`);
  if (field === 'type' && isOneOf(INVOICE_TYPES, value)) return t(`invoices:types.${value}`);
  if (field === 'shippingMethod' && isOneOf(SHIPPING_METHODS, value)) return t(`shippingMethod.${value}`);
  if (field === 'basis' && isOneOf(BASES, value)) return t(`invoices:basis.${value}`);
  return value;
}
