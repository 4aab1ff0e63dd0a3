import type { BodyIn } from '@quayside/contracts/endpoint';
import { LANGUAGE_NAMES, LANGUAGES } from '@quayside/contracts/texts/languages';
import { replaceUser, type User } from '@quayside/contracts/accounts/users';
import { todayIn } from '@quayside/domain/days/days';
import { TimeZoneField } from '../../components/form/choice-fields.tsx';
import { DayField } from '../../components/form/day-field.tsx';
import { SelectField, TextAreaField, TextField } from '../../components/form/fields.tsx';
import { Form, FormSection, SaveBar, Wide } from '../../components/form/form.tsx';
import { useAppForm } from '../../components/form/use-app-form.ts';
import { useT } from '../../i18n/i18n.ts';
import { call } from '../../lib/api/call.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { useWrite } from '../../lib/api/write.ts';
import { cacheUser, OwnUser } from './own-user.tsx';
import { ProfileFrame } from './profile-frame.tsx';
import { isNotPast } from './profile.rules.ts';

/** The page with the name, telephone, time zone and other details of the person. */
export function ProfilePage() {
  return (
    <ProfileFrame>
      <OwnUser>{(user) => <ProfileForm user={user} />}</OwnUser>
    </ProfileFrame>
  );
}

function ProfileForm({ user }: { user: User }) {
  const t = useT();
  const save = useWrite({
    send: (body: BodyIn<typeof replaceUser>) => call(replaceUser, { body }),
    onSuccess: cacheUser,
  });
  const { firstName, lastName, phone, timeZone, language, company, bio, dateOfBirth, version } = user;
  const form = useAppForm({
    schema: replaceUser.body,
    initial: { firstName, lastName, phone, timeZone, language, company, bio, dateOfBirth, version },
    rowVersion: version,
    check: (now) =>
      isNotPast(todayIn(Date.now(), now.timeZone), now.dateOfBirth) ? { dateOfBirth: t('profile:bornLater') } : {},
    failure: { verb: 'update', entity: t('profile:entity') },
    submit: (body) => save.mutateAsync(body),
    onSaved: () => toast('success', t('profile:saved')),
  });
  const labels = {
    firstName: t('profile:firstName'),
    lastName: t('profile:lastName'),
    phone: t('profile:phone'),
    timeZone: t('profile:timeZone'),
    language: t('profile:language'),
    dateOfBirth: t('profile:dateOfBirth'),
    bio: t('profile:bio'),
    // The field `company` is on another tab, but the API call requires it, so its error may have to be shown here.
    company: t('profile:company.name'),
  };
  return (
    <Form
      form={form}
      label={t('profile:title')}
      conflictFields={Object.entries(labels).map(([name, label]) => ({ name, label }))}
    >
      <FormSection title={t('profile:you')} hint={user.email} columns={2}>
        <TextField {...form.field('firstName')} label={labels.firstName} autoComplete="given-name" maxLength={100} />
        <TextField {...form.field('lastName')} label={labels.lastName} autoComplete="family-name" maxLength={100} />
        <TextField {...form.field('phone')} label={labels.phone} type="tel" autoComplete="tel" optional />
        <DayField {...form.field('dateOfBirth')} label={labels.dateOfBirth} optional />
        <TimeZoneField {...form.field('timeZone')} label={labels.timeZone} help={t('profile:timeZoneHelp')} />
        <SelectField
          {...form.field('language')}
          label={labels.language}
          help={t('profile:languageHelp')}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          placeholder={t('profile:ofBrowser')}
          clearable
        />
        <Wide>
          <TextAreaField
            {...form.field('bio')}
            label={labels.bio}
            help={t('profile:bioHelp')}
            maxLength={2000}
            optional
          />
        </Wide>
      </FormSection>
      <SaveBar form={form} />
    </Form>
  );
}
