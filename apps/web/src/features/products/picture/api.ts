import {
  deleteProductPicture,
  getProductPicture,
  putProductPicture,
} from '@quayside/contracts/products/product-pictures';
import { t } from '../../../i18n/i18n.ts';
import { call, callFile } from '../../../lib/api/call.ts';
import { useWrite } from '../../../lib/api/write.ts';
import { cacheProduct } from '../api.ts';

/** Loads the bytes of the stored picture, so that Undo can store them again. */
export const fetchPicture = async (id: string): Promise<Blob> =>
  (await callFile(getProductPicture, { params: { id } })).blob;

const failure = () => ({ verb: 'update', entity: t('products:picture.entity') }) as const;

export function usePutPicture(id: string) {
  return useWrite({
    send: (file: File) => call(putProductPicture, { params: { id }, file }),
    failure: failure(),
    onSuccess: cacheProduct,
  });
}

export function useDeletePicture(id: string) {
  return useWrite({
    send: () => call(deleteProductPicture, { params: { id } }),
    failure: failure(),
    onSuccess: cacheProduct,
  });
}
