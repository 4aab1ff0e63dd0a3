import { Button, CloseButton } from '@mantine/core';
import { triggerVerifyEmail } from '@quayside/contracts/auth';
import { IconMail } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useT } from '../../i18n/i18n.ts';
import { useAccount } from '../../lib/account.ts';
import { call } from '../../lib/call.ts';
import { paths } from '../../lib/paths.ts';
import { queryClient } from '../../lib/query-client.ts';
import { hideVerifyReminder, useVerifyHidden } from '../../lib/kept-person.ts';
import { useWrite } from '../../lib/write.ts';
import classes from './verify-toast.module.css';

/**
 * A slim bar at the top with the state of the verification mail, which was first sent at the registration. It stays
 * until the e-mail address is verified or the person dismisses it. At sign-out it unmounts together with the shell.
 */
export function VerifyToast() {
  const t = useT();
  const { me } = useAccount();
  const isHidden = useVerifyHidden();
  const sending = useWrite({
    send: () => call(triggerVerifyEmail, {}),
    // If the address was verified in another browser, refetch the person; the bar then closes.
    onSuccess: ({ isVerified }) => (isVerified ? queryClient.invalidateQueries({ queryKey: ['account'] }) : undefined),
    failure: { verb: 'update', entity: t('auth:toast.label') },
  });
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
