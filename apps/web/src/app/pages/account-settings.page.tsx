import { ADMIN_MAILS, MOST_ARCHIVE_DAYS, updateAccountSettings } from '@quayside/contracts/accounts/accounts';
import type { BodyIn } from '@quayside/contracts/endpoint';
import { FLAGS } from '@quayside/domain/access/access';
import { IconArrowsExchange, IconHistory } from '@tabler/icons-react';
import { CurrencyField, TimeZoneField } from '../../components/form/choice-fields.tsx';
import { SwitchField, TextField, WholeNumberField } from '../../components/form/fields.tsx';
import { Form, FormSection, SaveBar } from '../../components/form/form.tsx';
import { useAppForm } from '../../components/form/use-app-form.ts';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { PageFrame } from '../../components/ui/page-frame.tsx';
import { type T, useT } from '../../i18n/i18n.ts';
import { settingsQuery, useAccount, usePermission } from '../../lib/session/account.ts';
import { call } from '../../lib/api/call.ts';
import { isObeyed } from '../../lib/obeyed-settings.ts';
import { paths } from '../../lib/paths.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { useWrite } from '../../lib/api/write.ts';

const SHEETS = (['costDataSheetUrl', 'productInventorySheetUrl'] as const).filter(isObeyed);
const SECTIONS = FLAGS.filter(isObeyed);
const MAILS = ADMIN_MAILS.filter(isObeyed);
const TEXTS = ['accountName', 'currency', 'timeZone', ...SHEETS] as const;
const REST = ['isArchiveWhenClosedEnabled', 'archiveAfterDays', 'isSecondFactorRequired'] as const;

/** The page with the settings of the account that have an effect, grouped in cards. */
export function AccountSettingsPage() {
  const t = useT();
  const { settings } = useAccount();
  const permission = usePermission(updateAccountSettings);
  const save = useWrite({
    send: (body: BodyIn<typeof updateAccountSettings>) => call(updateAccountSettings, { body }),
    onSuccess: (fresh) => queryClient.setQueryData(settingsQuery().queryKey, fresh),
  });
  const { accountId: _, currencySymbol: _symbol, canChangeCurrency, ...initial } = settings;
  const form = useAppForm({
    schema: updateAccountSettings.body,
    initial,
    rowVersion: settings.version,
    failure: { verb: 'update', entity: t('accounts:settings.entity') },
    submit: (body) => save.mutateAsync(body),
    onSaved: () => toast('success', t('accounts:settings.saved')),
  });
  const disabled = !permission.allowed;
  return (
    <PageFrame
      title={t('accounts:settings.title')}
      actions={
        <>
          {settings.isManagementSectionEnabled && (
            <ActionButton icon={IconArrowsExchange} to={paths.exchangePolicy()}>
              {t('payments:policy.title')}
            </ActionButton>
          )}
          <ActionButton icon={IconHistory} to={paths.auditLog()}>
            {t('audit:title')}
          </ActionButton>
        </>
      }
    >
      <Form form={form} label={t('accounts:settings.title')} conflictFields={conflictFields(t)}>
        <FormSection title={t('accounts:settings.general')} columns={3}>
          <TextField
            {...form.field('accountName')}
            label={t('accounts:settings.accountName')}
            disabled={disabled}
            maxLength={200}
          />
          <CurrencyField
            {...form.field('currency')}
            label={t('accounts:settings.currency')}
            disabled={disabled || !canChangeCurrency}
            help={canChangeCurrency ? t('accounts:settings.currencyHelp') : t('accounts:settings.currencyFixed')}
          />
          <TimeZoneField
            {...form.field('timeZone')}
            label={t('accounts:settings.timeZone')}
            help={t('accounts:settings.timeZoneHelp')}
            disabled={disabled}
          />
        </FormSection>
        <FormSection title={t('accounts:settings.parts')} hint={t('accounts:settings.partsHelp')}>
          {SECTIONS.map((flag) => (
            <SwitchField
              key={flag}
              {...form.field(flag)}
              label={t(`accounts:settings.flags.${flag}`)}
              disabled={disabled}
            />
          ))}
        </FormSection>
        {SHEETS.length > 0 && (
          <FormSection title={t('accounts:settings.sheets')} hint={t('accounts:settings.sheetsHelp')}>
            {SHEETS.map((name) => (
              <TextField
                key={name}
                {...form.field(name)}
                label={t(`accounts:settings.${name}`)}
                type="url"
                placeholder="https://"
                maxLength={2000}
                disabled={disabled}
                optional
              />
            ))}
          </FormSection>
        )}
        <FormSection title={t('accounts:settings.archiving')} hint={t('accounts:settings.archivingHelp')}>
          <SwitchField
            {...form.field('isArchiveWhenClosedEnabled')}
            label={t('accounts:settings.isArchiveWhenClosedEnabled')}
            disabled={disabled}
          />
          <WholeNumberField
            {...form.field('archiveAfterDays')}
            label={t('accounts:settings.archiveAfterDays')}
            help={t('accounts:settings.archiveAfterDaysHelp')}
            max={MOST_ARCHIVE_DAYS}
            suffix={t('accounts:settings.daysShort')}
            disabled={disabled || !form.values.isArchiveWhenClosedEnabled}
          />
        </FormSection>
        <FormSection title={t('accounts:settings.security')} hint={t('accounts:settings.securityHelp')}>
          <SwitchField
            {...form.field('isSecondFactorRequired')}
            label={t('accounts:settings.isSecondFactorRequired')}
            disabled={disabled}
          />
        </FormSection>
        <FormSection title={t('accounts:settings.mails')} hint={t('accounts:settings.mailsHelp')}>
          {MAILS.map((mail) => (
            <SwitchField
              key={mail}
              {...form.field(mail)}
              label={t(`accounts:settings.adminMails.${mail}`)}
              disabled={disabled}
            />
          ))}
        </FormSection>
        <SaveBar form={form} permission={permission} />
      </Form>
    </PageFrame>
  );
}

/** All fields with their labels, for the conflict dialog. */
function conflictFields(t: T) {
  const format = (value: unknown) => (value === true ? t('yes') : value === false ? t('no') : String(value ?? ''));
  return [
    ...[...TEXTS, ...REST].map((name) => ({ name, label: t(`accounts:settings.${name}`), format })),
    ...SECTIONS.map((name) => ({ name, label: t(`accounts:settings.flags.${name}`), format })),
    ...MAILS.map((name) => ({ name, label: t(`accounts:settings.adminMails.${name}`), format })),
  ];
}
