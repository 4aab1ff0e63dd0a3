import type { AuditEntry, listAuditLog } from '@quayside/contracts/audit';
import type { QueryOut } from '@quayside/contracts/endpoint';
import type { Page } from '@quayside/contracts/paging';
import { envelope } from '../../db/paging.ts';
import type { Work } from '../../db/tx.ts';
import { changesInWords, detailsOf, idsInDetails } from '../../events/audit-details.ts';
import { personNames } from '../accounts/public.ts';
import { knownThings, listLogged, type Logged, productChanges } from './audit.views.ts';

const MOST_THINGS = 20;
const MOST_CHANGES = 200;
/** Kinds whose things have a name and, most of them, a page. The others are the account itself, or of one person. */
const NAMED = ['document', 'import', 'invoice', 'member', 'person', 'product', 'supplier'];
/** Single products: what was done to many has its values in each product's changelog. */
const hasChangelog = (row: Logged): boolean =>
  row.kind === 'product' && row.subjectIds.length === 1 && row.action !== 'product.bundle-changed';

/**
 * Several changes of one instant share its rows of the changelog; the entry names its own. `supplierIds` is logged as
 * supplier.
 */
const isOf = (field: string, fields: readonly string[]): boolean =>
  fields.length === 0 || [field, `${field}Id`, `${field}Ids`].some((name) => fields.includes(name));

/** Who changed what in the account, from what to what. */
export async function listAudit(w: Work, q: QueryOut<typeof listAuditLog>): Promise<Page<AuditEntry>> {
  const { rows, count, window } = await listLogged(w, q);
  const entries = await tellEntries(w, rows);
  return envelope(
    entries.map((entry) => ({ ...entry, changes: entry.changes.slice(0, MOST_CHANGES) })),
    count,
    window,
  );
}

/** Every id that the things and details of entries name. */
const idsOf = (rows: readonly Logged[]): string[] => [
  ...new Set([
    ...rows.flatMap((r) => [...r.subjectIds.slice(0, MOST_THINGS), ...(r.historyOf === null ? [] : [r.historyOf])]),
    ...idsInDetails(rows),
  ]),
];

/** Entries as they are told: with names for ids, and with all of their changes. */
export async function tellEntries(w: Work, rows: readonly Logged[]): Promise<AuditEntry[]> {
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
    return NAMED.includes(row.kind) ? thingOf(row.kind, row, row.subjectIds) : [];
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
  const toEntry = (row: Logged): AuditEntry => {
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
      thingCount: row.kind === 'invoice-line' ? 1 : row.subjectIds.length,
      changes,
      changeCount: changes.length,
      fields: logged.length > 0 ? [] : [...fields],
    };
  };
  return rows.map(toEntry);
}
