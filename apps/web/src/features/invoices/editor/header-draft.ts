import type { BodyIn } from '@quayside/contracts/endpoint';
import type { Invoice } from '@quayside/contracts/invoices/invoice-header';
import type { InvoiceWithLines, updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import type { CostCategory, InvoiceType, ShippingMethod } from '@quayside/domain/lists';
import { t } from '../../../i18n/i18n.ts';
import { amountIn } from './line-draft.ts';
import type { DraftPart, PartKind } from '../../../lib/editing/draft-editor/part.ts';
import {
  type RateDraft,
  rateText,
  type TypedRate,
  typedDirection,
  typedRateOf,
} from '../../../lib/words/rate-draft.ts';

export type HeaderBody = Omit<BodyIn<typeof updateInvoiceBasic>, 'version'>;
export type Pairing = Invoice['pairedWith'][number];
const TEXTS = [
  'invoiceNumber',
  'payReferenceNumber',
  'vesselVoyage',
  'attention',
  'tracking',
  'billToCompany',
] as const;
export type HeaderText = (typeof TEXTS)[number];

/** The days on which something happened to the goods. The days of payments are counted from them. */
export const GOODS_DAYS = ['readyOn', 'shippedOn', 'arrivedOn', 'deliveredOn', 'inspectedOn'] as const;
export type GoodsDay = (typeof GOODS_DAYS)[number];

/** The unsaved input of the header. */
export interface HeaderDraft extends Partial<Record<HeaderText | GoodsDay, string>> {
  readonly supplierId?: string;
  readonly date?: string;
  readonly currency?: string;
  readonly rate?: RateDraft;
  readonly rateDate?: string;
  readonly total?: string;
  readonly etd?: string;
  readonly costType?: CostCategory | null;
  readonly type?: InvoiceType | null;
  readonly shippingMethod?: ShippingMethod | null;
  readonly pairedWith?: readonly Pairing[];
}
export type HeaderField = keyof HeaderDraft;
type HeaderErrors = Partial<Record<HeaderField | 'header', string>>;

/** The header of an invoice, with its totals and related invoices but without its lines. */
export type EditedInvoice = Omit<InvoiceWithLines, 'lines'>;
export type HeaderPart = DraftPart<EditedInvoice, HeaderDraft, HeaderErrors>;

/**
 * The request body with the fields in which the draft differs from the stored header. Invalid fields are reported and
 * left out. Values that the server has refused are left out too.
 */
function bodyOfHeader(
  draft: HeaderDraft,
  stored: Invoice,
  refused: HeaderDraft = {},
): { body: HeaderBody; problems: HeaderErrors } {
  const body: { -readonly [K in keyof HeaderBody]: HeaderBody[K] } = {};
  const problems: { [K in HeaderField]?: string } = {};
  const fresh = <K extends HeaderField>(field: K): HeaderDraft[K] | undefined =>
    draft[field] !== undefined && draft[field] !== refused[field] ? draft[field] : undefined;

  const supplierId = fresh('supplierId');
  if (supplierId !== undefined && supplierId !== stored.supplierContact?.id) body.supplierId = supplierId;
  const date = fresh('date');
  if (date === '') problems.date = t('validation.required');
  else if (date !== undefined && date !== stored.date) body.date = date;
  const currency = fresh('currency');
  if (currency !== undefined && currency !== stored.currency) body.currency = currency;
  for (const field of TEXTS) {
    const text = fresh(field);
    if (text !== undefined && text.trim() !== (stored[field] ?? '')) body[field] = text;
  }
  for (const field of ['rateDate', 'etd', ...GOODS_DAYS] as const) {
    const day = fresh(field);
    if (day !== undefined && day !== (stored[field] ?? '')) body[field] = day === '' ? null : day;
  }
  const total = fresh('total');
  if (total !== undefined) {
    const read = total.trim() === '' ? { value: null } : amountIn(total, draft.currency ?? stored.currency);
    if ('problem' in read) problems.total = read.problem;
    else if (read.value !== stored.total) body.total = read.value;
  }
  const rate = fresh('rate');
  if (rate !== undefined) {
    const read = typedRateOf(rate);
    if ('problem' in read) problems.rate = read.problem;
    else if (read.value === null) {
      if (stored.rate !== null) body.rate = null;
    } else if (!isSameRate(read.value, stored)) body.rateTyped = read.value;
  }
  const costType = fresh('costType');
  if (costType !== undefined && costType !== stored.costType) body.costType = costType;
  const type = fresh('type');
  if (type !== undefined && type !== stored.type) body.type = type;
  const shippingMethod = fresh('shippingMethod');
  if (shippingMethod !== undefined && shippingMethod !== stored.shippingMethod) body.shippingMethod = shippingMethod;
  const pairedWith = fresh('pairedWith');
  if (pairedWith !== undefined && keysOf(pairedWith) !== keysOf(stored.pairedWith))
    body.pairedWith = pairedWith.map((item) => ({ type: item.type, id: item.id }));
  return { body, problems };
}

/** Whether a typed rate is the stored one, in the direction in which that was typed. */
const isSameRate = (typed: TypedRate, { rate, rateTyped }: Invoice): boolean =>
  rateTyped
    ? typed.rate === rateTyped.rate && typed.per === rateTyped.per
    : typed.per === 'DOCUMENT' && typed.rate === rate;

/** A key for comparing lists regardless of the order of their items. */
const keysOf = (items: readonly Pairing[]) =>
  items
    .map((item) => `${item.type}:${item.id}`)
    .sort()
    .join(' ');

/** The header field at which errors of an API field are shown. */
function headerFieldOf(field: string): HeaderField | 'header' {
  const path = field.replace(/^body\./, '').split('.')[0] ?? '';
  const name = path === 'rateTyped' ? 'rate' : path;
  const known: readonly string[] = [
    ...TEXTS,
    ...GOODS_DAYS,
    'supplierId',
    'date',
    'currency',
    'rate',
    'rateDate',
    'total',
    'etd',
    'costType',
    'type',
    'shippingMethod',
    'pairedWith',
  ];
  return known.includes(name) ? (name as HeaderField) : 'header';
}

/** The stored value of a field, as it can be compared with that of another version of the invoice. */
export function headerValue(invoice: EditedInvoice, field: HeaderField): unknown {
  if (field === 'supplierId') return invoice.supplierContact?.id;
  if (field === 'pairedWith') return keysOf(invoice.pairedWith);
  return field === 'rate' ? [invoice.rate, invoice.rateTyped] : invoice[field];
}

/** What the total or the rate shows without typed input. All other fields are sent while they are typed in. */
function shownField({ stored }: HeaderPart, field: HeaderField): HeaderDraft[HeaderField] {
  if (field === 'total') return stored.total ?? '';
  if (field !== 'rate') return undefined;
  const direction = typedDirection(stored);
  return { text: rateText(stored, direction), direction };
}

/** The rules of the header of an invoice. */
export const headerKind: PartKind<HeaderPart, HeaderBody> = {
  whole: 'header',
  read: bodyOfHeader,
  fieldOf: headerFieldOf,
  storedValue: headerValue,
  shown: shownField,
};
