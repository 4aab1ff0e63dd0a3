import { Button } from '@mantine/core';
import { registerTrialBody } from '@quayside/contracts/accounts/accounts';
import { Link, Navigate } from 'react-router';
import { browserTimeZone, CurrencyField, TimeZoneField } from '../../components/form/choice-fields.tsx';
import { NewPasswordFields, TextField } from '../../components/form/fields.tsx';
import { useAppForm } from '../../components/form/use-app-form.ts';
import { RefusalNote } from '../../components/ui/refusal-note.tsx';
import { useT } from '../../i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { register, useSession } from '../../lib/session/session.ts';
import { session } from '../../lib/session/session-store.ts';
import { AuthFrame } from './auth-frame.tsx';
import classes from './pages.module.css';

/** The usual currency in the region of a time zone, which the form preselects. */
function likelyCurrency(zone: string): string {
  if (zone === 'Europe/London') return 'GBP';
  if (zone.startsWith('Europe/')) return 'EUR';
  if (zone.startsWith('Australia/')) return 'AUD';
  return 'USD';
}

/** The page to start a free 14-day trial. */
export function RegisterPage() {
  const t = useT();
  const held = useSession();
  const zone = browserTimeZone();
  const form = useAppForm({
    schema: registerTrialBody,
    initial: {
      firstName: '',
      lastName: '',
      email: '',
      password: '',
      repeat: '',
      phone: '',
      company: '',
      currency: likelyCurrency(zone),
      timeZone: zone,
    },
    local: ['repeat'],
    check: (values) => ({
      repeat:
        values.password !== '' && values.repeat !== values.password ? t('accounts:register.passwordMatch') : undefined,
    }),
    failure: null,
    submit: register,
  });
  if (held && session.isLive()) return <Navigate to={paths.home()} replace />;
  return (
    <AuthFrame title={t('accounts:register.title')}>
      <form ref={form.formRef} onSubmit={form.onSubmit} noValidate aria-labelledby="register">
        <h1 id="register">{t('accounts:register.title')}</h1>
        <p className={classes.authLead}>
          {t('accounts:register.lead')} {t('accounts:register.haveAccount')}{' '}
          <Link to={paths.login()}>{t('accounts:register.signIn')}</Link>
        </p>
        <div className={classes.authFields}>
          {form.failure && <RefusalNote error={form.refusal}>{form.failure}</RefusalNote>}
          <div className="pair" data-gap="12">
            <TextField
              {...form.field('firstName')}
              label={t('accounts:register.firstName')}
              autoComplete="given-name"
              autoFocus
            />
            <TextField {...form.field('lastName')} label={t('accounts:register.lastName')} autoComplete="family-name" />
          </div>
          <TextField {...form.field('email')} label={t('accounts:register.email')} type="email" autoComplete="email" />
          <div className="pair" data-gap="12">
            <NewPasswordFields
              password={{
                ...form.field('password'),
                label: t('accounts:register.password'),
                help: t('accounts:register.passwordHelp'),
              }}
              repeat={{ ...form.field('repeat'), label: t('accounts:register.repeatPassword') }}
            />
          </div>
          <div className="pair" data-gap="12">
            <TextField
              {...form.field('company')}
              label={t('accounts:register.company')}
              optional
              autoComplete="organization"
            />
            <TextField
              {...form.field('phone')}
              label={t('accounts:register.phone')}
              optional
              type="tel"
              autoComplete="tel"
            />
          </div>
          <div className="pair" data-gap="12">
            <CurrencyField {...form.field('currency')} label={t('accounts:register.currency')} />
            <TimeZoneField {...form.field('timeZone')} label={t('accounts:register.timeZone')} />
          </div>
          <p className="quiet">{t('accounts:register.currencyHelp')}</p>
          <Button type="submit" variant="filled" size="lg" fullWidth loading={form.isSaving}>
            {t('accounts:register.submit')}
          </Button>
        </div>
      </form>
    </AuthFrame>
  );
}
