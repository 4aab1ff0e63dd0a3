import type { BodyIn } from '@quayside/contracts/endpoint';
import type { PurchaseOrder, PurchaseOrderTerm } from '@quayside/contracts/purchasing/purchase-order-header';
import type { patchPurchaseOrder, PurchaseOrderWithItems } from '@quayside/contracts/purchasing/purchase-orders';
import type { ShippingMethod } from '@quayside/domain/lists';
import { t } from '../../../i18n/i18n.ts';
import { type DraftPart, isSame, type PartKind } from '../../../lib/editing/draft-editor/part.ts';
import { type ProposedRateDraft, rateBody, rateText, typedDirection } from '../../../lib/words/rate-draft.ts';

export type HeaderBody = Omit<BodyIn<typeof patchPurchaseOrder>, 'version'>;

const REQUIRED_TEXTS = ['poNumber', 'internalPoNumber'] as const;
const TEXTS = ['shippingNumber', 'shipTo', 'portOfLoading', 'bankingDetails', 'cartonMarks', 'notes'] as const;
export type HeaderText = (typeof TEXTS)[number] | (typeof REQUIRED_TEXTS)[number];

/** The days on which something happened to the goods. The days of payments are counted from them. */
export const GOODS_DAYS = ['readyOn', 'shippedOn', 'arrivedOn', 'deliveredOn', 'inspectedOn'] as const;
const DAYS = ['orderDate', 'deliveryDate', 'etd', 'rateDate', ...GOODS_DAYS] as const;
export type HeaderDay = (typeof DAYS)[number];

/** A share of the total as it is edited. `percent` is the typed text; `pinned` is a typed day, or empty. */
export interface TermDraft {
  readonly percent: string;
  readonly event: PurchaseOrderTerm['event'];
  readonly months: number;
  readonly days: number;
  readonly monthEnd: PurchaseOrderTerm['monthEnd'];
  readonly pinned: string;
}

/** The unsaved input of the header. */
interface HeaderDraft extends Partial<Record<HeaderText | HeaderDay, string>> {
  readonly supplierId?: string;
  readonly currency?: string;
  readonly rate?: ProposedRateDraft;
  readonly shippingMethod?: ShippingMethod | null;
  readonly paymentTerms?: readonly TermDraft[];
  readonly attachmentIds?: readonly string[];
}
export type HeaderField = keyof HeaderDraft;
const TYPED: ReadonlySet<string> = new Set([...REQUIRED_TEXTS, ...TEXTS, 'rate', 'paymentTerms']);
/** Whether the field is typed key by key. Days, supplier, currency and the like are chosen as a whole. */
const isTypedField = (field: HeaderField): field is HeaderText | 'rate' | 'paymentTerms' => TYPED.has(field);
type HeaderErrors = Partial<Record<HeaderField | 'header', string>>;

/** A purchase order with its documents and invoices, but without its items. */
export type EditedOrder = Omit<PurchaseOrderWithItems, 'items'>;
export type HeaderPart = DraftPart<EditedOrder, HeaderDraft, HeaderErrors>;

const KNOWN: ReadonlySet<string> = new Set([
  ...REQUIRED_TEXTS,
  ...TEXTS,
  ...DAYS,
  ...['supplierId', 'currency', 'rate', 'shippingMethod', 'paymentTerms', 'attachmentIds'],
]);
/** The field that shows an error of the API. Errors of one share are shown at the terms. */
function headerFieldOf(path: string): HeaderField | 'header' {
  const name = path.replace(/^body\./, '').split('.')[0] ?? '';
  return KNOWN.has(name) ? (name as HeaderField) : name === 'rateSource' ? 'rate' : 'header';
}

/** A fraction such as "0.3" as the percent that the screen shows: "30". */
export function percentOf(fraction: string): string {
  const [whole = '0', rest = ''] = fraction.split('.');
  const hundredths = Number(`${whole}${rest.padEnd(4, '0').slice(0, 4)}`);
  return String(hundredths / 100);
}
/** A typed percent as the fraction of the API; undefined if it is none. "12.5" is "0.125". */
export function fractionOf(percent: string): string | undefined {
  const text = percent.trim().replace(',', '.');
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text)) return undefined;
  const hundredths = Math.round(Number(text) * 100);
  return hundredths > 0 && hundredths <= 10_000 ? String(hundredths / 10_000) : undefined;
}

/** The stored terms as they are edited. */
export const termsOf = ({ paymentTerms }: Pick<PurchaseOrder, 'paymentTerms'>): readonly TermDraft[] =>
  paymentTerms.map(({ percentOfPayment, event, months, days, monthEnd, dueDate, isPinned }) => ({
    percent: percentOf(percentOfPayment),
    event,
    months,
    days,
    monthEnd,
    pinned: isPinned ? (dueDate ?? '') : '',
  }));

/**
 * The request body with the fields in which the draft differs from the stored header. Invalid fields are reported and
 * left out. Values that the server has refused are left out too.
 */
function bodyOfHeader(
  draft: HeaderDraft,
  stored: PurchaseOrder,
  refused: HeaderDraft = {},
): { readonly body: HeaderBody; readonly problems: HeaderErrors } {
  const body: { -readonly [K in keyof HeaderBody]: HeaderBody[K] } = {};
  const problems: { [K in HeaderField]?: string } = {};
  const fresh = <K extends HeaderField>(field: K): HeaderDraft[K] | undefined =>
    draft[field] !== undefined && draft[field] !== refused[field] ? draft[field] : undefined;

  const supplierId = fresh('supplierId');
  if (supplierId !== undefined && supplierId !== stored.supplierId) body.supplierId = supplierId;
  const currency = fresh('currency');
  if (currency !== undefined && currency !== stored.currency) body.currency = currency;
  for (const field of REQUIRED_TEXTS) {
    const text = fresh(field)?.trim();
    if (text === '') problems[field] = t('validation.required');
    else if (text !== undefined && text !== stored[field]) body[field] = text;
  }
  for (const field of TEXTS) {
    const text = fresh(field);
    if (text !== undefined && text.trim() !== (stored[field] ?? '')) body[field] = text.trim() === '' ? null : text;
  }
  for (const field of DAYS) {
    const day = fresh(field);
    if (day !== undefined && day !== (stored[field] ?? '')) body[field] = day === '' ? null : day;
  }
  const shippingMethod = fresh('shippingMethod');
  if (shippingMethod !== undefined && shippingMethod !== stored.shippingMethod) body.shippingMethod = shippingMethod;
  const rate = fresh('rate');
  if (rate !== undefined) {
    const read = rateBody(rate, stored.rate);
    if ('problem' in read) problems.rate = read.problem;
    else Object.assign(body, read);
  }
  const terms = fresh('paymentTerms');
  if (terms !== undefined && !isSame(terms, termsOf(stored))) {
    const before = termsOf(stored);
    const paymentTerms = terms.flatMap(({ percent, months, pinned, ...rule }, at) => {
      const percentOfPayment = fractionOf(percent);
      if (percentOfPayment === undefined) return [];
      // A fixed day has no months. Those that it would follow again stay as they are stored, also at another place.
      const hasMonths =
        pinned === '' || before.some((one, i) => one.months === months && (i === at || one.pinned === pinned));
      return [
        { percentOfPayment, ...rule, ...(hasMonths && { months }), ...(pinned === '' ? {} : { dueDate: pinned }) },
      ];
    });
    if (paymentTerms.length < terms.length) problems.paymentTerms = t('purchasing:terms.fraction');
    else body.paymentTerms = paymentTerms;
  }
  const attachmentIds = fresh('attachmentIds');
  if (attachmentIds !== undefined && !isSame(attachmentIds, stored.attachmentIds))
    body.attachmentIds = [...attachmentIds];
  return { body, problems };
}

/** What a field of the header shows without typed input; undefined for fields that are chosen and not typed. */
function shownField({ stored }: HeaderPart, field: HeaderField): HeaderDraft[HeaderField] {
  if (!isTypedField(field)) return undefined;
  if (field === 'paymentTerms') return termsOf(stored);
  if (field !== 'rate') return stored[field] ?? '';
  const rate = { rate: stored.rate, rateTyped: null };
  const direction = typedDirection(rate);
  return { text: rateText(rate, direction), direction };
}

/** The rules of the header of a purchase order. */
export const headerKind: PartKind<HeaderPart, HeaderBody> = {
  whole: 'header',
  read: bodyOfHeader,
  fieldOf: headerFieldOf,
  storedValue: (stored, field: HeaderField) => (field === 'paymentTerms' ? termsOf(stored) : stored[field]),
  shown: shownField,
  isComplete: ({ rate }, field) => field === 'rate' && rate?.proposed !== undefined,
};
