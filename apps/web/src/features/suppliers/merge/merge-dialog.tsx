import { Radio, Skeleton } from '@mantine/core';
import type { SupplierMerge } from '@quayside/contracts/suppliers/suppliers';
import { useState } from 'react';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { FIELDS } from '../supplier-values.ts';
import { type MergeOf, useMergePreview } from './api.ts';
import classes from './merge.module.css';

export interface Party {
  readonly id: string;
  readonly companyName: string;
}

/**
 * The dialog that merges two suppliers. It asks which of them stays, and shows the records and values that the
 * remaining supplier takes over.
 */
export function MergeDialog({
  one,
  other,
  isBusy,
  onMerge,
  onClose,
}: {
  one: Party;
  other: Party;
  isBusy: boolean;
  onMerge: (of: MergeOf) => void;
  onClose: () => void;
}) {
  const t = useT();
  const [keepId, setKeepId] = useState(one.id);
  const [keep, gone] = keepId === one.id ? [one, other] : [other, one];
  const of = { keepId: keep.id, goneId: gone.id };
  const preview = useMergePreview(of);
  return (
    <Dialog
      title={t('suppliers:merge.title')}
      size={560}
      onClose={onClose}
      footer={
        <DialogButtons
          action={t('suppliers:merge.action')}
          isBusy={isBusy}
          isBlocked={!preview.data}
          danger
          onCancel={onClose}
          onAction={() => onMerge(of)}
        />
      }
    >
      <div className={classes.dialog}>
        <Radio.Group
          value={keepId}
          onChange={setKeepId}
          label={t('suppliers:merge.keep')}
          description={t('suppliers:merge.staysHint')}
        >
          <div className={classes.choices}>
            {[one, other].map((party) => (
              <Radio
                key={party.id}
                value={party.id}
                label={party.companyName}
                data-autofocus={party.id === one.id || undefined}
              />
            ))}
          </div>
        </Radio.Group>
        <section className={classes.preview} aria-label={t('suppliers:merge.preview')} aria-live="polite">
          {preview.isPending && <Skeleton height={96} radius={8} aria-busy />}
          {preview.isError && (
            <ErrorState error={preview.error} record={t('previewEntity')} onRetry={() => void preview.refetch()} />
          )}
          {preview.data && <Preview merge={preview.data} keep={keep} />}
        </section>
        <p className="muted">{t('suppliers:merge.goes', { name: gone.companyName })}</p>
      </div>
    </Dialog>
  );
}

function Preview({ merge, keep }: { merge: SupplierMerge; keep: Party }) {
  const t = useT();
  const { invoices, products } = merge.moved;
  const moved = [
    ...(invoices > 0 ? [t('suppliers:merge.invoices', { count: invoices })] : []),
    ...(products > 0 ? [t('suppliers:merge.products', { count: products })] : []),
  ];
  return (
    <dl className={classes.effects}>
      <div>
        <dt>{t('suppliers:merge.moves', { name: keep.companyName })}</dt>
        <dd>{moved.length > 0 ? moved.join(', ') : t('suppliers:merge.nothingMoves')}</dd>
      </div>
      <div>
        <dt>{t('suppliers:merge.fills')}</dt>
        <dd>
          {merge.filled.length > 0
            ? merge.filled.map((field) => fieldWord(t, field)).join(', ')
            : t('suppliers:merge.fillsNothing', { name: keep.companyName })}
        </dd>
      </div>
    </dl>
  );
}

function fieldWord(t: T, field: string): string {
  if (field === 'bankDetails') return t('suppliers:merge.bankDetails');
  const known = FIELDS.find((name) => name === field);
  return known ? t(`suppliers:field.${known}`) : field;
}
