import type { ImportAction } from '@quayside/contracts/imports';
import {
  LEAD_TIME_PARTS,
  partOfLeadTime,
  type SupplierImportField,
} from '@quayside/contracts/suppliers/supplier-fields';
import type { LeadTime } from '@quayside/contracts/suppliers/suppliers';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { isNoNumber } from '@quayside/domain/money/number-text';
import { termsText } from '@quayside/domain/suppliers/terms-text';
import { MAX_CELL, shown, storable, withoutApostrophe } from '../../../tables/cells.ts';
import { checkRowLength, readingIn } from '../../../tables/import-columns.ts';
import type { FileRow } from '../../../tables/open-table.ts';
import type { CellError } from '../../imports/public.ts';
import { isDays, readSupplierCell } from './supplier-imports.fields.ts';
import type { SupplierLayout } from './supplier-imports.layout.ts';
import {
  changedFields,
  NEW_STATE,
  type StoredSupplier,
  type SupplierChanges,
  type SupplierState,
  withChanges,
} from '../rows/suppliers.state.ts';

/** One parsed row. Lead times are given part by part: a part that the row lacks stays as it is. */
export interface ReadRow {
  readonly row: number;
  readonly id: string | undefined;
  readonly changes: Omit<SupplierChanges, 'leadTimes' | 'archivedAt'>;
  readonly leadTimes: readonly Partial<LeadTime>[];
  readonly errors: readonly CellError[];
  /** Whether a cell of the name or the id is invalid, so that no supplier can be found. */
  readonly isUnnamed: boolean;
}

/** Parses one row. Reports each invalid cell. An empty cell means that the field does not change. */
export function readSupplierRow(layout: SupplierLayout, fileRow: FileRow): ReadRow {
  const { names, fields, values } = layout;
  const { row, cells, exact, stored } = fileRow;
  const errors: CellError[] = [];
  const wrong = new Set<SupplierImportField>();
  const fail = (column: number, value: string, reason: Text) => {
    const field = fields[column];
    if (field) wrong.add(field);
    errors.push({ row, column: shown(names[column] ?? String(column + 1)), value: shown(value), reason });
  };
  checkRowLength(layout, fileRow, fail);
  if (fileRow.fault) return { row, id: undefined, changes: {}, leadTimes: [], errors, isUnnamed: true };
  const changes: Record<string, unknown> = {};
  const times = new Map<string, Partial<LeadTime>>();
  let id: string | undefined;
  for (const [i, field] of fields.entries()) {
    const raw = cells[i] ?? '';
    if (raw.length > MAX_CELL) fail(i, raw, say('cell.too_long'));
    if (field !== null && stored?.get(i)?.as === 'NO_VALUE') fail(i, '', say('rows.no_value'));
    const text = raw.length > MAX_CELL || field === null ? '' : storable(withoutApostrophe(raw.trim()).trim());
    if (text === '' || field === null || (isDays(field) && isNoNumber(text))) continue;
    if (field === 'id') {
      id = text.toLowerCase();
      continue;
    }
    const read = readSupplierCell(field, text, values, exact?.has(i) ? 'POINT' : readingIn(layout, i));
    const time = partOfLeadTime(field);
    if ('reason' in read) fail(i, read.words ?? text, read.reason);
    else if (time)
      times.set(time.method, { ...times.get(time.method), shippingMethod: time.method, [time.part]: read.value });
    else if (read.value !== undefined) changes[field] = read.value;
  }
  const isUnnamed = wrong.has('companyName') || wrong.has('id');
  return { row, id, changes, leadTimes: [...times.values()], errors, isUnnamed };
}

/** A field that a row changes, as text; payment terms and lead times as in a cell. */
export type SupplierChange = readonly [field: string, before: string | null, after: string | null];

/** What a row will do. */
export interface PlannedRow {
  readonly row: number;
  readonly action: ImportAction;
  readonly before: StoredSupplier | undefined;
  readonly companyName: string;
  readonly state: SupplierState;
  readonly changes: readonly SupplierChange[];
  readonly errors: readonly CellError[];
}

/**
 * Decides what a row does to the supplier that it means; undefined: it creates one. The name of a supplier changes only
 * if the row names the supplier by its id: otherwise it only identifies the supplier.
 */
export function planRow(read: ReadRow, before: StoredSupplier | undefined, errors: readonly CellError[]): PlannedRow {
  const from = before?.state ?? NEW_STATE;
  const isRenamed = before === undefined || read.id !== undefined;
  const state = withChanges(from, {
    ...read.changes,
    ...(!isRenamed && { companyName: undefined }),
    leadTimes: timesAfter(from.leadTimes, read.leadTimes),
  });
  const changes = errors.length > 0 ? [] : changesInWords(from, state);
  const action = errors.length > 0 ? 'FAIL' : !before ? 'CREATE' : changes.length > 0 ? 'UPDATE' : 'SKIP';
  return { row: read.row, action, before, companyName: state.companyName, state, changes, errors };
}

/** Lead times with the days that are given; other days stay. */
export function timesAfter(times: readonly LeadTime[], given: readonly Partial<LeadTime>[]): LeadTime[] {
  const after = new Map(times.map((time) => [time.shippingMethod, time]));
  for (const { shippingMethod, ...days } of given)
    if (shippingMethod)
      after.set(shippingMethod, {
        ...(after.get(shippingMethod) ?? { shippingMethod, production: null, transit: null, checkIn: null }),
        ...days,
      });
  return [...after.values()];
}

/** The changed fields with their values before and after, as text. */
export function changesInWords(from: SupplierState, to: SupplierState): SupplierChange[] {
  return changedFields(from, to).flatMap((field): SupplierChange[] => {
    if (field === 'paymentTerms')
      return [[field, termsText(from.paymentTerms) || null, termsText(to.paymentTerms) || null]];
    if (field !== 'leadTimes') return [[field, textOf(from[field]), textOf(to[field])]];
    const methods = new Set([...from.leadTimes, ...to.leadTimes].map((time) => time.shippingMethod));
    return [...methods].flatMap((method) =>
      LEAD_TIME_PARTS.flatMap((part): SupplierChange[] => {
        const [before, after] = [from, to].map(
          (state) => state.leadTimes.find((time) => time.shippingMethod === method)?.[part] ?? null,
        );
        return before === after ? [] : [[`leadTimes.${method}.${part}`, textOf(before), textOf(after)]];
      }),
    );
  });
}
const textOf = (value: string | number | null | undefined) =>
  value === null || value === undefined || value === '' ? null : String(value);
