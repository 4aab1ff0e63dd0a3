import {
  type AuditRow,
  type AuditValue,
  type FieldChange,
  kindOfAction,
  type LineChange,
  NO_DETAILS,
  type StoredDetails,
} from './audit-actions.ts';

// Reads the audit rows of early releases, in which the details of each action had their own format. Audit rows are
// never changed, so this code cannot be removed.

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isPair = (value: unknown): value is readonly [unknown, unknown] => Array.isArray(value) && value.length === 2;
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/**
 * Keys that are never shown: data for support, and keys whose names suggest secret data, in case a row contains any.
 */
const HIDDEN = /^(operationId|sha256|invoiceId|requestId|lineId|orders|documentId)$|password|secret|token|hash/i;
/** Keys of the details that do not name a field. */
const PARTS = ['from', 'to', 'before', 'after', 'fields', 'lines', 'removed'];
/** Keys that held the name of the subject, in order of precedence. */
const NAMES = ['sku', 'companyName', 'number', 'fileName', 'email', 'summary', 'name'];
/**
 * The field to which an action's single value before and after belongs. For an action that is not listed, the field is
 * the status.
 */
const SOLE_FIELD: Readonly<Record<string, string>> = {
  'member.role-changed': 'roles',
  'document.replaced': 'fileVersion',
};
/** Actions whose details had each field as `[before, after]`. */
const IN_PAIRS = /^supplier\.(changed|archived|brought-back|bank-details-.*)$/;
/** Actions that remove their subject. Their details contain only the values before the removal. */
const ENDS = /\.(deleted|removed|merged-away|invitation-revoked)$/;
/** The names of invoice fields in early rows, and their current names in the contract. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  number: 'invoiceNumber',
  supplierId: 'supplier',
  productId: 'product',
  creditsLineId: 'creditsLine',
  isExcluded: 'isExcludedFromGeneralCostsData',
};
/** Fields that only repeated the information of another field. */
const SILENT: readonly string[] = ['isNumberFromDate', 'hasChosenScope'];
/** The order of the fields in the invoice form. Changes are shown in this order, because the rows do not store one. */
const ORDER = (
  'invoiceNumber kind supplier date currency rate rateDate rateSource total lineCount costType product name ' +
  'quantity amount taxAmount isTaxRecoverable creditsLine'
).split(' ');
const placeOf = ({ field }: FieldChange): number => (ORDER.includes(field) ? ORDER.indexOf(field) : ORDER.length);

/** Reads the details of a row without a version. Leaves out the parts that it cannot read. */
export function detailsOfEarlierRow(row: AuditRow): StoredDetails {
  const { action, details } = row;
  if (!isObject(details)) return NO_DETAILS;
  const isOfInvoice = ['invoice', 'invoice-line'].includes(kindOfAction(action));
  return {
    ...(isOfInvoice ? ofInvoice(row, details) : { changes: changesOf(action, details), lines: [] }),
    name: nameIn(details),
    fields: (Array.isArray(details['fields']) ? details['fields'] : []).filter(
      (field) => typeof field === 'string' && !HIDDEN.test(field),
    ),
    facts: {},
  };
}

function nameIn(details: Json): string | null {
  const to = isObject(details['to']) ? details['to'] : {};
  for (const key of NAMES) {
    const name = textOf(details[key]) ?? textOf(to[key]);
    if (name !== null) return name;
  }
  return null;
}

// ------------------------------------------------------------------ invoices

function ofInvoice(row: AuditRow, details: Json): Pick<StoredDetails, 'changes' | 'lines'> {
  const { position } = details;
  const [subjectId] = row.subjectIds;
  // A row with a position is about a deleted line, and its details describe only this line.
  if (typeof position === 'number' && subjectId !== undefined && !Array.isArray(details['lines']))
    return { changes: [], lines: linesOf([{ lineId: subjectId, ...details }]) };
  const invoiceId = row.historyOf ?? subjectId;
  // The details may also contain lines of other invoices.
  const isOwn = (line: Json) => line['invoiceId'] === undefined || line['invoiceId'] === invoiceId;
  const lines = linesOf([...listOf(details['lines']).filter(isOwn), ...listOf(details['removed'])]);
  return { changes: headerChanges(row.action, details), lines };
}

function headerChanges(action: string, details: Json): FieldChange[] {
  const { from, to, status, pairedWith } = details;
  const document = textOf(details['fileName']);
  if (document !== null) return change('document', null, document);
  const hasForm = ['from', 'to', 'lines', 'removed', 'status', 'pairedWith'].some((key) => key in details);
  if (!hasForm)
    return changesOf(action, details)
      .map((one) => ({ ...one, field: FIELD_NAMES[one.field] ?? one.field }))
      .sort((a, b) => placeOf(a) - placeOf(b));
  return [
    ...(typeof from === 'string' && typeof to === 'string' ? change('status', from, to) : invoiceFields(from, to)),
    ...(isPair(status) ? change('status', ...status) : []),
    ...(isPair(pairedWith) ? change('pairedWith', ...pairedWith) : []),
  ];
}

const linesOf = (lines: readonly Json[]): LineChange[] =>
  lines.flatMap((line) => {
    const { lineId, position, from, to, scope, manualShares } = line;
    if (typeof lineId !== 'string') return [];
    const changes = [
      ...invoiceFields(from, to),
      ...change('scope', null, scope),
      ...change('manualShares', null, manualShares),
    ];
    return [{ id: lineId, ...(typeof position === 'number' && { position }), changes }];
  });

const invoiceFields = (from: unknown, to: unknown): FieldChange[] =>
  keysOf(from, to)
    .filter((key) => !SILENT.includes(key))
    .flatMap((key) => change(FIELD_NAMES[key] ?? key, valueIn(from, key), valueIn(to, key)))
    .sort((a, b) => placeOf(a) - placeOf(b));

// ------------------------------------------------------------------ all others

function changesOf(action: string, details: Json): FieldChange[] {
  const { from, to, before, after } = details;
  const rest = Object.entries(details)
    .filter(([key]) => !PARTS.includes(key))
    // For a merge and for a change of many products, the values are in a nested object of the details.
    .flatMap(([key, value]) => (isObject(value) ? Object.entries(value) : [[key, value] as const]));
  return [
    ...(isObject(from) || isObject(to)
      ? keysOf(from, to).flatMap((key) => change(key, valueIn(from, key), valueIn(to, key)))
      : change(SOLE_FIELD[action] ?? 'status', from, to)),
    ...change('bundle', before, after),
    ...rest.flatMap(([key, value]) => {
      if (IN_PAIRS.test(action) && isPair(value)) return change(key, ...value);
      return ENDS.test(action) ? change(key, value, null) : change(key, null, value);
    }),
  ];
}

const keysOf = (a: unknown, b: unknown): string[] => [
  ...new Set([a, b].flatMap((value) => (isObject(value) ? Object.keys(value) : []))),
];
const valueIn = (object: unknown, key: string): unknown => (isObject(object) ? object[key] : undefined);

/** Some rows name a field by its column: `company_name` is `companyName` in the contract. */
const camelCase = (key: string): string => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function change(key: string, before: unknown, after: unknown): FieldChange[] {
  if (HIDDEN.test(key)) return [];
  const [from, to] = [valueOf(before), valueOf(after)];
  return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ field: camelCase(key), from, to }];
}

const ID = /^(?:[A-Z_]+ )?([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/;
type Item = Extract<AuditValue, readonly unknown[]>[number];

function valueOf(value: unknown): AuditValue {
  if (!Array.isArray(value)) return itemOf(value);
  const items = value.map(itemOf).filter((item) => item !== null);
  return items.length === 0 ? null : items;
}

function itemOf(value: unknown): Item {
  if (isObject(value)) {
    const id = textOf(value['id']) ?? textOf(value['layerId']);
    if (id !== null) return { ref: id, ...(value['amount'] !== undefined && { amount: String(value['amount']) }) };
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, v]) => (HIDDEN.test(key) ? [] : [[key, scalarOf(v)]])),
    );
  }
  const id = typeof value === 'string' ? ID.exec(value)?.[1] : undefined;
  return id === undefined ? scalarOf(value) : { ref: id };
}

/** Leaves strings, numbers and booleans unchanged; converts any other value to JSON. */
function scalarOf(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : JSON.stringify(value);
}
