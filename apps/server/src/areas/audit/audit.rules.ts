import type { AuditEntry } from '@quayside/contracts/audit';
import { changesOf as invoiceChanges } from '../invoices/public.ts';

export type AuditChange = AuditEntry['changes'][number];
type Json = Readonly<Record<string, unknown>>;

/** An entry as it is stored. */
export interface Logged {
  readonly id: string;
  readonly personId: string | null;
  readonly action: string;
  readonly kind: string;
  readonly subjectIds: readonly string[];
  readonly historyOf: string | null;
  readonly details: unknown;
  readonly at: Date;
}
/** Names for the ids in entries. */
export interface Names {
  label(id: string): string | undefined;
  position(lineId: string): number | null;
}

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
/** What is of use to the machine alone, and what is never shown even if it were there one day. */
const HIDDEN = /^(operationId|sha256|invoiceId|requestId|lineId|orders)$|password|secret|token|hash/i;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isPair = (value: unknown): value is readonly [unknown, unknown] => Array.isArray(value) && value.length === 2;

/** Every id that stands in entries, so that the names of all are read at once. */
export const idsIn = (rows: readonly Logged[]): string[] => [
  ...new Set(
    rows.flatMap((r) => [
      ...r.subjectIds.slice(0, 20),
      ...(r.historyOf === null ? [] : [r.historyOf]),
      ...(JSON.stringify(r.details)?.match(UUID) ?? []),
    ]),
  ),
];

/** `company_name` is companyName on the wire. */
const camel = (key: string): string => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A value as it is told: a name for an id, a comma between the parts of a list. */
function readable(value: unknown, names: Names): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value)) return value.flatMap((v) => readable(v, names) ?? []).join(', ') || null;
  if (isObject(value)) {
    const parts = Object.entries(value).filter(([key, v]) => !HIDDEN.test(key) && v !== null && v !== '');
    return parts.map(([, v]) => readable(v, names)).join(' ') || null;
  }
  return String(value)
    .replace(/^(?:INVOICE|ORDER) (?=[0-9a-f-]{36}$)/, '')
    .replace(UUID, (found) => names.label(found) ?? found);
}

function change(field: string, before: unknown, after: unknown, names: Names): AuditChange[] {
  if (HIDDEN.test(field)) return [];
  const [from, to] = [readable(before, names), readable(after, names)];
  return from === to ? [] : [{ line: null, field: camel(field), from, to }];
}

/** What a single value before and after is a value of; the log does not say. */
const SOLE_FIELD: Readonly<Record<string, string>> = {
  'member.role-changed': 'roles',
  'document.replaced': 'fileVersion',
};
/** Names of fields, and what the history of an invoice reads. */
const OF_LINES = ['fields', 'lines', 'removed'];
/** What is gone was something before, and nothing after. */
const isEnd = (action: string) => /\.(deleted|removed|merged-away|invitation-revoked)$/.test(action);

/** What an entry changed, field by field. Entries of every version of this software are read. */
export function changesOf(row: Logged, names: Names): AuditChange[] {
  const { details, action } = row;
  if (!isObject(details)) return [];
  if (row.kind === 'invoice' || row.kind === 'invoice-line') {
    const words = { position: names.position, label: (some: string) => names.label(some) ?? some };
    const own = invoiceChanges(row, row.historyOf ?? row.subjectIds[0] ?? '', words);
    if (own.length > 0) return own.filter(({ field }) => !HIDDEN.test(field));
  }
  const { from, to, before, after, ...rest } = details;
  return [
    ...(isObject(from) || isObject(to)
      ? keysOf(from, to).flatMap((key) => change(key, valueOf(from, key), valueOf(to, key), names))
      : change(SOLE_FIELD[action] ?? 'status', from, to, names)),
    ...change('bundle', before, after, names),
    ...Object.entries(rest)
      .filter(([key]) => !OF_LINES.includes(key))
      // What a bulk change did is a level deeper.
      .flatMap(([key, value]) => (isObject(value) ? Object.entries(value) : [[key, value] as const]))
      .flatMap(([key, value]) =>
        isPair(value)
          ? change(key, value[0], value[1], names)
          : isEnd(action)
            ? change(key, value, null, names)
            : change(key, null, value, names),
      ),
  ];
}
const keysOf = (a: unknown, b: unknown): string[] => [
  ...new Set([a, b].flatMap((v) => (isObject(v) ? Object.keys(v) : []))),
];
const valueOf = (object: unknown, key: string): unknown => (isObject(object) ? object[key] : undefined);

/** Fields whose names alone are kept. */
export function fieldsOf({ details }: Logged): string[] {
  const fields = isObject(details) ? details['fields'] : undefined;
  return Array.isArray(fields) ? fields.filter((f): f is string => typeof f === 'string' && !HIDDEN.test(f)) : [];
}

/** What a thing was called when the entry was written. */
export function labelThen({ details }: Logged): string | null {
  if (!isObject(details)) return null;
  const to = isObject(details['to']) ? details['to'] : {};
  for (const key of ['sku', 'companyName', 'number', 'fileName', 'email', 'summary', 'name'])
    for (const value of [details[key], to[key]]) if (typeof value === 'string' && value !== '') return value;
  return null;
}
