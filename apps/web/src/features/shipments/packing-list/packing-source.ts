import type { BodyIn } from '@quayside/contracts/endpoint';
import type { checkPackingList } from '@quayside/contracts/packing-lists';
import type { DecimalMark } from '@quayside/domain/money/number-text';
import type { ImportSource } from '../../../components/line-sheet/line-import.ts';

type Body = BodyIn<typeof checkPackingList>;
type List<K extends 'columns' | 'units'> = NonNullable<Body[K]>;
export type PackingField = NonNullable<List<'columns'>[number]>;
export type PackingUnit = NonNullable<List<'units'>[number]>;

/** The choices of the person. For an undefined one, the server decides. */
export interface PackingChoices {
  readonly columns?: readonly (PackingField | null)[];
  readonly decimalMarks?: readonly (DecimalMark | null)[];
  readonly units?: readonly (PackingUnit | null)[];
  /** Takes out of the plan what the factory did not pack. */
  readonly isUnpacked: boolean;
}

/** The request body of the check and of the import. */
export function bodyOf(
  source: ImportSource,
  { columns, decimalMarks, units, isUnpacked }: PackingChoices,
): Omit<Body, 'isComparison'> {
  return {
    ...('text' in source ? { text: source.text } : { base64: source.base64 }),
    ...(columns && { columns: [...columns] }),
    ...(decimalMarks && { decimalMarks: [...decimalMarks] }),
    ...(units && { units: [...units] }),
    rest: isUnpacked ? 'UNPACK' : 'KEEP',
  };
}

/** Chooses something for one column, and leaves the others as they are. */
export const withChoice = <T>(
  chosen: readonly (T | null)[] | undefined,
  count: number,
  at: number,
  choice: T | null,
): (T | null)[] => Array.from({ length: count }, (_, i) => (i === at ? choice : (chosen?.[i] ?? null)));
