import { getSupplierPurchases } from '@quayside/contracts/suppliers';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../lib/query-client.ts';

/** What we buy from a supplier. Stale after every change of invoices. */
export const usePurchases = (id: string) => useQuery(read('invoices', getSupplierPurchases, { params: { id } }));
