import type { HistoryEntry } from './invoices.types.ts';

type Change = HistoryEntry['changes'][number];
type Json = Readonly<Record<string, unknown>>;

/** Resolves ids in the audit log to words. */
export interface HistoryWords {
  /** The position of a line, even of a deleted one. */
  position(lineId: string): number | null;
  /** The label of a supplier, product, line, invoice or order; the id itself when it is unknown. */
  label(id: string): string;
}

/** Names of fields that differ between the audit log and the contract. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  number: 'invoiceNumber',
  supplierId: 'supplier',
  productId: 'product',
  creditsLineId: 'creditsLine',
  isExcluded: 'isExcludedFromGeneralCostsData',
};
/** The order of the fields in the form, because the log has none. Fields not listed here come last. */
const ORDER =
  'invoiceNumber kind supplier date currency rate rateDate rateSource total lineCount costType product name quantity amount taxAmount isTaxRecoverable creditsLine'.split(
    ' ',
  );
const placeOf = (field: string): number => (ORDER.includes(field) ? ORDER.indexOf(field) : ORDER.length);
/** Fields that only repeat what another field says. */
const SILENT: ReadonlySet<string> = new Set(['isNumberFromDate', 'hasChosenScope']);
const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Collects every id in the details of rows, so that their labels can be loaded at once. */
export function idsIn(details: readonly unknown[]): string[] {
  return [
    ...new Set(details.flatMap((d) => (d === null || d === undefined ? [] : (JSON.stringify(d).match(UUID) ?? [])))),
  ];
}

/**
 * The changes that one audit row records about one invoice, field by field. Rows of all releases are read; missing
 * details and unknown forms are left out.
 */
export function changesOf(
  row: { readonly subjectIds: readonly string[]; readonly details: unknown },
  invoiceId: string,
  words: HistoryWords,
): Change[] {
  const { details } = row;
  if (!isObject(details)) return [];
  const own = Array.isArray(details['lines']) ? [] : lineOf(row, details, words);
  return [
    ...(own.length > 0 ? own : headerChanges(details, words)),
    ...listOf(details['lines'])
      .filter((l) => l['invoiceId'] === undefined || l['invoiceId'] === invoiceId)
      .flatMap((l) => lineChanges(l, words)),
    ...listOf(details['removed']).flatMap((l) => lineChanges(l, words)),
  ];
}

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** The changes of a row about one line, such as a deletion. */
function lineOf(row: { readonly subjectIds: readonly string[] }, details: Json, words: HistoryWords): Change[] {
  const [lineId] = row.subjectIds;
  return typeof details['position'] === 'number' && lineId !== undefined
    ? lineChanges({ lineId, ...details }, words)
    : [];
}

function headerChanges(details: Json, words: HistoryWords): Change[] {
  const { from, to, status, pairedWith, fileName } = details;
  const document = textOf(fileName);
  if (document !== null) return [{ line: null, field: 'document', from: null, to: document }];
  const change = (field: string, before: unknown, after: unknown): Change[] => pair(null, field, before, after, words);
  // A status transition records only the status.
  const fields =
    typeof from === 'string' && typeof to === 'string'
      ? change('status', from, to)
      : fieldChanges(null, from, to, words);
  return [
    ...fields,
    ...(Array.isArray(status) ? change('status', status[0], status[1]) : []),
    ...(Array.isArray(pairedWith) ? change('pairedWith', pairedWith[0], pairedWith[1]) : []),
  ];
}

function lineChanges(details: Json, words: HistoryWords): Change[] {
  const id = textOf(details['lineId']);
  if (id === null) return [];
  const line = { id, position: typeof details['position'] === 'number' ? details['position'] : words.position(id) };
  const { from, to, scope, manualShares } = details;
  return [
    ...fieldChanges(line, from, to, words),
    ...(scope === undefined ? [] : pair(line, 'scope', null, scope, words)),
    ...(manualShares === undefined ? [] : pair(line, 'manualShares', null, manualShares, words)),
  ];
}

function fieldChanges(line: Change['line'], from: unknown, to: unknown, words: HistoryWords): Change[] {
  const [before, after] = [isObject(from) ? from : {}, isObject(to) ? to : {}];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => !SILENT.has(key));
  return keys
    .flatMap((key) => pair(line, FIELD_NAMES[key] ?? key, before[key], after[key], words))
    .sort((a, b) => placeOf(a.field) - placeOf(b.field));
}

function pair(line: Change['line'], field: string, before: unknown, after: unknown, words: HistoryWords): Change[] {
  const [from, to] = [readable(before, words), readable(after, words)];
  return from === to ? [] : [{ line, field, from, to }];
}

/** Formats a value for people. Values of closed lists stay unchanged, because the screen translates them. */
function readable(value: unknown, words: HistoryWords): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value)) return value.flatMap((v) => readable(v, words) ?? []).join(', ') || null;
  if (isObject(value)) {
    const label = words.label(textOf(value['id']) ?? textOf(value['layerId']) ?? '');
    return value['amount'] === undefined ? label : `${label}: ${String(value['amount'])}`;
  }
  // A pairing is recorded as its type followed by its id.
  return String(value)
    .replace(/^(?:INVOICE|ORDER) (?=[0-9a-f-]{36}$)/, '')
    .replace(UUID, (id) => words.label(id));
}
