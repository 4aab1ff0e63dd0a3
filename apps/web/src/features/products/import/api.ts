import { listProductImports } from '@quayside/contracts/products/product-imports';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { t } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { formatInstant } from '../../../lib/words/format.ts';
import { queryClient, read } from '../../../lib/api/query-client.ts';
import { useWrite } from '../../../lib/api/write.ts';

const MOST_OPTIONS = 100;
/** Loads the imports that created or changed products, as options of a filter. */
export const fetchImportOptions = async () => {
  const filter = JSON.stringify([{ field: 'state', op: 'in', values: ['IMPORTED', 'UNDONE'] }]);
  const { content } = await queryClient.fetchQuery(
    read('imports', listProductImports, { query: { size: MOST_OPTIONS, sort: ['createdAt,desc'], filter } }),
  );
  return content.map(({ id, fileName, createdAt }) => ({
    value: id,
    label: `${fileName}, ${formatInstant(createdAt)}`,
  }));
};

/** Creates suppliers one by one. If one is refused, those before it exist, and the next check no longer misses them. */
export function useCreateSuppliers() {
  return useWrite({
    send: async ({ names, currency }: { readonly names: readonly string[]; readonly currency: string }) => {
      for (const companyName of names)
        await call(createSupplier, { body: { companyName, currency }, idempotencyKey: crypto.randomUUID() });
    },
    failure: { verb: 'create', entity: t('products:import.suppliersEntity') },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['suppliers'] }),
  });
}
