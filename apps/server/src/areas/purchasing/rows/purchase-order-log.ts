import { formatAmount, formatQuantity } from '@quayside/domain/money/money';
import { percentText } from '@quayside/domain/suppliers/terms';
import {
  type AuditActions,
  type AuditValue,
  changesBetween,
  type FieldChange,
  ref,
} from '../../../events/audit-actions.ts';
import { fieldsOfItem, type ItemRow } from './items.queries.ts';
import type { ItemFields } from './items.rules.ts';
import type { OrderFields } from './purchase-order-header.ts';
import { ITEM_FIELDS, ORDER_FIELDS } from '../purchasing.audit.ts';

// Formats the changes of purchase orders and their items for the audit log.

type OrderField = (typeof ORDER_FIELDS)[number];
type ItemField = Exclude<(typeof ITEM_FIELDS)[number], 'position'>;
export type LoggedItem = AuditActions['purchase-order.changed']['lines'][number];

/** An amount with its currency, as the audit log stores it. */
export const inCurrency = (minor: bigint, currency: string): string => `${formatAmount(minor, currency)} ${currency}`;

const loggedOrder = (order: OrderFields): Readonly<Record<OrderField, AuditValue>> => ({
  ...order,
  internalPoNumber: order.internalNumber,
  supplier: ref(order.supplierId),
  leadTimes: order.leadTimes.map(({ shippingMethod, production, transit, checkIn }) => ({
    shippingMethod,
    production,
    transit,
    checkIn,
  })),
  paymentTerms: order.terms.map(({ hundredths, event, months, days, monthEnd, pinnedOn }) => ({
    percent: percentText(hundredths),
    event,
    ...(months > 0 && { months }),
    days,
    ...(monthEnd !== null && { monthEnd }),
    ...(pinnedOn !== null && { dueDate: pinnedOn }),
  })),
  attachments: order.attachmentIds.map((id) => ({ ref: id })),
});

/** The header fields that differ. `undefined` stands for a purchase order that does not exist yet. */
export function orderChanges(from: OrderFields | undefined, to: OrderFields): FieldChange<OrderField>[] {
  const [before, after] = [from && loggedOrder(from), loggedOrder(to)];
  return changesBetween(
    ORDER_FIELDS,
    (field) => before?.[field] ?? (Array.isArray(after[field]) ? [] : undefined),
    (field) => after[field],
  );
}

type Logged = ItemFields & { readonly amountMinor: bigint };
const loggedItem = (item: Logged, currency: string): Readonly<Record<ItemField, AuditValue>> => ({
  product: ref(item.productId),
  name: item.name,
  supplierItemNumber: item.supplierItemNumber,
  askedQuantity: item.askedMicro === null ? null : formatQuantity(item.askedMicro),
  quantity: formatQuantity(item.quantityMicro),
  unitPrice: item.unitPrice,
  amount: inCurrency(item.amountMinor, currency),
});

/** The fields of an item that differ; all that are filled of a new item. */
export const itemChanges = (from: Logged | undefined, to: Logged, currency: string): FieldChange<ItemField>[] =>
  changesBetween(
    ITEM_FIELDS.filter((field) => field !== 'position'),
    (field) => (from ? loggedItem(from, currency)[field] : null),
    (field) => loggedItem(to, currency)[field],
  );

/** A deleted item, with its last values and position. */
export const removedItem = (row: ItemRow, currency: string): LoggedItem => ({
  id: row.id,
  position: row.position,
  changes: itemChanges(undefined, { ...fieldsOfItem(row), amountMinor: row.amount_minor }, currency).map(
    ({ field, to }) => ({ field, from: to, to: null }),
  ),
});

/** An item that was moved among the others. */
export const movedItem = ({ id, from, to }: { id: string; from: number; to: number }): LoggedItem => ({
  id,
  changes: [{ field: 'position', from, to }],
});
