import type { BodyIn } from '@quayside/contracts/endpoint';
import {
  createSupplier,
  deleteSupplier,
  getSupplier,
  listCountries,
  patchSupplier,
  type Supplier,
  updateSupplier,
} from '@quayside/contracts/suppliers/suppliers';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../i18n/i18n.ts';
import { call } from '../../lib/api/call.ts';
import { queryClient, read } from '../../lib/api/query-client.ts';
import { useWrite } from '../../lib/api/write.ts';

type SupplierBody = BodyIn<typeof createSupplier>;

const countriesQuery = () => ({ ...read('account', listCountries, {}), staleTime: Number.POSITIVE_INFINITY });
/** The names of countries by code. The map is empty until they are loaded. */
export function useCountryNames(): ReadonlyMap<string, string> {
  return useQuery({ ...countriesQuery(), select: namesOf }).data ?? NO_NAMES;
}
const NO_NAMES: ReadonlyMap<string, string> = new Map();
const namesOf = (countries: readonly { value: string; label: string }[]) =>
  new Map(countries.map(({ value, label }) => [value, label]));
/** Loads the countries as options of a filter. */
export const fetchCountries = () => queryClient.fetchQuery(countriesQuery());

const supplierQuery = (id: string) => read('suppliers', getSupplier, { params: { id } });
/** Suppliers that were deleted in this tab. Their pages are about to close and must not fetch them again. */
const gone = new Set<string>();
/** Loads a supplier. It is refetched when somebody changes the supplier. */
export const useSupplier = (id: string) => useQuery({ ...supplierQuery(id), enabled: () => !gone.has(id) });

function keep(fresh: Supplier): void {
  queryClient.setQueryData(supplierQuery(fresh.id).queryKey, fresh);
}

/** Creates a supplier. If the response was lost, a retry is safe, because it has the same idempotency key. */
export function useCreateSupplier() {
  return useWrite({
    send: (body: SupplierBody, key) => call(createSupplier, { body, idempotencyKey: key() }),
    onSuccess: keep,
  });
}

/** Updates a supplier. The form shows any errors. */
export function useUpdateSupplier(id: string) {
  return useWrite({
    send: (body: BodyIn<typeof updateSupplier>) => call(updateSupplier, { params: { id }, body }),
    onSuccess: keep,
  });
}

/** Archives a supplier, or restores it when `archivedAt` is null. */
export function useArchiveSupplier() {
  return useWrite({
    send: ({ id, archivedAt }: { id: string; archivedAt: string | null }) =>
      call(patchSupplier, { params: { id }, body: { archivedAt } }),
    failure: { verb: 'update', entity: t('suppliers:entity') },
    onSuccess: keep,
  });
}

/** Deletes a supplier. If the supplier is in use, the call fails, and the caller shows the records that use it. */
export function useDeleteSupplier() {
  return useWrite({
    send: ({ id, version }: { id: string; version: number }) =>
      call(deleteSupplier, { params: { id }, ifMatch: version }),
    onSuccess: (_, { id }) => void gone.add(id),
  });
}

/** Records that a supplier was deleted in this tab or, with `isGone` false, that the deletion was undone. */
export const isGoneNow = (id: string, isGone: boolean): void => void (isGone ? gone.add(id) : gone.delete(id));

/** Invalidates all data about suppliers, for example after one is deleted. */
export const invalidateSuppliers = () => queryClient.invalidateQueries({ queryKey: ['suppliers'] });
