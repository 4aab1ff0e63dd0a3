import { Button, Skeleton } from '@mantine/core';
import { getSubscription, unsubscribe } from '@quayside/contracts/notifications/notification-mails';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ErrorState, Note } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { isApiError } from '../../lib/errors/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { paths } from '../../lib/paths.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useSession } from '../../lib/session/session.ts';
import { failureText } from '../../lib/errors/failure-text.ts';
import { useWrite } from '../../lib/api/write.ts';
import { AuthFrame } from './auth-frame.tsx';
import { AuthMessage } from './auth-message.tsx';
import classes from './pages.module.css';

/**
 * The page that an unsubscribe link opens, without sign-in. Opening the page does not unsubscribe, because mail
 * scanners also open links; the person has to press the button.
 */
export function UnsubscribePage() {
  const t = useT();
  const { token = '' } = useParams();
  const isSignedIn = useSession() !== undefined;
  const found = useQuery({
    queryKey: ['unsubscribe', token],
    queryFn: () => call(getSubscription, { params: { token } }),
  });
  const stopping = useWrite({
    send: () => call(unsubscribe, { params: { token } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['account'] }),
  });
  const onwards = isSignedIn
    ? { label: t('notifications:unsubscribe.settings'), to: paths.profile('notification-settings') }
    : { label: t('auth:toSignIn'), to: paths.login() };
  const meant = found.data;
  const what = meant ? t(`notifications:mails.${meant.kind}`) : '';
  const where = meant?.accountName ?? t('notifications:unsubscribe.everywhere');
  return (
    <AuthFrame title={t('notifications:unsubscribe.title')}>
      {found.isPending && <Skeleton height={120} role="status" aria-label={t('loading')} />}
      {found.error &&
        (isApiError(found.error) && found.error.status === 404 ? (
          <AuthMessage
            title={t('auth:failed.unknown')}
            text={t('notifications:unsubscribe.unknown')}
            action={onwards}
          />
        ) : (
          <ErrorState
            error={found.error}
            record={t('notifications:unsubscribe.entity')}
            onRetry={() => void found.refetch()}
          />
        ))}
      {meant && (stopping.data || !meant.isWanted) && (
        <AuthMessage
          title={t('notifications:unsubscribe.doneTitle')}
          text={t('notifications:unsubscribe.done', { what, where })}
          hint={t('notifications:unsubscribe.doneHint')}
          action={onwards}
        />
      )}
      {meant?.isWanted === true && !stopping.data && (
        <>
          <h1>{t('notifications:unsubscribe.title')}</h1>
          <p className={classes.authLead}>{t('notifications:unsubscribe.lead', { what, where })}</p>
          <div className={classes.authFields}>
            {stopping.error && (
              <Note tone="danger" role="alert">
                {failureText(stopping.error)}
              </Note>
            )}
            <Button
              variant="filled"
              size="lg"
              fullWidth
              loading={stopping.isPending}
              onClick={() => stopping.mutate()}
              data-autofocus
            >
              {t('notifications:unsubscribe.submit')}
            </Button>
          </div>
        </>
      )}
    </AuthFrame>
  );
}
