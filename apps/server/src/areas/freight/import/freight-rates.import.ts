import { say } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../../db/tx.ts';
import { changesBetween } from '../../../events/audit-actions.ts';
import { changed, record } from '../../../events/outbox.ts';
import { react } from '../../../events/reactions.ts';
import type { CellProblem } from '../../../tables/part-rows.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { changesImport, type PlannedChange, type ReadTable, shownChanges } from '../../imports/public.ts';
import { supplierIdsByName } from '../../suppliers/public.ts';
import { insertRate, type RateRow, ratesByName, saveRate } from '../rates/freight-rates.queries.ts';
import {
  checkRate,
  loggedRateField,
  RATE_DEFAULTS,
  RATE_LOG_FIELDS,
  type RateFields,
} from '../rates/freight-rates.state.ts';
import { IMPORT_RATES_OPERATION } from '../rates/freight-rates.undo.ts';
import { FREIGHT_TABLE, type FreightColumn } from './freight-table.headings.ts';
import { readFreightRows, type ReadRow } from './freight-table.rows.ts';

/** The most ids in a live message. A message without ids means that many rates changed. */
const NAMED = 100;

export const FREIGHT_IMPORT = changesImport<FreightColumn, RateFields>({
  table: FREIGHT_TABLE,
  lock: lockCosts,
  plan: planRates,
  operation: IMPORT_RATES_OPERATION,
  store: storeRates,
});

/** Reads the rows, finds their forwarders and the rates that they replace, and checks each rate as a whole. */
async function planRates(
  w: Work,
  table: ReadTable<FreightColumn>,
): Promise<{ planned: PlannedChange<RateFields>[]; problems: CellProblem[] }> {
  const read = readFreightRows(table);
  const forwarders = await supplierIdsByName(
    w,
    read.flatMap(({ forwarder }) => forwarder ?? []),
  );
  const stored = Map.groupBy(
    await ratesByName(
      w,
      read.flatMap(({ given }) => given.name ?? []),
    ),
    (row) => keyOf(row.fields),
  );
  const known = { forwarders, stored, seen: new Map<string, number>() };
  const planned = read.flatMap((row) => planRow(w, row, known) ?? []);
  return { planned, problems: read.flatMap(({ problems }) => problems) };
}

/** What tells the rates of an account apart in a table: name, forwarder and first day. */
const keyOf = ({ name, forwarderId, validFrom }: Pick<RateFields, 'name' | 'forwarderId' | 'validFrom'>): string =>
  JSON.stringify([name.toLowerCase(), forwarderId, validFrom]);

interface Known {
  readonly forwarders: ReadonlyMap<string, readonly string[]>;
  readonly stored: ReadonlyMap<string, readonly RateRow[]>;
  /** The row of each key that was read before. */
  readonly seen: Map<string, number>;
}

function planRow(w: Work, read: ReadRow, known: Known): PlannedChange<RateFields> | undefined {
  const { given } = read;
  const { name = '' } = given;
  const forwarderId = forwarderOf(read, known);
  if (name === '') return void read.isWhole(undefined);
  if (read.problems.length > 0) return undefined;
  const key = keyOf({ name, forwarderId: forwarderId ?? null, validFrom: given.validFrom ?? null });
  const earlier = known.seen.get(key);
  if (earlier !== undefined) return read.failRow(name, say('freight.same_row', { row: earlier }));
  known.seen.set(key, read.row);
  const [before, another] = known.stored.get(key) ?? [];
  if (another) return read.failRow(name, say('freight.several_rates'));
  if (!read.isWhole(before?.fields)) return undefined;
  const typed = { ...given, ...(forwarderId !== undefined && { forwarderId }) };
  const result = checkRate({ ...RATE_DEFAULTS, ...before?.fields, ...typed } as RateFields);
  if (!result.ok) {
    for (const { field, message } of result.problems) read.failPath(field, message);
    return undefined;
  }
  const { fields } = result;
  const changes = changesBetween(
    RATE_LOG_FIELDS,
    (field) => (before ? loggedRateField(before.fields, field) : null),
    (field) => loggedRateField(fields, field),
  );
  return {
    row: read.row,
    id: before?.id ?? w.newId(),
    fields,
    before: before?.fields ?? null,
    version: before?.version ?? 0,
    label: fields.name,
    changes: shownChanges(changes, read.forwarder),
  };
}

/** The supplier that the row names; undefined if the table has no column of forwarders. */
function forwarderOf({ forwarder, fail }: ReadRow, known: Known): string | null | undefined {
  if (forwarder === undefined || forwarder === null) return forwarder;
  const [id, other] = known.forwarders.get(forwarder.toLowerCase()) ?? known.forwarders.get(forwarder) ?? [];
  if (id === undefined) fail('forwarder', say('rows.supplier_unknown'));
  else if (other !== undefined) fail('forwarder', say('rows.supplier_ambiguous'));
  return id ?? null;
}

async function storeRates(w: Work, planned: readonly PlannedChange<RateFields>[]): Promise<void> {
  for (const { id, before, fields } of planned) {
    // A table replaces only rates that are not archived.
    if (before) await saveRate(w, id, fields, null);
    else await insertRate(w, id, fields);
  }
  const updated = planned.filter(({ before }) => before !== null).map(({ id }) => id);
  const ids = planned.length > NAMED ? [] : planned.map(({ id }) => id);
  await record(
    w,
    {
      action: 'freight-rate.imported',
      subjectIds: ids,
      details: { facts: { create: planned.length - updated.length, update: updated.length } },
    },
    changed('freight-rates', ids),
  );
  if (updated.length > 0) await react(w, 'freight-rate.changed', { rateIds: updated, containers: false });
}
