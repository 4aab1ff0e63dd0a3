import { Skeleton } from '@mantine/core';
import { getJobs, type JobOverview, retryJobs } from '@quayside/contracts/jobs';
import { useQuery } from '@tanstack/react-query';
import { IconRefresh } from '@tabler/icons-react';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { PageFrame } from '../../components/ui/page-frame.tsx';
import { SimpleTable } from '../../components/ui/simple-table.tsx';
import { ErrorState } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { call } from '../../lib/api/call.ts';
import { formatCount, formatInstant, formatRelative } from '../../lib/words/format.ts';
import { queryClient, read } from '../../lib/api/query-client.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { useWrite } from '../../lib/api/write.ts';
import classes from './operations.module.css';

const REFRESH_MS = 5_000;
const jobsQuery = () => read('account', getJobs, {});

/** The page with the background jobs of the whole installation: running, waiting, and failed after all retries. */
export function BackgroundWorkPage() {
  const t = useT();
  // The server sends no live messages about jobs, so poll while the page is open.
  const jobs = useQuery({ ...jobsQuery(), staleTime: 0, refetchInterval: REFRESH_MS });
  return (
    <PageFrame title={t('operations:title')}>
      {jobs.isError && (
        <ErrorState error={jobs.error} entity={t('operations:entity')} onRetry={() => void jobs.refetch()} />
      )}
      {jobs.isPending && (
        <div className={classes.loading} role="status" aria-label={t('loading')}>
          <Skeleton height={18} />
          <Skeleton height={18} />
        </div>
      )}
      {jobs.data && (
        <>
          <Counts counts={jobs.data.counts} />
          <Failed failed={jobs.data.failed} />
        </>
      )}
    </PageFrame>
  );
}

function Counts({ counts }: Pick<JobOverview, 'counts'>) {
  const t = useT();
  return (
    <Card title={t('operations:counts')} hint={t('operations:countsHint')} flush>
      {counts.length === 0 ? (
        <p className={classes.inCard}>{t('operations:nothing')}</p>
      ) : (
        <SimpleTable label={t('operations:counts')}>
          <thead>
            <tr>
              <th scope="col">{t('operations:column.job')}</th>
              {FIGURES.map((figure) => (
                <th key={figure} scope="col" data-figure>
                  {t(`operations:column.${figure}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {counts.map((job) => (
              <tr key={job.name}>
                <th scope="row">{job.name}</th>
                {FIGURES.map((figure) => (
                  <td key={figure} data-figure>
                    {formatCount(job[figure])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </SimpleTable>
      )}
    </Card>
  );
}
const FIGURES = ['running', 'waiting', 'failed'] as const;

function Failed({ failed }: Pick<JobOverview, 'failed'>) {
  const t = useT();
  const retry = useWrite({
    send: (ids: string[]) => call(retryJobs, { body: { ids } }),
    failure: { verb: 'update', entity: t('operations:retryJob') },
    onSuccess: ({ retried }) =>
      toast('success', t('operations:retried', { count: retried, formatted: formatCount(retried) })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsQuery().queryKey }),
  });
  if (failed.length === 0)
    return (
      <Card title={t('operations:failed')} flush>
        <p className={classes.inCard}>{t('operations:noneFailed')}</p>
      </Card>
    );
  return (
    <Card
      title={t('operations:failed')}
      hint={t('operations:failedHint')}
      end={
        <ActionButton
          size="xs"
          icon={IconRefresh}
          disabled={retry.isPending}
          onClick={() => retry.mutate(failed.map(({ id }) => id))}
        >
          {t('operations:retryAll')}
        </ActionButton>
      }
      flush
    >
      <SimpleTable label={t('operations:failed')} cards="1fr auto">
        <thead>
          <tr>
            <th scope="col">{t('operations:column.job')}</th>
            <th scope="col">{t('operations:column.account')}</th>
            <th scope="col">{t('operations:column.failedAt')}</th>
            <th scope="col" data-figure>
              {t('operations:column.tries')}
            </th>
            <th scope="col">{t('operations:column.reason')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {failed.map((job) => (
            <tr key={job.id}>
              <th scope="row" data-title>
                {job.name}
              </th>
              <td data-wide className={classes.account}>
                {job.accountId ?? t('operations:installation')}
              </td>
              <td title={formatInstant(job.failedAt)}>{formatRelative(job.failedAt)}</td>
              <td data-figure data-label={t('operations:column.tries')}>
                {formatCount(job.tries)}
              </td>
              <td data-wide className={classes.reason}>
                {job.reason}
              </td>
              <td className={classes.retry}>
                <ActionButton size="xs" disabled={retry.isPending} onClick={() => retry.mutate([job.id])}>
                  {t('operations:retry')}
                  <span className="visually-hidden"> {job.name}</span>
                </ActionButton>
              </td>
            </tr>
          ))}
        </tbody>
      </SimpleTable>
    </Card>
  );
}
