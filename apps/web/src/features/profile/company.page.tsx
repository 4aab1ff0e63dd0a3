import { patchUser, type User } from '@quayside/contracts/accounts/users';
import { TextField } from '../../components/form/fields.tsx';
import { Form, FormSection, SaveBar } from '../../components/form/form.tsx';
import { useAppForm } from '../../components/form/use-app-form.ts';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { Card, KeyValues } from '../../components/ui/card.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useAccount, useRoles } from '../../lib/session/account.ts';
import { call } from '../../lib/api/call.ts';
import { paths } from '../../lib/paths.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { useWrite } from '../../lib/api/write.ts';
import { cacheUser, OwnUser } from './own-user.tsx';
import { ProfileFrame } from './profile-frame.tsx';
import classes from './profile.module.css';

/** The page with the company that the person works for, and with the account that is open. */
export function CompanyPage() {
  return (
    <ProfileFrame>
      <OwnUser>{(user) => <CompanyForm user={user} />}</OwnUser>
      <ThisAccount />
    </ProfileFrame>
  );
}

function CompanyForm({ user: { company, version } }: { user: User }) {
  const t = useT();
  const save = useWrite({
    send: (body: { company?: string | null; version?: number }) => call(patchUser, { body }),
    onSuccess: cacheUser,
  });
  const label = t('profile:company.name');
  const form = useAppForm({
    schema: patchUser.body,
    initial: { company, version },
    rowVersion: version,
    failure: { verb: 'update', entity: t('profile:entity') },
    submit: (_, { company: name, version: now }) => save.mutateAsync({ company: name, version: now }),
    onSaved: () => toast('success', t('profile:saved')),
  });
  return (
    <Form form={form} label={t('profile:company.yours')} conflictFields={[{ name: 'company', label }]}>
      <FormSection title={t('profile:company.yours')} columns={2}>
        <TextField {...form.field('company')} label={label} autoComplete="organization" maxLength={200} optional />
      </FormSection>
      <SaveBar form={form} />
    </Form>
  );
}

function ThisAccount() {
  const t = useT();
  const { settings } = useAccount();
  const { isAdmin, isSystemAdmin } = useRoles();
  const items = [
    { label: t('profile:company.accountName'), value: settings.accountName },
    { label: t('profile:company.currency'), value: settings.currency },
    { label: t('profile:company.timeZone'), value: settings.timeZone.replaceAll('_', ' ') },
    {
      label: t('profile:company.role'),
      value: t(isSystemAdmin ? 'shell:systemAdmin' : isAdmin ? 'shell:admin' : 'shell:viewer'),
    },
  ];
  return (
    <Card
      title={t('profile:company.account')}
      end={
        isAdmin && (
          <ActionButton size="xs" to={paths.accountSettings()}>
            {t('profile:company.settings')}
          </ActionButton>
        )
      }
    >
      <div className={classes.facts}>
        <KeyValues items={items} />
      </div>
    </Card>
  );
}
