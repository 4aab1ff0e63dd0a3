import type { Supplier } from '@quayside/contracts/suppliers';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { confirm } from '../../components/ui/confirm.tsx';
import { useT } from '../../i18n/i18n.ts';
import { type ApiError, isApiError } from '../../lib/api-error.ts';
import { paths } from '../../lib/paths.ts';
import { toast, toastFailure } from '../../lib/toasts.ts';
import { forgetSuppliers, useArchiveSupplier, useDeleteSupplier } from './api.ts';

/** Archive, bring back and delete, each with its question and its way back. `onWritten` hears of the row as it was stored. */
export function useSupplierActions(supplier: Supplier, onWritten: (fresh: Supplier) => void) {
  const t = useT();
  const navigate = useNavigate();
  const archiving = useArchiveSupplier();
  const deleting = useDeleteSupplier();
  const [refusal, setRefusal] = useState<ApiError>();
  const [isGone, setGone] = useState(false);
  const { id, companyName: name, invoiceCount } = supplier;

  // After the guard of the form has heard that the row is gone.
  useEffect(() => {
    if (!isGone) return;
    void navigate(paths.suppliers(), { replace: true });
    void forgetSuppliers();
  }, [isGone, navigate]);

  const bringBack = () =>
    archiving.mutate({ id, archivedAt: null }, { onSuccess: (fresh) => (onWritten(fresh), toast('success', t('suppliers:archive.back', { name }))) });
  const archiveNow = () =>
    archiving.mutate(
      { id, archivedAt: new Date().toISOString() },
      { onSuccess: (fresh) => (onWritten(fresh), toast('success', t('suppliers:archive.done', { name }), { onUndo: bringBack })) },
    );
  const archive = async () => {
    const body = invoiceCount > 0 ? t('suppliers:archive.body', { count: invoiceCount }) : t('suppliers:archive.bodyNone');
    if (await confirm({ title: t('suppliers:archive.title', { name }), body, action: t('suppliers:archive.action') })) archiveNow();
  };
  const remove = async () => {
    const isSure = await confirm({
      title: t('suppliers:remove.title', { name }),
      body: t('suppliers:remove.body'),
      action: t('suppliers:remove.action'),
      danger: true,
    });
    if (!isSure) return;
    deleting.mutate(
      { id, version: supplier.version },
      {
        onSuccess: () => (setGone(true), toast('success', t('suppliers:remove.done', { name }))),
        onError: (error) =>
          isApiError(error) && error.code.endsWith('in_use') ? setRefusal(error) : toastFailure(error, { verb: 'delete', entity: t('suppliers:entity') }),
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
