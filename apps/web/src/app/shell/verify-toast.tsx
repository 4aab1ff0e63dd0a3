import { Button, CloseButton } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useVerificationMail } from '../../components/ui/refusal-note.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useAccount } from '../../lib/session/account.ts';
import { paths } from '../../lib/paths.ts';
import { hideVerifyReminder, useVerifyHidden } from '../../lib/session/kept-person.ts';
import classes from './verify-toast.module.css';

/**
 * A slim bar at the top with the state of the verification mail, which was first sent at the registration. It stays
 * until the e-mail address is verified or the person dismisses it. At sign-out it unmounts together with the shell.
 */
export function VerifyToast() {
  const t = useT();
  const { me } = useAccount();
  const isHidden = useVerifyHidden();
  const sending = useVerificationMail();
  if (me.isVerified || isHidden) return null;
  return (
    <section className={classes.toast} aria-label={t('auth:toast.label')}>
      <IconMail size={16} stroke={1.75} aria-hidden className={classes.icon} />
      <p className={classes.words} role="status">
        <b>{t('auth:toast.ask')}</b>{' '}
        {t(sending.isSuccess ? 'auth:toast.sentAgain' : 'auth:toast.sent', { email: me.email })}
      </p>
      <Button size="compact-sm" variant="subtle" loading={sending.isPending} onClick={() => sending.mutate()}>
        {t('auth:toast.again')}
      </Button>
      <Button size="compact-sm" variant="subtle" component={Link} to={paths.profile('security')}>
        {t('auth:toast.change')}
      </Button>
      <CloseButton size="sm" aria-label={t('auth:toast.hide')} onClick={() => hideVerifyReminder()} />
    </section>
  );
}
