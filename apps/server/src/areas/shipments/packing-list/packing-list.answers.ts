import type { PackingList } from '@quayside/contracts/shipments/packing-lists';
import { say } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import { compareContents, type HeldUnits, type Holding } from '@quayside/domain/shipments/contents';
import { numberText } from '@quayside/domain/shipments/numbers';
import type { Work } from '../../../db/tx.ts';
import { shown } from '../../../tables/cells.ts';
import { cellText } from '../../../tables/line-columns.ts';
import { type CodedRow, type GroupContent, unitsOf } from './packing-list.cartons.ts';
import { missingOf, type PackingLayout, questionOf } from './packing-list.layout.ts';
import type { HeldPlan, PlannedGroup, PlannedList } from './packing-list.planning.ts';
import type { ReadList } from './packing-list.read.ts';
import type { PlanRow } from '../rows/plans.queries.ts';

/** A packing list that was held against a plan; `planned` null: it was only compared. */
interface Checked {
  readonly plan: PlanRow;
  readonly list: ReadList;
  readonly held: HeldPlan;
  readonly planned: PlannedList | null;
  readonly isUnpacked: boolean;
}

const SHOWN_ROWS = 500;
const SHOWN_SKIPPED = 50;
const SHOWN_DIFFERENCES = 200;
const SAMPLES = 3;

/** What a packing list says, what would become of it, and where it differs from the plan. */
export function answerOf(w: Work, checked: Checked): PackingList {
  const { plan, list, planned } = checked;
  const { layout, skipped } = list;
  const differences = differencesOf(w, checked);
  const missing = missingOf(layout);
  const rows = rowsOf(w, list, planned);
  const wrong = rows.filter(({ errors }) => errors.length > 0);
  return {
    version: plan.version,
    isComparison: planned === null,
    sheet: layout.sheet,
    headingRow: layout.headingRow,
    mapping: layout.mapping,
    columns: columnsOf(w, layout),
    missing: missing && wordsOf(missing, w.scope.language),
    rows: [...wrong, ...rows.filter(({ errors }) => errors.length === 0)].slice(0, SHOWN_ROWS),
    counts: { rows: rows.length, fail: wrong.length, skipped: skipped.length, ...countsOf(checked) },
    skipped: skipped.slice(0, SHOWN_SKIPPED).map(({ row, text }) => ({ row, text })),
    differences: differences.slice(0, SHOWN_DIFFERENCES),
    differenceCount: differences.length,
  };
}

const columnsOf = (w: Work, layout: PackingLayout): PackingList['columns'] =>
  layout.columns.map((field, at) => {
    const question = questionOf(layout, at);
    return {
      heading: layout.headings ? shown(layout.headings[at] ?? '') : null,
      field,
      samples: samplesOf(layout, at),
      numbers: layout.numbers[at] ?? null,
      unit: layout.units[at] ?? null,
      question: question && wordsOf(question, w.scope.language),
    };
  });

function samplesOf({ rows }: PackingLayout, at: number): string[] {
  const samples: string[] = [];
  for (const row of rows) {
    const text = cellText(row, at);
    if (text !== '') samples.push(shown(text));
    if (samples.length === SAMPLES) break;
  }
  return samples;
}

function rowsOf(w: Work, { groups }: ReadList, planned: PlannedList | null): PackingList['rows'] {
  const plannedOf = new Map(planned?.groups.map((one) => [one.group, one]));
  return groups
    .flatMap((group) =>
      group.contents.map((content) => {
        const one = plannedOf.get(group);
        const { row, unitsPerCarton } = content;
        return {
          row: row.row,
          place: placeOf(w, group.place, group.contents[0]?.row.row ?? row.row),
          product: row.product && { id: row.product.id, sku: row.product.sku, name: row.product.name },
          cartons: numberOrNull(group.count),
          unitsPerCarton: numberOrNull(unitsPerCarton),
          units: numberOrNull(
            group.count !== null && unitsPerCarton !== null ? group.count * unitsPerCarton : row.units,
          ),
          becomes: one && row.errors.length === 0 ? becomes(one) : null,
          cartonNumber: one?.carton ? numberText('CARTON', BigInt(one.carton.number)) : null,
          packs: one && planned ? packsOf(one, content, planned) : [],
          cartonWeight: group.weight && `${group.weight.value} ${group.weight.unit.toLowerCase()}`,
          cartonType: one?.type ? { name: one.type.name, isNew: one.type.id === null } : null,
          marks: group.marks,
          errors: row.errors.map(({ message, ...error }) => ({
            ...error,
            message: wordsOf(message, w.scope.language),
          })),
        };
      }),
    )
    .toSorted((a, b) => a.row - b.row);
}

const numberOrNull = (value: bigint | null): number | null => (value === null ? null : Number(value));
const placeOf = (w: Work, place: string | null, row: number): string =>
  place === null ? wordsOf(say('packing_list.row', { row }), w.scope.language) : shown(place);

const becomes = ({ carton, isChanged, parts }: PlannedGroup): PackingList['rows'][number]['becomes'] =>
  carton ? (isChanged ? 'CHANGED' : 'SAME') : parts.length > 0 ? 'NEW' : null;

/** The orders that fill the cartons of a row, part by part. */
function packsOf({ parts }: PlannedGroup, { row }: GroupContent, { orders }: PlannedList) {
  return parts.flatMap(({ count, pieces }) =>
    pieces.flatMap(({ orderId, units }) => {
      const order = orders.get(orderId);
      if (!order || order.productId !== row.product?.id) return [];
      const { number, invoiceNumber } = order;
      return [{ orderId, orderNumber: number, invoiceNumber, cartons: Number(count), units: Number(units) }];
    }),
  );
}

function countsOf({ planned, list, isUnpacked }: Checked) {
  const groups = planned?.groups ?? [];
  const whole = list.groups.filter(isWhole);
  const types = new Set(
    groups.flatMap(({ type, parts, isChanged }) =>
      type && type.id === null && (parts.length > 0 || isChanged) ? [type.name] : [],
    ),
  );
  return {
    cartonRows: groups.reduce((sum, { parts }) => sum + parts.length, 0),
    same: groups.filter(({ carton, isChanged }) => carton && !isChanged).length,
    changed: groups.filter(({ isChanged }) => isChanged).length,
    removed: planned ? removedRows(planned, isUnpacked) : 0,
    cartons: Number(whole.reduce((sum, { count }) => sum + (count ?? 0n), 0n)),
    units: Number(whole.reduce((sum, group) => sum + unitsOf(group), 0n)),
    packedNow: planned ? Number(packedNow(planned)) : 0,
    cartonTypes: types.size,
  };
}

const isWhole = ({ count, contents }: ReadList['groups'][number]): boolean =>
  count !== null && contents.every(({ unitsPerCarton }) => unitsPerCarton !== null);

/** The carton rows of the plan that lose all their pack lists. */
function removedRows({ held, packed, unneeded }: PlannedList, isUnpacked: boolean): number {
  const touched = new Set([
    ...packed.packLists.flatMap(({ id }) => id ?? []),
    ...packed.goneIds,
    ...(isUnpacked ? unneeded.map(({ id }) => id) : []),
  ]);
  const ofCarton = Map.groupBy(held.packLists, ({ cartonId }) => cartonId);
  return held.cartons.filter(({ id }) => (ofCarton.get(id) ?? []).every((row) => touched.has(row.id))).length;
}

/** The units of orders that no pack list has yet. */
function packedNow({ held, packed }: PlannedList): bigint {
  const rowById = new Map(held.packLists.map((row) => [row.id, row.units]));
  const used = new Set([...packed.packLists.flatMap(({ id }) => id ?? []), ...packed.goneIds]);
  const before = [...used].reduce((sum, id) => sum + (rowById.get(id) ?? 0n), 0n);
  return packed.packLists.reduce((sum, { units }) => sum + units, 0n) - before;
}

/** Where plan and packing list differ, with the cartons of both sides. */
function differencesOf(w: Work, { list, held }: Checked): PackingList['differences'] {
  const numberOfCarton = new Map(held.cartons.map(({ id, number }) => [id, numberText('CARTON', BigInt(number))]));
  const planned = held.packLists.map(
    ({ sku, units, cartonId, number }): Holding => ({
      sku,
      units,
      place: numberOfCarton.get(cartonId ?? '') ?? numberText('PACK_LIST', number),
    }),
  );
  const packed = list.groups.flatMap((group) => {
    const place = placeOf(w, group.place, group.contents[0]?.row.row ?? 0);
    return group.contents.flatMap((content) => holdingOf(place, group.count, content) ?? []);
  });
  const own = new Set(numberOfCarton.values());
  const hasSamePlaces = packed.length > 0 && packed.every(({ place }) => own.has(place));
  if (list.rows.length === 0) return [];
  return compareContents(planned, packed, hasSamePlaces).map((one) => ({
    code: one.code,
    sku: one.sku,
    planned: Number(one.planned),
    packed: Number(one.packed),
    plannedIn: one.plannedIn.map(toHeld),
    packedIn: one.packedIn.map(toHeld),
  }));
}
const toHeld = ({ place, units }: HeldUnits) => ({ place, units: Number(units) });

function holdingOf(place: string, count: bigint | null, { row, unitsPerCarton }: GroupContent): Holding | undefined {
  const units = unitsOfRow(row, count, unitsPerCarton);
  return row.product && units !== null ? { place, sku: row.product.sku, units } : undefined;
}
const unitsOfRow = (row: CodedRow, count: bigint | null, per: bigint | null): bigint | null =>
  count !== null && per !== null ? count * per : row.units;
