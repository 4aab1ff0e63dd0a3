import { Skeleton } from '@mantine/core';
import { putSupplierBankDetails, removeSupplierBankDetails, revealSupplierBankDetails } from '@quayside/contracts/supplier-bank';
import type { Supplier } from '@quayside/contracts/suppliers';
import { IconBuildingBank, IconEye, IconEyeOff, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { CopyButton } from '../../../components/ui/figures.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/account.ts';
import { formatInstant, formatRelative } from '../../../lib/format.ts';
import { toast } from '../../../lib/toasts.ts';
import { type Details, useBankDetails, useRemoveBankDetails, useRevealBankDetails } from './api.ts';
import { BankDialog } from './bank-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
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

/** Where money for a supplier goes: dots for everybody, the whole for a minute to an admin who typed their password. */
export function BankCard({ supplier }: { supplier: Supplier }) {
  const t = useT();
  const bank = useBankDetails(supplier.id);
  const revealed = useRevealed();
  const reveal = useRevealBankDetails(supplier.id);
  const remove = useRemoveBankDetails(supplier.id);
  const mayReveal = usePermission(revealSupplierBankDetails);
  const mayChange = usePermission(putSupplierBankDetails);
  const mayRemove = usePermission(removeSupplierBankDetails);
  const [open, setOpen] = useState<'reveal' | 'change' | 'remove'>();
  const close = () => setOpen(undefined);
  const { companyName: name } = supplier;
  const masked = bank.data?.details ?? null;
  const change = (
    <ActionButton icon={IconPencil} permission={mayChange} onClick={() => setOpen('change')}>
      {masked ? t('suppliers:bank.change') : t('suppliers:bank.add')}
    </ActionButton>
  );
  return (
    <Card title={t('suppliers:bank.title')} hint={t('suppliers:bank.hint')}>
      {bank.isPending && <Skeleton height={120} radius={8} aria-busy />}
      {bank.isError && <ErrorState error={bank.error} entity={t('suppliers:bank.entity')} onRetry={() => void bank.refetch()} />}
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
              <ActionButton icon={IconEye} permission={mayReveal} onClick={() => setOpen('reveal')}>
                {t('suppliers:bank.reveal')}
              </ActionButton>
            )}
            {change}
            <ActionButton icon={IconTrash} color="danger" permission={mayRemove} onClick={() => setOpen('remove')}>
              {t('remove')}
            </ActionButton>
            <span className={classes.quiet} title={bank.data.changedAt ? formatInstant(bank.data.changedAt) : undefined}>
              {revealed.details
                ? t('suppliers:bank.hidesIn', { count: revealed.seconds })
                : bank.data.changedAt &&
                  t('suppliers:bank.changed', { when: formatRelative(bank.data.changedAt), who: bank.data.changedBy?.name ?? t('suppliers:bank.somebody') })}
            </span>
          </div>
        </>
      )}
      {open === 'reveal' && (
        <PasswordDialog
          title={t('suppliers:bank.revealTitle', { name })}
          action={t('suppliers:bank.reveal')}
          onSubmit={async (password) => {
            const { details } = await reveal.mutateAsync(password);
            if (details) revealed.show(details);
          }}
          onClose={close}
        />
      )}
      {open === 'remove' && (
        <PasswordDialog
          title={t('suppliers:bank.removeTitle', { name })}
          body={t('suppliers:bank.removeBody')}
          action={t('suppliers:bank.removeAction')}
          danger
          onSubmit={async (password) => {
            await remove.mutateAsync(password);
            revealed.hide();
            toast('success', t('suppliers:bank.removed', { name }));
          }}
          onClose={close}
        />
      )}
      {open === 'change' && (
        <BankDialog supplier={supplier} masked={masked} revealed={revealed.details} onSaved={() => (revealed.hide(), close())} onClose={close} />
      )}
    </Card>
  );
}

/** Only what is known; a copy is offered of what can be read. */
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
