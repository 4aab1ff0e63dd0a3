import { listSuppliers, type Supplier } from '@quayside/contracts/suppliers';
import { call } from './call.ts';

const MOST_SUPPLIERS = 2000;

/** A supplier as an option, named as the company is called here and as it writes itself. */
export const supplierOption = ({ id, companyName, localName }: Pick<Supplier, 'id' | 'companyName' | 'localName'>) => ({
  value: id,
  label: localName ? `${companyName} ${localName}` : companyName,
});

/** Loads all suppliers as options of a filter. */
export const fetchSupplierOptions = async () =>
  (await call(listSuppliers, { query: { size: MOST_SUPPLIERS, sort: ['companyName,asc'] } })).content.map(
    supplierOption,
  );
