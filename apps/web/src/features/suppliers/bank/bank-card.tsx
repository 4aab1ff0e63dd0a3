import { Skeleton } from '@mantine/core';
import {
  putSupplierBankDetails,
  removeSupplierBankDetails,
  revealSupplierBankDetails,
} from '@quayside/contracts/suppliers/supplier-bank';
import type { Supplier } from '@quayside/contracts/suppliers/suppliers';
import { IconBuildingBank, IconEye, IconEyeOff, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { confirm } from '../../../components/ui/confirm.tsx';
import { CopyButton } from '../../../components/ui/figures.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { formatInstant, formatRelative } from '../../../lib/words/format.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { type Details, useBankDetails, useRemoveBankDetails, useRevealBankDetails } from './api.ts';
import { BankDialog } from './bank-dialog.tsx';
import { useRevealed } from './use-revealed.ts';
import classes from './bank.module.css';

const FIELDS = [
  'beneficiary',
  'accountNumber',
  'bankName',
  'bankAddress',
  'swift',
  'bankCode',
  'currency',
  'notes',
] as const satisfies readonly (keyof Details)[];

/**
 * The card with the bank details of a supplier. The details are masked. An admin who has just proved their identity can
 * unmask them for a minute.
 */
export function BankCard({ supplier }: { supplier: Supplier }) {
  const t = useT();
  const bank = useBankDetails(supplier.id);
  const revealed = useRevealed();
  const reveal = useRevealBankDetails(supplier.id);
  const remove = useRemoveBankDetails(supplier.id);
  const mayReveal = usePermission(revealSupplierBankDetails);
  const mayChange = usePermission(putSupplierBankDetails);
  const mayRemove = usePermission(removeSupplierBankDetails);
  const [isChanging, setChanging] = useState(false);
  const close = () => setChanging(false);
  const { companyName: name } = supplier;
  const masked = bank.data?.details ?? null;
  const showAll = () => reveal.mutate(undefined, { onSuccess: ({ details }) => details && revealed.show(details) });
  const confirmRemove = async () => {
    const isSure = await confirm({
      title: t('suppliers:bank.removeTitle', { name }),
      body: t('suppliers:bank.removeBody'),
      action: t('suppliers:bank.removeAction'),
      danger: true,
    });
    if (!isSure) return;
    remove.mutate(undefined, {
      onSuccess: () => {
        revealed.hide();
        toast('success', t('suppliers:bank.removed', { name }));
      },
    });
  };
  const change = (
    <ActionButton icon={IconPencil} permission={mayChange} onClick={() => setChanging(true)}>
      {masked ? t('suppliers:bank.change') : t('suppliers:bank.add')}
    </ActionButton>
  );
  return (
    <Card title={t('suppliers:bank.title')} hint={t('suppliers:bank.hint')}>
      {bank.isPending && <Skeleton height={120} radius={8} aria-busy />}
      {bank.isError && (
        <ErrorState error={bank.error} record={t('suppliers:bank.entity')} onRetry={() => void bank.refetch()} />
      )}
      {bank.data && !masked && <EmptyState icon={IconBuildingBank} title={t('suppliers:bank.none')} actions={change} />}
      {bank.data && masked && (
        <>
          <Values details={revealed.details ?? masked} isShown={revealed.details !== undefined} />
          <div className={classes.actions}>
            {revealed.details ? (
              <ActionButton icon={IconEyeOff} onClick={revealed.hide}>
                {t('suppliers:bank.hide')}
              </ActionButton>
            ) : (
              <ActionButton icon={IconEye} permission={mayReveal} loading={reveal.isPending} onClick={showAll}>
                {t('suppliers:bank.reveal')}
              </ActionButton>
            )}
            {change}
            <ActionButton
              icon={IconTrash}
              color="danger"
              permission={mayRemove}
              loading={remove.isPending}
              onClick={() => void confirmRemove()}
            >
              {t('remove')}
            </ActionButton>
            <span className="quiet" title={bank.data.changedAt ? formatInstant(bank.data.changedAt) : undefined}>
              {revealed.details
                ? t('suppliers:bank.hidesIn', { count: revealed.seconds })
                : bank.data.changedAt &&
                  t('suppliers:bank.changed', {
                    when: formatRelative(bank.data.changedAt),
                    who: bank.data.changedBy?.name ?? t('suppliers:bank.somebody'),
                  })}
            </span>
          </div>
        </>
      )}
      {isChanging && (
        <BankDialog
          supplier={supplier}
          masked={masked}
          revealed={revealed.details}
          onSaved={() => (revealed.hide(), close())}
          onClose={close}
        />
      )}
    </Card>
  );
}

/** Shows the fields that have a value. Unmasked values have a copy button. */
function Values({ details, isShown }: { details: Details; isShown: boolean }) {
  const t = useT();
  return (
    <dl className={classes.values}>
      {FIELDS.map((field) => {
        const value = details[field];
        if (value === null) return null;
        const label = t(`suppliers:bank.field.${field}`);
        return (
          <div key={field}>
            <dt>{label}</dt>
            <dd className="num">
              <span className={classes.value}>{value}</span>
              {isShown && <CopyButton value={value} label={label} />}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
