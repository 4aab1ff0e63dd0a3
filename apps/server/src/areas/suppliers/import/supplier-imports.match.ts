import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { NEW_SUPPLIER } from '@quayside/contracts/suppliers/supplier-fields';
import type { SupplierImport } from '@quayside/contracts/suppliers/supplier-imports';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { codeIdentity } from '@quayside/domain/written-text';
import { createSimilarNames, marksOf, type SimilarNames } from '@quayside/domain/suppliers/similar-names';
import type { Work } from '../../../db/tx.ts';
import { shown } from '../../../tables/cells.ts';
import { meaningIn } from './supplier-imports.fields.ts';
import type { SupplierLayout } from './supplier-imports.layout.ts';
import { companyKeys, listSupplierNames, type SupplierName } from './supplier-imports.names.queries.ts';
import type { CellError } from '../../imports/public.ts';
import { planRow, type PlannedRow, type ReadRow } from './supplier-imports.rows.ts';
import { findSupplierIdsByName } from '../rows/suppliers.queries.ts';
import { lockStates } from '../rows/supplier-states.queries.ts';

/** The supplier that a row means: its id, undefined for a new one, or why it is not known. */
interface Match {
  readonly row: ReadRow;
  readonly id: string | undefined;
  readonly problem: Problem | undefined;
}
interface Problem {
  readonly field: 'id' | 'companyName';
  readonly value: string;
  readonly reason: Text;
}
export type Similar = SupplierImport['similar'][number];

/** The number of rows to match before the event loop can run other work. */
const TURN = 100;
/** How many suppliers with a similar name are offered. */
const MOST_SIMILAR = 5;

/**
 * Finds the supplier of each row: by its id, or by its name regardless of case. A name that is only similar to another
 * is a question for a person. Then decides what each row does. `how`: the suppliers are only looked at, or locked.
 */
export async function planRows(
  w: Work,
  layout: SupplierLayout,
  rows: readonly ReadRow[],
  how?: 'peek',
): Promise<{ readonly plans: PlannedRow[]; readonly similar: Similar[] }> {
  const { matches, similar } = await matchRows(w, layout, rows);
  const stored = await lockStates(
    w,
    matches.flatMap(({ id }) => id ?? []),
    how,
  );
  const plans = matches.map(({ row, id, problem }) => {
    const own: CellError[] = problem
      ? [{ row: row.row, column: columnOf(layout, problem.field), value: shown(problem.value), reason: problem.reason }]
      : [];
    return planRow(row, id === undefined ? undefined : stored.get(id), [...row.errors, ...own]);
  });
  return { plans, similar };
}

const columnOf = ({ names, fields }: SupplierLayout, field: 'id' | 'companyName'): string =>
  shown(names[fields.indexOf(field)] ?? field);

/** What the account knows about the names in a file. */
interface Known {
  readonly layout: SupplierLayout;
  readonly byId: ReadonlyMap<string, SupplierName>;
  /** The suppliers with exactly this name, ignoring case. */
  readonly exact: ReadonlyMap<string, readonly string[]>;
  readonly keys: ReadonlyMap<string, string>;
  readonly names: SimilarNames<SupplierName>;
}
/** What the rows so far have named. */
interface Seen {
  /** The first row of each supplier, by its id or its new name. */
  readonly first: Map<string, number>;
  readonly names: SimilarNames<number>;
  readonly similar: Map<string, Similar>;
}

async function matchRows(
  w: Work,
  layout: SupplierLayout,
  rows: readonly ReadRow[],
): Promise<{ readonly matches: Match[]; readonly similar: Similar[] }> {
  const suppliers = await listSupplierNames(w);
  const names = rows.flatMap(({ changes: { companyName, localName } }) => [companyName ?? [], localName ?? []].flat());
  const known: Known = {
    layout,
    byId: new Map(suppliers.map((s) => [s.id, s])),
    exact: await findSupplierIdsByName(w, names),
    keys: await companyKeys(w, names),
    names: createSimilarNames(),
  };
  for (const s of suppliers)
    known.names.add({ keys: [s.nameKey ?? [], s.localNameKey ?? []].flat(), marks: marksOf(s.companyName) }, s);
  const seen: Seen = { first: new Map(), names: createSimilarNames(), similar: new Map() };
  const matches: Match[] = [];
  for (const row of rows) {
    matches.push(firstOnly(seen, matchRow(known, seen, row)));
    if (matches.length % TURN === 0) await yieldToEventLoop();
  }
  return { matches, similar: [...seen.similar.values()] };
}

/** Refuses a row whose supplier an earlier row names as well. */
function firstOnly({ first }: Seen, match: Match): Match {
  const { row, id, problem } = match;
  const name = row.changes.companyName ?? '';
  const key = id ?? codeIdentity(name).toLowerCase();
  const earlier = first.get(key);
  if (earlier === undefined) first.set(key, row.row);
  if (earlier === undefined || problem) return match;
  const reason = say('rows.same_supplier', { row: earlier });
  return row.id === undefined ? wrong(row, 'companyName', name, reason) : wrong(row, 'id', row.id, reason);
}

const wrong = (row: ReadRow, field: Problem['field'], value: string, reason: Text): Match => ({
  row,
  id: undefined,
  problem: { field, value, reason },
});
const found = (row: ReadRow, id: string | undefined): Match => ({ row, id, problem: undefined });

function matchRow(known: Known, seen: Seen, row: ReadRow): Match {
  const { byId, layout } = known;
  if (row.id !== undefined)
    return byId.has(row.id) ? found(row, row.id) : wrong(row, 'id', row.id, say('rows.supplier_id'));
  const { companyName: name } = row.changes;
  if (row.isUnnamed) return found(row, undefined);
  if (name === undefined) return wrong(row, 'companyName', '', say('rows.needs_company_name'));
  const meant = meaningIn(layout.values, 'companyName', shown(name))?.to;
  const ids = known.exact.get(name) ?? [];
  const id = ids.length > 1 ? ids.find((one) => one === meant) : (ids[0] ?? byId.get(meant ?? '')?.id);
  if (id !== undefined) return found(row, id);
  if (ids.length === 0) return matchNewName(known, seen, row, { name, isNew: meant === NEW_SUPPLIER });
  offer(
    seen,
    name,
    ids.flatMap((one) => byId.get(one) ?? []),
  );
  return wrong(row, 'companyName', name, say('rows.supplier_several'));
}

/**
 * A name that no supplier has. It is a question if it is similar to another one, unless a person said that it is new.
 */
function matchNewName(
  known: Known,
  seen: Seen,
  row: ReadRow,
  { name, isNew }: { readonly name: string; readonly isNew: boolean },
): Match {
  const keys = [name, row.changes.localName ?? ''].flatMap((one) => known.keys.get(one) ?? []);
  const compared = { keys, marks: marksOf(name) };
  const alike = isNew ? [] : known.names.find(compared).slice(0, MOST_SIMILAR);
  if (alike.length > 0) {
    offer(seen, name, alike);
    const suppliers = alike.map(({ companyName }) => companyName).join('; ');
    return wrong(row, 'companyName', name, say('rows.supplier_similar', { suppliers }));
  }
  const [earlier] = isNew || seen.first.has(codeIdentity(name).toLowerCase()) ? [] : seen.names.find(compared);
  if (earlier !== undefined) {
    offer(seen, name, []);
    return wrong(row, 'companyName', name, say('rows.supplier_similar_row', { row: earlier }));
  }
  seen.names.add(compared, row.row);
  return found(row, undefined);
}

/** Offers the suppliers that a name may mean. */
function offer({ similar }: Seen, name: string, suppliers: readonly SupplierName[]): void {
  const offered = suppliers
    .slice(0, MOST_SIMILAR)
    .map(({ id, companyName, localName, city, email }) => ({ id, companyName, localName, city, email }));
  similar.set(shown(name), { name: shown(name), suppliers: offered });
}
