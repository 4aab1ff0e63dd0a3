import { updateAccountSettings } from '@quayside/contracts/accounts';
import { FLAGS } from '@quayside/domain/access/access';
import { useMutation } from '@tanstack/react-query';
import { IconCircleCheck, IconLock } from '@tabler/icons-react';
import { CurrencyField, TimeZoneField } from '../../components/form/choice-fields.tsx';
import { TextField } from '../../components/form/fields.tsx';
import { Form, FormSection, SaveBar } from '../../components/form/form.tsx';
import { useAppForm } from '../../components/form/use-app-form.ts';
import { Card } from '../../components/ui/card.tsx';
import { PageFrame } from '../../components/ui/page-frame.tsx';
import { Chip } from '../../components/ui/status-chip.tsx';
import { useT } from '../../i18n/i18n.ts';
import { settingsQuery, useAccount, usePermission } from '../../lib/account.ts';
import { call } from '../../lib/call.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toast } from '../../lib/toasts.ts';
import classes from './pages.module.css';

/** Name, currency and time zone of the account; what it has. */
export function AccountSettingsPage() {
  const t = useT();
  const { settings } = useAccount();
  const permission = usePermission(updateAccountSettings);
  const save = useMutation({
    mutationFn: (body: { accountName: string; currency: string; timeZone: string; version?: number }) => call(updateAccountSettings, { body }),
    meta: { quiet: true },
    onSuccess: (fresh) => queryClient.setQueryData(settingsQuery().queryKey, fresh),
  });
  const { accountName, currency, timeZone, version } = settings;
  const form = useAppForm({
    schema: updateAccountSettings.body,
    initial: { accountName, currency, timeZone, version },
    rowVersion: version,
    submit: (body) => save.mutateAsync(body),
    onSaved: () => toast('success', t('accounts:settings.saved')),
  });
  const labels = { accountName: t('accounts:settings.name'), currency: t('accounts:settings.currency'), timeZone: t('accounts:settings.timeZone') };
  return (
    <PageFrame title={t('accounts:settings.title')}>
      <Form form={form} label={t('accounts:settings.title')} conflictFields={Object.entries(labels).map(([name, label]) => ({ name, label }))}>
        <FormSection title={t('accounts:settings.account')} columns={3}>
          <TextField {...form.field('accountName')} label={labels.accountName} disabled={!permission.allowed} maxLength={200} />
          <CurrencyField
            {...form.field('currency')}
            label={labels.currency}
            disabled={!permission.allowed || !settings.canChangeCurrency}
            help={settings.canChangeCurrency ? t('accounts:settings.currencyHelp') : t('accounts:settings.currencyFixed')}
          />
          <TimeZoneField {...form.field('timeZone')} label={labels.timeZone} help={t('accounts:settings.timeZoneHelp')} disabled={!permission.allowed} />
        </FormSection>
        <Card title={t('accounts:settings.parts')} hint={t('accounts:settings.partsHelp')}>
          <ul className={classes.flags}>
            {FLAGS.map((flag) => (
              <li key={flag}>
                {t(`accounts:settings.flags.${flag}`)}
                {settings[flag] ? (
                  <Chip icon={IconCircleCheck} tone="positive" quiet>
                    {t('accounts:settings.on')}
                  </Chip>
                ) : (
                  <Chip icon={IconLock} quiet>
                    {t('accounts:settings.off')}
                  </Chip>
                )}
              </li>
            ))}
          </ul>
        </Card>
        <SaveBar form={form} permission={permission} />
      </Form>
    </PageFrame>
  );
}
