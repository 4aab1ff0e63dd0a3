import type { Place } from './sample.ts';

/**
 * The kinds of record that an id in a request can name. Except for `job`, `mail` and `purchase_order_file`, which is a
 * document, they are names of tables.
 */
export type IdKind =
  | 'supplier'
  | 'product'
  | 'invoice'
  | 'invoice_line'
  | 'cost_layer'
  | 'document'
  | 'notification'
  | 'exchange_rate'
  | 'product_import'
  | 'payment'
  | 'payment_schedule'
  | 'payment_transfer'
  | 'payment_entry'
  | 'credit'
  | 'credit_use'
  | 'account_code'
  | 'supplier_import'
  | 'purchase_order'
  | 'purchase_order_item'
  | 'purchase_order_file'
  | 'sent_mail'
  | 'pack_list'
  | 'carton'
  | 'carton_type'
  | 'shipment_plan'
  | 'freight_rate'
  | 'duty_rate'
  | 'order_import'
  | 'receipt'
  | 'lot'
  | 'stock_movement'
  | 'missing_decision'
  | 'five_quantities'
  | 'accepted_difference'
  | 'operation'
  | 'product_changelog'
  | 'cash_entry'
  | 'grid_view'
  | 'session'
  | 'account'
  | 'person'
  | 'job'
  | 'mail';

/** Words in names, kinds of record and paths, each with the kind that it means. The first that occurs counts. */
const WORDS: readonly (readonly [RegExp, IdKind])[] = [
  [/^carrierContactId$|^forwarderId$/, 'supplier'],
  [/freight-?rate/i, 'freight_rate'],
  [/duty-?rate/i, 'duty_rate'],
  [/pack[-_]?list/i, 'pack_list'],
  [/carton-?type/i, 'carton_type'],
  [/carton/i, 'carton'],
  [/^creditNoteId$/, 'invoice'],
  [/receipt/i, 'receipt'],
  [/^lots$/, 'lot'],
  [/movement|^ofId$/i, 'stock_movement'],
  [/^decisions$/, 'missing_decision'],
  [/fiveQuantities/, 'five_quantities'],
  [/^accepted$/, 'accepted_difference'],
  [/^SHIPMENT$|shipment-?plan/i, 'shipment_plan'],
  [/^items$|purchaseOrderLine/, 'purchase_order_item'],
  [/^purchasing$|purchase_?order/i, 'purchase_order'],
  [/sent-mails/, 'sent_mail'],
  [/attachment|^fileId$/, 'purchase_order_file'],
  [/invoice-?payment/i, 'payment_schedule'],
  [/transfer/i, 'payment_transfer'],
  [/^creditId$/, 'credit'],
  [/^useId$/, 'credit_use'],
  [/^feeIds$/, 'payment_entry'],
  [/account-code/i, 'account_code'],
  [/cashEntry/i, 'cash_entry'],
  [/payment/i, 'payment'],
  [/bundle|parent|variant/i, 'product'],
  [/line/i, 'invoice_line'],
  [/layer|order/i, 'cost_layer'],
  [/document/i, 'document'],
  [/notification/i, 'notification'],
  [/exchange-rate/i, 'exchange_rate'],
  [/import/i, 'product_import'],
  [/operation|undo/i, 'operation'],
  [/entry|changelog/i, 'product_changelog'],
  [/view/i, 'grid_view'],
  [/session/i, 'session'],
  [/mail/i, 'mail'],
  [/job/i, 'job'],
  [/account(?!\/users)/i, 'account'],
  [/user/i, 'person'],
  [/supplier/i, 'supplier'],
  [/invoice/i, 'invoice'],
  [/product/i, 'product'],
];
const kindIn = (text: string): IdKind | undefined => WORDS.find(([word]) => word.test(text))?.[1];

/**
 * Finds the kind of record that an id at a place means: by the name of the field, by a field beside it that names a
 * kind, by the fields around it, or by the last words of the path of the call.
 */
export function kindOfId(path: string, place: Place, type: string | undefined): IdKind | undefined {
  const names = place.filter((name) => name !== '[]').toReversed();
  const [name = '', ...around] = names;
  if (name === 'entryId' && path.startsWith('/payments/')) return 'payment_entry';
  const upTo = path.includes(`{${name}}`) ? path.slice(0, path.indexOf(`{${name}}`)) : path;
  const segments = upTo
    .split('/')
    .filter((segment) => segment !== '' && !segment.startsWith('{'))
    .toReversed();
  const own = /^(id|ids|entityId|exceptId)$/.test(name) ? [] : [name];
  if (name === 'importId' && path.startsWith('/suppliers/')) return 'supplier_import';
  if (name === 'importId' && path.startsWith('/stock/')) return 'order_import';
  for (const text of [...own, ...(type === undefined ? [] : [type]), ...around, ...segments]) {
    const kind = kindIn(text);
    if (kind) return kind;
  }
  return undefined;
}
