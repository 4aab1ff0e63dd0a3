import { formatAmount, formatQuantity } from '@quayside/domain/money/money';
import {
  type AuditActions,
  type AuditValue,
  changesBetween,
  type FieldChange,
  ref,
} from '../../events/audit-actions.ts';
import type { HeaderFields } from './invoice-header.ts';
import { fieldsOf, type LineRow } from './invoice-lines.queries.ts';
import { blankLine, type LineFields } from './invoice-lines.rules.ts';
import { HEADER_FIELDS, LINE_FIELDS } from './invoices.audit.ts';
import type { Pairing } from './invoices.queries.ts';

// What the audit log keeps of changed invoices and lines.

export type HeaderChange = AuditActions['invoice.changed']['changes'][number];
export type LoggedLine = AuditActions['invoice-line.changed']['lines'][number];
type HeaderField = (typeof HEADER_FIELDS)[number];
type LineField = (typeof LINE_FIELDS)[number];

/** Amounts are stored with their currency. */
const inCurrency = (minor: bigint, currency: string): string => `${formatAmount(minor, currency)} ${currency}`;

const loggedHeader = ({
  supplierId,
  totalMinor,
  ...header
}: HeaderFields): Readonly<Record<HeaderField, AuditValue>> => ({
  ...header,
  supplier: ref(supplierId),
  total: totalMinor === null ? null : inCurrency(totalMinor, header.currency),
});

/** The changed header fields. Undefined stands for an invoice that is not there yet, or no longer. */
export function headerChanges<Field extends HeaderField>(
  from: HeaderFields | undefined,
  to: HeaderFields | undefined,
  fields: readonly Field[] = HEADER_FIELDS as readonly HeaderField[] as readonly Field[],
): FieldChange<Field>[] {
  const [before, after] = [from && loggedHeader(from), to && loggedHeader(to)];
  return changesBetween(
    fields,
    (field) => before?.[field],
    (field) => after?.[field],
  );
}

/** What an invoice is paired with, in the order of the ids. */
export const refsOf = (pairings: readonly Pairing[]): AuditValue =>
  pairings.map(({ id }) => ({ ref: id })).sort((a, b) => (a.ref < b.ref ? -1 : 1));

const loggedLine = (line: LineFields, currency: string): Readonly<Record<LineField, AuditValue>> => ({
  costType: line.costType,
  product: ref(line.productId),
  name: line.name,
  quantity: formatQuantity(line.quantityMicro),
  amount: inCurrency(line.amountMinor, currency),
  taxAmount: inCurrency(line.taxMinor, currency),
  isTaxRecoverable: line.isTaxRecoverable,
  creditsLine: ref(line.creditsLineId),
  account: line.account,
  internalReference: line.internalReference,
  isExcludedFromGeneralCostsData: line.isExcluded,
  exclusionReason: line.exclusionReason,
  basis: line.basis,
});

/** The changed fields of a line; of a new line, its cost type and what differs from a blank line. */
export function lineChanges(from: LineFields | undefined, to: LineFields, currency: string): FieldChange<LineField>[] {
  const after = loggedLine(to, currency);
  const before = loggedLine(from ?? blankLine(to.costType), currency);
  const isNew = from === undefined;
  return changesBetween(
    LINE_FIELDS,
    (field) => (isNew && (field === 'costType' || before[field] !== after[field]) ? null : before[field]),
    (field) => after[field],
  );
}

/** A removed line, with all its values and the position that it had. */
export const removedLine = (row: LineRow, currency: string): LoggedLine => ({
  id: row.id,
  position: row.position,
  changes: lineChanges(undefined, fieldsOf(row), currency).map(({ field, to }) => ({ field, from: to, to: null })),
});
