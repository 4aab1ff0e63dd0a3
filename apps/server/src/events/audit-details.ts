import type { AuditEntry as ShownEntry } from '@quayside/contracts/audit';
import { type AuditRow, type AuditValue, type FieldChange, NO_DETAILS, type StoredDetails } from './audit-actions.ts';
import { detailsOfEarlierRow } from './earlier-audit-details.ts';

// Reads the details of audit rows. New rows have the form that audit-actions.ts describes.

/** Marks the form of the details. Rows of releases before it have no version; earlier-audit-details.ts reads them. */
const VERSION = 2;

type Change = ShownEntry['changes'][number];
/** Names for the ids in audit rows. */
export interface AuditNames {
  label(id: string): string | undefined;
  /** The position of a line, also of a deleted one. */
  position(lineId: string): number | null;
}

/** The details as JSON, or null for an action that stands alone. */
export const jsonOfDetails = (details: object | undefined): string | null =>
  details === undefined ? null : JSON.stringify({ version: VERSION, ...details });

/** The details of a row of any release. */
export function detailsOf(row: AuditRow): StoredDetails {
  const { details } = row;
  if (typeof details !== 'object' || details === null) return NO_DETAILS;
  if (!('version' in details)) return detailsOfEarlierRow(row);
  return { ...NO_DETAILS, ...(details as Partial<StoredDetails>) };
}

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
/** All ids in the details of rows, so that their names can be loaded at once. */
export const idsInDetails = (rows: readonly Pick<AuditRow, 'details'>[]): string[] => [
  ...new Set(rows.flatMap(({ details }) => JSON.stringify(details ?? null).match(UUID) ?? [])),
];

/** The changes of a row, field by field, with names for ids. */
export function changesInWords({ changes, facts, lines }: StoredDetails, names: AuditNames): Change[] {
  const inWords = (line: Change['line'], all: readonly FieldChange[]): Change[] =>
    all
      .map(({ field, from, to }) => ({ line, field, from: valueInWords(from, names), to: valueInWords(to, names) }))
      .filter(({ from, to }) => from !== to);
  return [
    ...inWords(null, changes),
    ...inWords(
      null,
      Object.entries(facts).map(([field, to]) => ({ field, from: null, to })),
    ),
    ...lines.flatMap(({ id, position, changes: ofLine }) =>
      inWords({ id, position: position ?? names.position(id) }, ofLine),
    ),
  ];
}

/** A value in words, except for codes of closed lists, which the screen translates. Null: there is no value. */
function valueInWords(value: AuditValue, names: AuditNames): string | null {
  if (value === null || value === '') return null;
  if (typeof value !== 'object') return String(value);
  if (isList(value)) return value.flatMap((item) => valueInWords(item, names) ?? []).join(', ') || null;
  if ('ref' in value && typeof value.ref === 'string') {
    const label = names.label(value.ref) ?? value.ref;
    return 'amount' in value ? `${label}: ${value.amount}` : label;
  }
  return (
    Object.values(value)
      .filter((part) => part !== null && part !== '')
      .join(' ') || null
  );
}
const isList = (value: AuditValue): value is Extract<AuditValue, readonly unknown[]> => Array.isArray(value);
