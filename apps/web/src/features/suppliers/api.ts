import type { BodyIn } from '@quayside/contracts/endpoint';
import {
  createSupplier,
  deleteSupplier,
  getSupplier,
  listCountries,
  patchSupplier,
  type Supplier,
  updateSupplier,
} from '@quayside/contracts/suppliers';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../i18n/i18n.ts';
import { call } from '../../lib/call.ts';
import { queryClient, read } from '../../lib/query-client.ts';
import { useWrite } from '../../lib/write.ts';

type SupplierBody = BodyIn<typeof createSupplier>;

const countriesQuery = () => ({ ...read('account', listCountries, {}), staleTime: Number.POSITIVE_INFINITY });
/** Country names by code; empty until they are loaded. */
export function useCountryNames(): ReadonlyMap<string, string> {
  return useQuery({ ...countriesQuery(), select: namesOf }).data ?? NO_NAMES;
}
const NO_NAMES: ReadonlyMap<string, string> = new Map();
const namesOf = (countries: readonly { value: string; label: string }[]) =>
  new Map(countries.map(({ value, label }) => [value, label]));
/** Countries as options of a filter. */
export const fetchCountries = () => queryClient.fetchQuery(countriesQuery());

const supplierQuery = (id: string) => read('suppliers', getSupplier, { params: { id } });
/** Suppliers deleted in this tab. Their pages are about to close, so they must not be fetched again. */
const gone = new Set<string>();
/** One supplier; refetched when it is changed elsewhere. */
export const useSupplier = (id: string) => useQuery({ ...supplierQuery(id), enabled: () => !gone.has(id) });

function keep(fresh: Supplier): void {
  queryClient.setQueryData(supplierQuery(fresh.id).queryKey, fresh);
  void queryClient.invalidateQueries({
    queryKey: ['suppliers'],
    predicate: ({ queryKey }) => queryKey[1] !== getSupplier.path,
  });
}

/** Creates a supplier. The idempotency key makes a retry after a lost answer safe. */
export function useCreateSupplier() {
  return useWrite({
    send: (body: SupplierBody, key) => call(createSupplier, { body, idempotencyKey: key() }),
    onSuccess: keep,
  });
}

/** Updates a supplier; the form shows errors. */
export function useUpdateSupplier(id: string) {
  return useWrite({
    send: (body: SupplierBody) => call(updateSupplier, { params: { id }, body }),
    onSuccess: keep,
  });
}

/** Archives a supplier, or restores it (null). */
export function useArchiveSupplier() {
  return useWrite({
    send: ({ id, archivedAt }: { id: string; archivedAt: string | null }) =>
      call(patchSupplier, { params: { id }, body: { archivedAt } }),
    failure: { verb: 'update', entity: t('suppliers:entity') },
    onSuccess: keep,
  });
}

/** Deletes a supplier; a refusal names what uses it and is shown by the caller. */
export function useDeleteSupplier() {
  return useWrite({
    send: ({ id, version }: { id: string; version: number }) =>
      call(deleteSupplier, { params: { id }, ifMatch: version }),
    onSuccess: (_, { id }) => void gone.add(id),
  });
}

/** Invalidates what an archived, restored or deleted supplier affects. */
export const isGoneNow = (id: string, isGone: boolean): void => void (isGone ? gone.add(id) : gone.delete(id));

/** Invalidates the lists after a delete. */
export const invalidateSuppliers = () => queryClient.invalidateQueries({ queryKey: ['suppliers'] });
