import type { BodyIn } from '@quayside/contracts/endpoint';
import type { checkPackingList } from '@quayside/contracts/shipments/packing-lists';
import type { ImportSource } from '../../../components/import/dialog/import-source.tsx';
import { AS_FOUND, bodyOfImport, type ImportChoices, sentOf } from '../../../components/import/dialog/mapped-import.ts';

type Body = BodyIn<typeof checkPackingList>;
type PackingField = NonNullable<NonNullable<Body['columns']>[number]>;
export type PackingUnit = NonNullable<NonNullable<Body['units']>[number]>;

/** The choices of the person. For an undefined one, the server decides. */
export interface PackingChoices extends ImportChoices<PackingField> {
  /** The unit of each column. */
  readonly units?: readonly (PackingUnit | null)[];
  /** Takes out of the plan what the factory did not pack. */
  readonly isUnpacked: boolean;
}
export const AS_PACKED: PackingChoices = { ...AS_FOUND, isUnpacked: false };

/** The request body of the check and of the import. */
export const bodyOf = async (source: ImportSource, { units, isUnpacked, ...choices }: PackingChoices) => ({
  ...bodyOfImport(await sentOf(source), choices),
  ...(units && { units: [...units] }),
  rest: isUnpacked ? ('UNPACK' as const) : ('KEEP' as const),
});
