import { formatAmount, formatQuantity } from '@quayside/domain/money/money';
import {
  type AuditActions,
  type AuditValue,
  changesBetween,
  type FieldChange,
  ref,
} from '../../../events/audit-actions.ts';
import type { HeaderFields } from './invoice-header.ts';
import { fieldsOf, type LineRow } from './invoice-lines.queries.ts';
import { blankLine, type LineFields } from './invoice-lines.rules.ts';
import { HEADER_FIELDS, LINE_FIELDS } from '../invoices.audit.ts';
import type { Pairing } from './invoices.queries.ts';

// Formats the changes of invoices and their lines for the audit log.

export type HeaderChange = AuditActions['invoice.changed']['changes'][number];
export type LoggedLine = AuditActions['invoice-line.changed']['lines'][number];
type HeaderField = (typeof HEADER_FIELDS)[number];
type LineField = (typeof LINE_FIELDS)[number];

/** An amount with its currency, as the audit log stores it. */
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

/** The header fields that differ. `undefined` stands for an invoice that does not exist yet, or no longer exists. */
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

/**
 * References to the invoices and orders over which a person has chosen to share the costs of an invoice, sorted by id.
 */
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
  purchaseOrderLine: ref(line.purchaseOrderLineId),
  matchReason: line.matchReason,
  account: line.account,
  internalReference: line.internalReference,
  isExcludedFromGeneralCostsData: line.isExcluded,
  exclusionReason: line.exclusionReason,
  basis: line.basis,
});

/**
 * The fields of a line that differ. For a new line, these are its cost type and the fields that differ from those of an
 * empty line.
 */
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

/** A deleted line, with its last values and position. */
export const removedLine = (row: LineRow, currency: string): LoggedLine => ({
  id: row.id,
  position: row.position,
  changes: lineChanges(undefined, fieldsOf(row), currency).map(({ field, to }) => ({ field, from: to, to: null })),
});
