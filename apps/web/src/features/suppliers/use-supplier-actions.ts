import type { Supplier } from '@quayside/contracts/suppliers/suppliers';
import { useRowActions } from '../../components/record/use-row-actions.ts';
import { useT } from '../../i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { useArchiveSupplier, useDeleteSupplier } from './api.ts';

/** The actions archive, restore and delete. `onWritten` is called with the stored supplier. */
export function useSupplierActions(supplier: Supplier, onWritten: (fresh: Supplier) => void) {
  const t = useT();
  const { companyName: name, invoiceCount } = supplier;
  return useRowActions({
    row: supplier,
    archiving: useArchiveSupplier(),
    deleting: useDeleteSupplier(),
    onWritten,
    listPath: paths.suppliers(),
    words: {
      entity: t('suppliers:entity'),
      archive: {
        title: t('suppliers:archive.title', { name }),
        body: invoiceCount > 0 ? t('suppliers:archive.body', { count: invoiceCount }) : t('suppliers:archive.bodyNone'),
        action: t('suppliers:archive.action'),
        done: t('suppliers:archive.done', { name }),
        back: t('suppliers:archive.back', { name }),
      },
      remove: {
        title: t('suppliers:remove.title', { name }),
        body: t('suppliers:remove.body'),
        action: t('suppliers:remove.action'),
        done: t('suppliers:remove.done', { name }),
      },
    },
  });
}
