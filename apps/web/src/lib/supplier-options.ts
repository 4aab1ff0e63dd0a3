import { ALL_ROWS } from '@quayside/contracts/paging';
import { listSuppliers, type Supplier } from '@quayside/contracts/suppliers/suppliers';
import { useQuery } from '@tanstack/react-query';
import { queryClient, read } from './api/query-client.ts';

/** All suppliers that are not archived, by name. All choosers share this one query. */
const suppliersQuery = () => ({
  ...read('suppliers', listSuppliers, { query: { size: ALL_ROWS, sort: ['companyName,asc'] } }),
  staleTime: 60_000,
});

/** Loads the suppliers to choose from, sorted by name, once they are needed. */
export const useSuppliers = (isNeeded = true) =>
  useQuery({ ...suppliersQuery(), enabled: isNeeded, select: (page): readonly Supplier[] => page.content });

/** A supplier as an option, named as the company is called here and as it writes itself. */
export const supplierOption = ({ id, companyName, localName }: Pick<Supplier, 'id' | 'companyName' | 'localName'>) => ({
  value: id,
  label: localName ? `${companyName} ${localName}` : companyName,
});

/** Loads the suppliers to choose from as options of a filter. */
export const fetchSupplierOptions = async () =>
  (await queryClient.fetchQuery(suppliersQuery())).content.map(supplierOption);
