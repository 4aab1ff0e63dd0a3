import { deleteProductPicture, getProductPicture, putProductPicture } from '@quayside/contracts/product-changes';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { t } from '../../../i18n/i18n.ts';
import { call, callFile } from '../../../lib/call.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { keepProduct } from '../api.ts';

/** Not of the topic: the bytes behind one `picture` never change, however often the product does. */
const pictureQuery = (id: string, picture: string) => ({
  queryKey: ['account', 'product-picture', id, picture],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await callFile(getProductPicture, { params: { id }, signal })).blob,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  retry: false,
});

/** The stored picture as bytes, for putting it back. */
export const fetchPicture = (id: string, picture: string): Promise<Blob> => queryClient.fetchQuery(pictureQuery(id, picture));

/** An address that an image can show; the picture itself needs a signed-in call. Undefined while there is none. */
export function usePictureUrl(id: string, picture: string | null): string | undefined {
  const { data } = useQuery({ ...pictureQuery(id, picture ?? ''), enabled: picture !== null });
  const blob = picture === null ? undefined : data;
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return setUrl(undefined);
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}

const failure = () => ({ verb: 'update', entity: t('products:picture.entity') }) as const;

export function usePutPicture(id: string) {
  return useMutation({
    mutationFn: (file: File) => call(putProductPicture, { params: { id }, file }),
    meta: { failure: failure() },
    onSuccess: keepProduct,
  });
}

export function useDeletePicture(id: string) {
  return useMutation({ mutationFn: () => call(deleteProductPicture, { params: { id } }), meta: { failure: failure() }, onSuccess: keepProduct });
}
