import type { Product } from '@quayside/contracts/products/products';
import { useRowActions } from '../../components/record/use-row-actions.ts';
import { useT } from '../../i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { useArchiveProduct, useDeleteProduct } from './api.ts';

/** The actions archive, restore and delete. `onWritten` is called with the stored product. */
export function useProductActions(product: Product, onWritten: (fresh: Product) => void) {
  const t = useT();
  const { name } = product;
  return useRowActions({
    row: product,
    archiving: useArchiveProduct(),
    deleting: useDeleteProduct(),
    onWritten,
    listPath: paths.products(),
    words: {
      entity: t('products:entity'),
      archive: {
        title: t('products:archive.title', { name }),
        body: t('products:archive.body'),
        action: t('products:archive.action'),
        done: t('products:archive.done', { name }),
        back: t('products:archive.back', { name }),
      },
      remove: {
        title: t('products:remove.title', { name }),
        body: t('products:remove.body'),
        action: t('products:remove.action'),
        done: t('products:remove.done', { name }),
      },
    },
  });
}
