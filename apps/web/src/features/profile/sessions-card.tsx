import { endOtherSessions, endSession, listSessions, type OwnSession } from '@quayside/contracts/accounts/own-settings';
import { useQuery } from '@tanstack/react-query';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { confirm } from '../../components/ui/confirm.tsx';
import { ErrorState } from '../../components/ui/states.tsx';
import { Chip } from '../../components/ui/status-chip.tsx';
import { type T, useT } from '../../i18n/i18n.ts';
import { call } from '../../lib/api/call.ts';
import { formatInstant, formatRelative } from '../../lib/words/format.ts';
import { queryClient, read } from '../../lib/api/query-client.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { useWrite } from '../../lib/api/write.ts';
import { LoadingLines } from './loading-lines.tsx';
import classes from './profile.module.css';

const sessionsQuery = () => read('account', listSessions, {});
const reload = () => queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey });
const PHONES = ['iPhone', 'Android', 'iPad'];

const deviceName = (t: T, { browser, system }: OwnSession): string =>
  browser && system
    ? t('profile:sessions.onSystem', { browser, system })
    : (browser ?? system ?? t('profile:sessions.unknown'));

/** The card with the person's sessions. Other sessions can be ended one by one or all together. */
export function SessionsCard() {
  const t = useT();
  // No live message reports sessions in other browsers, so refetch whenever the card is mounted.
  const sessions = useQuery({ ...sessionsQuery(), staleTime: 0 });
  const endOthers = useWrite({
    send: () => call(endOtherSessions, {}),
    failure: { verb: 'update', entity: t('profile:sessions.entity') },
    onSuccess: ({ ended }) => toast('success', t('profile:sessions.endedOthers', { count: ended })),
    onSettled: reload,
  });
  const confirmEndOthers = async () => {
    const isSure = await confirm({
      title: t('profile:sessions.endOthersTitle'),
      body: t('profile:sessions.endOthersBody'),
      action: t('profile:sessions.endOthersAction'),
      danger: true,
    });
    if (isSure) endOthers.mutate();
  };
  const hasOthers = (sessions.data?.length ?? 0) > 1;
  return (
    <Card
      title={t('profile:sessions.title')}
      hint={t('profile:sessions.hint')}
      end={
        hasOthers && (
          <ActionButton size="xs" loading={endOthers.isPending} onClick={() => void confirmEndOthers()}>
            {t('profile:sessions.endOthers')}
          </ActionButton>
        )
      }
      flush
    >
      {sessions.isError && (
        <div className={classes.inCard}>
          <ErrorState
            error={sessions.error}
            entity={t('profile:sessions.entity')}
            onRetry={() => void sessions.refetch()}
          />
        </div>
      )}
      {sessions.isPending && (
        <div className={classes.inCard}>
          <LoadingLines />
        </div>
      )}
      {sessions.data && (
        <ul className={classes.sessions} aria-label={t('profile:sessions.title')}>
          {sessions.data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      {sessions.data?.length === 1 && <p className={classes.inCard}>{t('profile:sessions.onlyThis')}</p>}
    </Card>
  );
}

function SessionRow({ session }: { session: OwnSession }) {
  const t = useT();
  const device = deviceName(t, session);
  const Icon = PHONES.includes(session.system ?? '') ? IconDeviceMobile : IconDeviceDesktop;
  const end = useWrite({
    send: () => call(endSession, { params: { sessionId: session.id } }),
    failure: { verb: 'delete', entity: t('profile:sessions.entity') },
    onSuccess: () => toast('success', t('profile:sessions.ended')),
    onSettled: reload,
  });
  const ask = async () => {
    const isSure = await confirm({
      title: t('profile:sessions.endTitle', { device }),
      body: t('profile:sessions.endBody'),
      action: t('profile:sessions.endAction'),
      danger: true,
    });
    if (isSure) end.mutate();
  };
  const facts = [
    session.ip && t('profile:sessions.ip', { ip: session.ip }),
    t('profile:sessions.started', { when: formatInstant(session.createdAt) }),
    t('profile:sessions.used', { when: formatRelative(session.lastUsedAt) }),
  ];
  return (
    <li className={classes.session}>
      <span className={classes.device}>
        <Icon size={18} stroke={1.75} aria-hidden />
      </span>
      <div className={classes.sessionWords}>
        <p className={classes.sessionName}>
          {device} {session.isCurrent && <Chip tone="positive">{t('profile:sessions.current')}</Chip>}
        </p>
        <p className="quiet">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {!session.isCurrent && (
        <ActionButton size="xs" loading={end.isPending} onClick={() => void ask()}>
          {t('profile:sessions.end')}
        </ActionButton>
      )}
    </li>
  );
}
