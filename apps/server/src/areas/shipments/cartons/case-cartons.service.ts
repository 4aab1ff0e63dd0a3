import { sidesOf, type Sides } from '@quayside/domain/shipments/cartons';
import type { Work } from '../../../db/tx.ts';
import { type ProductCase, readCases } from './case-cartons.views.ts';
import { type CartonTypeRow, findTypeByName, listCartonTypeRows } from '../rows/carton-types.queries.ts';
import { addCartonType } from './carton-types.service.ts';

/** The carton types of products by product id (null: the case has no sides), and those that were made. */
interface CaseTypes {
  readonly typeOf: ReadonlyMap<string, string | null>;
  readonly madeIds: readonly string[];
}

const keyOf = (sides: Sides): string => sides.join(' ');
const sidesOfCase = ({ dimensionUnit: unit, ...typed }: Omit<ProductCase, 'productId'>) => sidesOf({ ...typed, unit });
const sidesOfType = ({ dimensionUnit: unit, ...typed }: CartonTypeRow) => sidesOf({ ...typed, unit });

/** Finds the carton types with the sides of the cases of products, and makes those that are missing. */
export async function typesOfCases(w: Work, productIds: readonly string[]): Promise<CaseTypes> {
  const typeBySides = new Map<string, string>();
  for (const type of (await listCartonTypeRows(w)).toReversed()) {
    const sides = sidesOfType(type);
    if (sides) typeBySides.set(keyOf(sides), type.id);
  }
  const typeOf = new Map<string, string | null>();
  const madeIds: string[] = [];
  for (const one of await readCases(w, productIds)) {
    const sides = sidesOfCase(one);
    if (!sides) {
      typeOf.set(one.productId, null);
      continue;
    }
    const key = keyOf(sides);
    let id = typeBySides.get(key);
    if (id === undefined) {
      id = await makeType(w, one);
      madeIds.push(id);
      typeBySides.set(key, id);
    }
    typeOf.set(one.productId, id);
  }
  return { typeOf, madeIds };
}

async function makeType(w: Work, one: ProductCase): Promise<string> {
  const { length, width, height, dimensionUnit, weight } = one;
  const name = `${length} × ${width} × ${height} ${dimensionUnit.toLowerCase()}`;
  let free = name;
  for (let n = 2; (await findTypeByName(w, free)) !== undefined; n += 1) free = `${name} (${n})`;
  return addCartonType(w, {
    name: free,
    length,
    width,
    height,
    dimensionUnit,
    // The weight of a unit is its part of the weight of the full case, so the empty case adds nothing to it.
    weight: weight === null ? null : '0',
    weightUnit: 'KG',
    maxUnits: null,
  });
}
