import type { Product } from '@quayside/contracts/products';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { confirm } from '../../components/ui/confirm.tsx';
import { useT } from '../../i18n/i18n.ts';
import { type ApiError, isApiError } from '../../lib/api-error.ts';
import { paths } from '../../lib/paths.ts';
import { toast, toastFailure } from '../../lib/toasts.ts';
import { refreshProducts, useArchiveProduct, useDeleteProduct } from './api.ts';

/** Archive, bring back and delete, each with its question and its way back. `onWritten` hears of the row as it was stored. */
export function useProductActions(product: Product, onWritten: (fresh: Product) => void) {
  const t = useT();
  const navigate = useNavigate();
  const archiving = useArchiveProduct();
  const deleting = useDeleteProduct();
  const [refusal, setRefusal] = useState<ApiError>();
  const [isGone, setGone] = useState(false);
  const { id, name } = product;

  // After the guard of the form has heard that the row is gone.
  useEffect(() => {
    if (!isGone) return;
    void navigate(paths.products(), { replace: true });
    void refreshProducts();
  }, [isGone, navigate]);

  const bringBack = () =>
    archiving.mutate({ id, archivedAt: null }, { onSuccess: (fresh) => (onWritten(fresh), toast('success', t('products:archive.back', { name }))) });
  const archiveNow = () =>
    archiving.mutate(
      { id, archivedAt: new Date().toISOString() },
      { onSuccess: (fresh) => (onWritten(fresh), toast('success', t('products:archive.done', { name }), { onUndo: bringBack })) },
    );
  const archive = async () => {
    if (await confirm({ title: t('products:archive.title', { name }), body: t('products:archive.body'), action: t('products:archive.action') })) archiveNow();
  };
  const remove = async () => {
    const isSure = await confirm({
      title: t('products:remove.title', { name }),
      body: t('products:remove.body'),
      action: t('products:remove.action'),
      danger: true,
    });
    if (!isSure) return;
    deleting.mutate(
      { id, version: product.version },
      {
        onSuccess: () => (setGone(true), toast('success', t('products:remove.done', { name }))),
        onError: (error) =>
          isApiError(error) && error.code.endsWith('in_use') ? setRefusal(error) : toastFailure(error, { verb: 'delete', entity: t('products:entity') }),
      },
    );
  };
  return {
    archive: () => void archive(),
    bringBack,
    remove: () => void remove(),
    archiveInstead: () => (setRefusal(undefined), archiveNow()),
    refusal,
    dropRefusal: () => setRefusal(undefined),
    isGone,
    isBusy: archiving.isPending || deleting.isPending,
  };
}
