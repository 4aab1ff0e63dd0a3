import { numberOf } from '@quayside/domain/shipments/numbers';
import type { PlacedPackList } from '@quayside/domain/shipments/packing-list-plan';
import type { Work } from '../../../db/tx.ts';
import { changed, emit } from '../../../events/outbox.ts';
import { resyncShipments } from '../../costs/public.ts';
import { reserveNumbers } from '../../../account/numbers.ts';
import { weightUgOf } from '../rows/carton-measures.ts';
import { insertCartonTypes } from '../rows/carton-types.queries.ts';
import { type CartonRecord, insertCartons, readCartonRecords, saveCartons } from '../rows/cartons.queries.ts';
import type { PackListRow } from '../rows/leaves.views.ts';
import type { NewPackList, StoredPackList } from '../rows/pack-lists.queries.ts';
import { repackLists } from '../packing/pack-list-writes.service.ts';
import { type CartonGroup, unitsOf } from './packing-list.cartons.ts';
import type { PlannedGroup, PlannedList } from './packing-list.planning.ts';
import { type TypeOfSides, sidesKey } from './packing-list.types.ts';
import { storePackingUndo } from '../packing/packing-undo.service.ts';
import { syncPlans } from '../sync/sync.service.ts';

// Writes what a packing list makes of a plan, each table in one statement. The caller holds the cost lock.

/** What an import wrote, for the audit log. */
interface StoredList {
  readonly operationId: string;
  readonly packLists: number;
  readonly cartons: number;
  readonly units: number;
}

/** Stores a planned packing list. Returns undefined if the plan is like that already. */
export async function storePackingList(
  w: Work,
  planId: string,
  planned: PlannedList,
  isUnpacked: boolean,
): Promise<StoredList | undefined> {
  const types = await makeTypes(w, planned.groups);
  const cartons = await newCartons(w, planned.groups, types);
  const changedCartons = planned.groups.flatMap(({ isChanged, carton, group, type }) =>
    isChanged && carton ? [{ ...carton, ...measuresOf(group, idOf(types, type)) }] : [],
  );
  const writes = await packListWrites(w, planId, planned, { cartons: cartons.idOf, isUnpacked });
  if (writes.stored.length + writes.made.length + changedCartons.length === 0) return undefined;
  const before = {
    packLists: writes.before,
    cartons: await readCartonRecords(w, [
      ...new Set([...writes.before.flatMap(({ cartonId }) => cartonId ?? []), ...changedCartons.map(({ id }) => id)]),
    ]),
  };
  await insertCartons(w, cartons.records);
  await saveCartons(w, changedCartons);
  await repackLists(w, writes.stored, writes.made);
  if (writes.stored.length + writes.made.length === 0) await syncPlans(w, [planId]);
  if (changedCartons.length > 0) {
    const cartonIds = changedCartons.map(({ id }) => id);
    await resyncShipments(w, { cartonIds });
    await emit(w, changed('cartons', cartonIds), changed('orders', ordersOf(planned)));
  }
  const operationId = await storePackingUndo(w, before, {
    packListIds: writes.made.map(({ id }) => id),
    cartonIds: cartons.records.map(({ id }) => id),
    cartonTypeIds: [...types.values()],
    isImport: true,
  });
  return {
    operationId,
    packLists: writes.stored.length + writes.made.length,
    cartons: planned.groups.reduce((sum, { group }) => sum + Number(group.count ?? 0n), 0),
    units: planned.groups.reduce((sum, { group }) => sum + Number(unitsOf(group)), 0),
  };
}

const ordersOf = ({ held }: PlannedList): string[] => [...new Set(held.packLists.map(({ orderId }) => orderId))];

/** Makes the carton types that are missing. Returns their ids by `sidesKey`. */
async function makeTypes(w: Work, groups: readonly PlannedGroup[]): Promise<Map<string, string>> {
  const missing = new Map(
    groups.flatMap(({ type, parts, isChanged }) =>
      type && type.id === null && (parts.length > 0 || isChanged) ? [[sidesKey(type.sides), type] as const] : [],
    ),
  );
  const made = [...missing].map(([key, type]) => ({ key, id: w.newId(), type }));
  await insertCartonTypes(
    w,
    made.map(({ id, type: { name, sides } }) => ({
      id,
      name,
      length: sides.length,
      width: sides.width,
      height: sides.height,
      dimensionUnit: sides.unit,
      weight: null,
      weightUnit: 'KG',
      maxUnits: null,
    })),
  );
  return new Map(made.map(({ key, id }) => [key, id]));
}

const idOf = (made: ReadonlyMap<string, string>, type: TypeOfSides | null): string | null =>
  type && (type.id ?? made.get(sidesKey(type.sides)) ?? null);

/** The measures and marks that a list says; what it does not say is absent. */
const measuresOf = ({ weight, marks }: CartonGroup, typeId: string | null) => ({
  ...(typeId !== null && { cartonTypeId: typeId }),
  ...(weight !== null && {
    measuredWeight: weight.value,
    weightUnit: weight.unit,
    measuredUg: String(weightUgOf(weight.value, weight.unit)),
  }),
  ...(marks !== null && { marks }),
});

interface NewCartons {
  readonly records: readonly CartonRecord[];
  /** The id of the carton row of a part of a group. */
  readonly idOf: (wanted: number, part: number) => string | null;
}

async function newCartons(
  w: Work,
  groups: readonly PlannedGroup[],
  types: ReadonlyMap<string, string>,
): Promise<NewCartons> {
  const count = groups.reduce((sum, { parts }) => sum + parts.length, 0);
  let number = count === 0 ? 0n : await reserveNumbers(w, 'carton', count);
  const records: CartonRecord[] = [];
  const ids = groups.map(({ group, type, parts }) =>
    parts.map((part) => {
      const record: CartonRecord = {
        id: w.newId(),
        number: String(number++),
        cartonTypeId: null,
        count: Number(part.count),
        measuredWeight: null,
        weightUnit: 'KG',
        measuredUg: null,
        planId: null,
        version: 1,
        ...{ marks: numbersAsMarks(group), ...measuresOf(group, idOf(types, type)) },
      };
      records.push(record);
      return record.id;
    }),
  );
  return { records, idOf: (wanted, part) => ids[wanted]?.[part] ?? null };
}

/** The factory's carton numbers are kept as marks where it has no others; numbers of our carton rows say nothing. */
const numbersAsMarks = ({ place }: CartonGroup): string | null =>
  place === null || numberOf('CARTON', place) !== undefined ? null : place.slice(0, 500).toWellFormed();

interface PackListWrites {
  /** The pack lists that are written, as they were. */
  readonly before: readonly PackListRow[];
  readonly stored: readonly StoredPackList[];
  readonly made: readonly NewPackList[];
}

async function packListWrites(
  w: Work,
  planId: string,
  { held, packed, orders, unneeded }: PlannedList,
  { cartons, isUnpacked }: { readonly cartons: NewCartons['idOf']; readonly isUnpacked: boolean },
): Promise<PackListWrites> {
  const rowById = new Map(held.packLists.map((row) => [row.id, row]));
  const cartonOf = ({ part }: PlacedPackList) => (part ? cartons(part.wanted, part.at) : null);
  // What the cartons do not hold stays in the plan, or is unpacked again.
  const kept = packed.packLists.filter(({ part }) => part !== null || !isUnpacked);
  const keptIds = new Set(kept.flatMap(({ id }) => id ?? []));
  const goneIds = new Set([
    ...packed.goneIds,
    ...packed.packLists.flatMap(({ id }) => (id !== null && !keptIds.has(id) ? [id] : [])),
    ...(isUnpacked ? unneeded.map(({ id }) => id) : []),
  ]);
  const stored = kept.flatMap((placed): StoredPackList[] => {
    const row = rowById.get(placed.id ?? '');
    return row ? [{ ...row, units: placed.units, cartonId: cartonOf(placed) }] : [];
  });
  const removed = [...goneIds].flatMap((id): StoredPackList[] => {
    const row = rowById.get(id);
    return row ? [{ ...row, isRemoved: true }] : [];
  });
  const fresh = kept.filter(({ id }) => id === null);
  let number = fresh.length === 0 ? 0n : await reserveNumbers(w, 'pack_list', fresh.length);
  const readyOf = new Map(held.packLists.map(({ orderId, readyOn }) => [orderId, readyOn]));
  return {
    before: [...stored, ...removed].flatMap(({ id }) => rowById.get(id) ?? []),
    stored: [...stored, ...removed],
    made: fresh.map((placed) => ({
      id: w.newId(),
      number: number++,
      orderId: placed.orderId,
      units: placed.units,
      readyOn: readyOf.get(placed.orderId) ?? orders.get(placed.orderId)?.readyOn ?? null,
      cartonId: cartonOf(placed),
      planId,
    })),
  };
}
