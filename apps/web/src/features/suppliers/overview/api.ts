import { getSupplierPurchases } from '@quayside/contracts/suppliers/suppliers';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../lib/api/query-client.ts';

/** Loads what the account has bought from a supplier. It is refetched when invoices change. */
export const usePurchases = (id: string) => useQuery(read('invoices', getSupplierPurchases, { params: { id } }));
