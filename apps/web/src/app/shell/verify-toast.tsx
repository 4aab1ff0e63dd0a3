import { Button, CloseButton } from '@mantine/core';
import { triggerVerifyEmail } from '@quayside/contracts/auth';
import { IconMail } from '@tabler/icons-react';
import { useT } from '../../i18n/i18n.ts';
import { useAccount } from '../../lib/account.ts';
import { call } from '../../lib/call.ts';
import { queryClient } from '../../lib/query-client.ts';
import { hideVerifyReminder, useVerifyHidden } from '../../lib/kept-person.ts';
import { useWrite } from '../../lib/write.ts';
import classes from './verify-toast.module.css';

/**
 * A toast at the top right with a button that sends the verification mail. The toast stays until the e-mail address is
 * verified or the person dismisses it. At sign-out it unmounts together with the shell.
 */
export function VerifyToast() {
  const t = useT();
  const { me } = useAccount();
  const isHidden = useVerifyHidden();
  const sending = useWrite({
    send: () => call(triggerVerifyEmail, {}),
    // If the address was verified in another browser, refetch the person; the toast then closes.
    onSuccess: ({ isVerified }) => (isVerified ? queryClient.invalidateQueries({ queryKey: ['account'] }) : undefined),
    failure: { verb: 'update', entity: t('auth:toast.label') },
  });
  if (me.isVerified || isHidden) return null;
  return (
    <section className={classes.toast} aria-label={t('auth:toast.label')}>
      <IconMail size={18} stroke={1.75} aria-hidden className={classes.icon} />
      <div className={classes.words} role="status">
        {sending.isSuccess ? t('auth:toast.sent', { email: me.email }) : <b>{t('auth:toast.ask')}</b>}
      </div>
      <Button
        size="xs"
        variant={sending.isSuccess ? 'subtle' : 'filled'}
        loading={sending.isPending}
        onClick={() => sending.mutate()}
      >
        {sending.isSuccess ? t('auth:toast.again') : t('auth:toast.send')}
      </Button>
      <CloseButton size="sm" aria-label={t('auth:toast.hide')} onClick={() => hideVerifyReminder()} />
    </section>
  );
}
