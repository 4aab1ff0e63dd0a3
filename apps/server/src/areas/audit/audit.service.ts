import type { AuditEntry, listAuditLog } from '@quayside/contracts/audit';
import type { QueryOut } from '@quayside/contracts/endpoint';
import type { Page } from '@quayside/contracts/paging';
import { envelope } from '../../db/paging.ts';
import type { Work } from '../../db/tx.ts';
import { changesInWords, detailsOf, idsInDetails } from '../../events/audit-details.ts';
import { personNames } from '../accounts/public.ts';
import { knownThings, listLogged, type Logged, productChanges, undoableOf } from './audit.views.ts';

const MOST_THINGS = 20;
const MOST_CHANGES = 200;
/**
 * The kinds of records that an entry lists by name. An entry about an invoice line lists its invoice; entries about
 * other kinds list nothing.
 */
const NAMED = [
  'account-code',
  'carton',
  'carton-type',
  'cash-entry',
  'credit',
  'document',
  'duty-rate',
  'exchange-rate',
  'freight-rate',
  'import',
  'invoice',
  'invoice-payment',
  'member',
  'order',
  'payment',
  'person',
  'product',
  'purchase-order',
  'shipment-plan',
  'supplier',
  'supplier-import',
];
/**
 * Whether the old and new values of an entry are read from the changelog of its product. This applies only to entries
 * about a single product. If several products were changed at once, their values are only in the changelog of each
 * product.
 */
const hasChangelog = (row: Logged): boolean =>
  row.kind === 'product' && row.subjectIds.length === 1 && row.action !== 'product.bundle-changed';

/**
 * Whether a changelog row about `field` belongs to an entry that lists `fields`. Several entries written at the same
 * instant share the rows of the changelog. A field that the changelog calls `supplier` may be called `supplierId` or
 * `supplierIds` in the entry.
 */
const isOf = (field: string, fields: readonly string[]): boolean =>
  fields.length === 0 || [field, `${field}Id`, `${field}Ids`].some((name) => fields.includes(name));

/** Lists who changed what in the account, with old and new values. */
export async function listAudit(w: Work, q: QueryOut<typeof listAuditLog>): Promise<Page<AuditEntry>> {
  const { rows, count, window } = await listLogged(w, q);
  const entries = await tellEntries(w, rows);
  const undoable = await undoableOf(w, rows);
  return envelope(
    entries.map((entry, i) => ({
      ...entry,
      changes: entry.changes.slice(0, MOST_CHANGES),
      undo: undoable.get(rows[i]?.requestId ?? '') ?? null,
    })),
    count,
    window,
  );
}

/** The records of an entry that are of its kind. An entry about a credit names the payment on which it was used too. */
const subjectsOf = ({ kind, subjectIds }: Logged): readonly string[] =>
  kind === 'credit' ? subjectIds.slice(0, 1) : subjectIds;

/** All ids that occur in the subjects and details of entries. */
const idsOf = (rows: readonly Logged[]): string[] => [
  ...new Set([
    ...rows.flatMap((r) => [...r.subjectIds.slice(0, MOST_THINGS), ...(r.historyOf === null ? [] : [r.historyOf])]),
    ...idsInDetails(rows),
  ]),
];

/** An entry in words, as the screen and the export have it. */
export type ToldEntry = Omit<AuditEntry, 'undo'>;
/**
 * Converts rows of the log to entries as the screen shows them: with names instead of ids, and with all of their
 * changes.
 */
export async function tellEntries(w: Work, rows: readonly Logged[]): Promise<ToldEntry[]> {
  const names = await personNames(
    w,
    rows.map((r) => r.personId),
  );
  const { things, positions } = await knownThings(w, idsOf(rows));
  const changed = await productChanges(
    w,
    rows.filter(hasChangelog).map((r) => ({ id: r.id, productId: r.subjectIds[0] ?? '' })),
  );
  const ofIds = { label: (id: string) => things.get(id)?.label, position: (id: string) => positions.get(id) ?? null };
  const thingsOf = (row: Logged): AuditEntry['things'] => {
    if (row.kind === 'invoice-line') return thingOf('invoice', row, row.historyOf === null ? [] : [row.historyOf]);
    return NAMED.includes(row.kind) ? thingOf(row.kind, row, subjectsOf(row)) : [];
  };
  const thingOf = (kind: string, row: Logged, ids: readonly string[]): AuditEntry['things'] =>
    ids.slice(0, MOST_THINGS).map((id) => {
      const known = things.get(id);
      return {
        kind,
        id,
        label: known?.label ?? (ids.length === 1 ? detailsOf(row).name : null),
        exists: known?.exists ?? false,
      };
    });
  const toEntry = (row: Logged): ToldEntry => {
    const details = detailsOf(row);
    const { fields } = details;
    const logged = changed
      .filter((c) => c.entryId === row.id && isOf(c.field, fields))
      .map(({ field, from, to }) => ({ line: null, field, from, to }));
    const changes = logged.length > 0 ? logged : changesInWords(details, ofIds);
    return {
      id: row.id,
      at: row.at.toISOString(),
      who: row.personId === null ? null : { id: row.personId, name: names.get(row.personId) ?? '' },
      action: row.action,
      kind: row.kind,
      things: thingsOf(row),
      thingCount: row.kind === 'invoice-line' ? 1 : subjectsOf(row).length,
      changes,
      changeCount: changes.length,
      fields: logged.length > 0 ? [] : [...fields],
    };
  };
  return rows.map(toEntry);
}
