import type { AccountUserSettings } from '@quayside/contracts/accounts/accounts';
import {
  getUserSettings,
  updateAccountUserSettings,
  updateUserSettings,
  type UserSettings,
} from '@quayside/contracts/accounts/own-settings';
import { useQuery } from '@tanstack/react-query';
import { SwitchField } from '../../components/form/fields.tsx';
import { Form, FormSection, SaveBar } from '../../components/form/form.tsx';
import { useAppForm } from '../../components/form/use-app-form.ts';
import { DeniedTooltip } from '../../components/ui/action-button.tsx';
import { ErrorState } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/session/account.ts';
import { call } from '../../lib/api/call.ts';
import { isObeyed } from '../../lib/obeyed-settings.ts';
import { queryClient, read } from '../../lib/api/query-client.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { useWrite } from '../../lib/api/write.ts';
import { LoadingLines } from './loading-lines.tsx';
import { ProfileFrame } from './profile-frame.tsx';

const settingsQuery = () => read('account', getUserSettings, {});

/** Lets the person choose which mails to receive. The mails of the fee tracker are chosen for the whole account. */
export function NotificationSettingsPage() {
  const t = useT();
  const settings = useQuery(settingsQuery());
  return (
    <ProfileFrame>
      {settings.isError && (
        <ErrorState error={settings.error} record={t('profile:mails.entity')} onRetry={() => void settings.refetch()} />
      )}
      {settings.isPending && <LoadingLines />}
      {settings.data && <OwnMails settings={settings.data} />}
      {settings.data?.accountUserSettings.showFeeTrackerDailySettings && (
        <FeeTrackerMails settings={settings.data.accountUserSettings} />
      )}
    </ProfileFrame>
  );
}

const OWN = ['isAccountSummaryEmailEnabled', 'isDailyFeeChangeEmailEnabled'] as const;
const SHOWN = OWN.filter(isObeyed);
const OF_ADMINS = [
  'isInvoiceUploadedEmailWanted',
  'isCostCheckEmailWanted',
  'isBankDetailsEmailWanted',
  'isPaymentDueEmailWanted',
  'isPaymentPaidEmailWanted',
] as const;
const ALL = [...OWN, ...OF_ADMINS];
type Switches = Record<(typeof ALL)[number], boolean>;

/**
 * The switches of the person's own mails. The settings have no version, so `rowVersion` is computed from their values.
 * The form then loads newer values as long as nothing is edited.
 */
function OwnMails({ settings }: { settings: UserSettings }) {
  const t = useT();
  // Only admins receive mails about an account.
  const isAdmin = usePermission(updateAccountUserSettings).allowed;
  const save = useWrite({
    send: (body: Switches) => call(updateUserSettings, { body }),
    onSuccess: (fresh) => queryClient.setQueryData(settingsQuery().queryKey, fresh),
  });
  const initial = Object.fromEntries(ALL.map((name) => [name, settings[name]])) as Switches;
  const form = useAppForm({
    schema: updateUserSettings.body,
    initial,
    rowVersion: ALL.reduce((version, name, index) => version + (settings[name] ? 2 ** index : 0), 0),
    failure: { verb: 'update', entity: t('profile:mails.entity') },
    submit: (body) => save.mutateAsync({ ...initial, ...body }),
    onSaved: () => toast('success', t('profile:mails.saved')),
  });
  return (
    <Form form={form} label={t('profile:mails.yours')}>
      <FormSection title={t('profile:mails.yours')} hint={t('profile:mails.yoursHint')} columns={1}>
        {SHOWN.map((name) => (
          <SwitchField
            key={name}
            {...form.field(name)}
            label={t(`profile:mails.${name}`)}
            help={t(`profile:mails.${name}Help`)}
          />
        ))}
      </FormSection>
      {isAdmin && (
        <FormSection title={t('profile:mails.ofAccount')} hint={t('profile:mails.ofAccountHint')} columns={1}>
          {OF_ADMINS.map((name) => (
            <SwitchField
              key={name}
              {...form.field(name)}
              label={t(`profile:mails.${name}`)}
              help={t(`profile:mails.${name}Help`)}
            />
          ))}
        </FormSection>
      )}
      <SaveBar form={form} />
    </Form>
  );
}

function FeeTrackerMails({ settings }: { settings: AccountUserSettings }) {
  const t = useT();
  const permission = usePermission(updateAccountUserSettings);
  const { isFeeTrackerDailyFoundEmailEnabled, isFeeTrackerDailyNotFoundEmailEnabled } = settings;
  const save = useWrite({
    send: (body: { isFeeTrackerDailyFoundEmailEnabled?: boolean; isFeeTrackerDailyNotFoundEmailEnabled?: boolean }) =>
      call(updateAccountUserSettings, { body }),
    onSuccess: (accountUserSettings) =>
      queryClient.setQueryData(
        settingsQuery().queryKey,
        (now: UserSettings | undefined) => now && { ...now, accountUserSettings },
      ),
  });
  const form = useAppForm({
    schema: updateAccountUserSettings.body,
    initial: { isFeeTrackerDailyFoundEmailEnabled, isFeeTrackerDailyNotFoundEmailEnabled },
    rowVersion: Number(isFeeTrackerDailyFoundEmailEnabled) + 2 * Number(isFeeTrackerDailyNotFoundEmailEnabled),
    failure: { verb: 'update', entity: t('profile:mails.entity') },
    submit: (body) => save.mutateAsync(body),
    onSaved: () => toast('success', t('profile:mails.saved')),
  });
  return (
    <Form form={form} label={t('profile:mails.feeTracker')}>
      <FormSection title={t('profile:mails.feeTracker')} hint={t('profile:mails.feeTrackerHint')} columns={1}>
        {(['isFeeTrackerDailyFoundEmailEnabled', 'isFeeTrackerDailyNotFoundEmailEnabled'] as const).map((name) => (
          <DeniedTooltip key={name} reason={permission.reason}>
            <SwitchField {...form.field(name)} label={t(`profile:mails.${name}`)} disabled={!permission.allowed} />
          </DeniedTooltip>
        ))}
      </FormSection>
      <SaveBar form={form} permission={permission} />
    </Form>
  );
}
