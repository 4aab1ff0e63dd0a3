import type { LeadTime } from '@quayside/contracts/suppliers/suppliers';
import { COLUMNS, type PlainField, termsOf } from '../rows/suppliers.state.ts';
import type { SupplierRow } from '../rows/suppliers.queries.ts';

/** The fields of a supplier that a merge can fill from the other one. */
export interface Fillable {
  readonly row: SupplierRow;
  readonly leadTimes: readonly LeadTime[];
  readonly hasBankDetails: boolean;
}
export type FilledField = PlainField | 'paymentTerms' | 'leadTimes' | 'bankDetails';

const ADDRESS = [
  'addressLine1',
  'addressLine2',
  'addressLine3',
  'city',
  'postCode',
  'state',
  'country',
] as const satisfies readonly PlainField[];
const SINGLE = [
  'localName',
  'email',
  'telephone',
  'currency',
  'notes',
  'leadTime',
  'shippingMethod',
  'xeroId',
] as const satisfies readonly PlainField[];

/**
 * The empty fields of the remaining supplier that are filled from the duplicate. An address is taken as a whole or not
 * at all, because a mixture of two addresses would be a place that does not exist.
 */
export function fillsOf(target: Fillable, other: Fillable): FilledField[] {
  const isEmpty = ({ row }: Fillable, field: PlainField) => row[COLUMNS[field]] === null;
  const missing = (field: PlainField) => isEmpty(target, field) && !isEmpty(other, field);
  const hasNoAddress = ADDRESS.every((field) => isEmpty(target, field));
  return [
    ...SINGLE.filter(missing),
    ...(hasNoAddress ? ADDRESS.filter(missing) : []),
    ...(termsOf(target.row).length === 0 && termsOf(other.row).length > 0 ? (['paymentTerms'] as const) : []),
    ...(target.leadTimes.length === 0 && other.leadTimes.length > 0 ? (['leadTimes'] as const) : []),
    ...(!target.hasBankDetails && other.hasBankDetails ? (['bankDetails'] as const) : []),
  ];
}

export const isPlain = (field: FilledField): field is PlainField => field in COLUMNS;
