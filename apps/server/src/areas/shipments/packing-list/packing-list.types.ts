import { sidesOf } from '@quayside/domain/shipments/cartons';
import type { Work } from '../../../db/tx.ts';
import { volumeMm3Of } from '../rows/carton-measures.ts';
import type { CartonSides } from './packing-list.rows.ts';
import { readTypeNames, readTypesWithSides, type TypeWithSides } from './packing-list.views.ts';

/** The carton type of cartons: one that has their sides, or one that an import makes (`id` null). */
export interface TypeOfSides {
  readonly id: string | null;
  readonly name: string;
  readonly sides: CartonSides;
}

/** What is equal for the same sides in any unit and sequence. */
export const sidesKey = (sides: CartonSides): string => (sidesOf(sides) ?? []).join(' ');
export const sidesOfType = ({ length, width, height, dimensionUnit: unit }: TypeWithSides): CartonSides => ({
  length,
  width,
  height,
  unit,
});

/** Finds the carton types with these sides, by `sidesKey`. Those that are missing get a name that is free. */
export async function typesOfSides(w: Work, all: readonly CartonSides[]): Promise<Map<string, TypeOfSides>> {
  const wanted = new Map(all.map((sides) => [sidesKey(sides), sides]));
  const volumes = [...wanted.values()].flatMap((sides) => volumeMm3Of(sides) ?? []);
  const found = new Map<string, TypeOfSides>();
  for (const type of (await readTypesWithSides(w, [], volumes)).toReversed())
    found.set(sidesKey(sidesOfType(type)), { id: type.id, name: type.name, sides: sidesOfType(type) });
  const missing = [...wanted].filter(([key]) => !found.has(key));
  const taken = await readTypeNames(
    w,
    missing.map(([, sides]) => nameOf(sides)),
  );
  const types = new Map<string, TypeOfSides>();
  for (const [key, sides] of wanted)
    types.set(key, found.get(key) ?? { id: null, name: freeName(nameOf(sides), taken), sides });
  return types;
}

const nameOf = ({ length, width, height, unit }: CartonSides): string =>
  `${length} × ${width} × ${height} ${unit.toLowerCase()}`;

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let n = 2; taken.has(free.toLowerCase()); n += 1) free = `${name} (${n})`;
  taken.add(free.toLowerCase());
  return free;
}
