import type { Notification, NotificationPage } from '@quayside/contracts/notifications/notifications';
import { IconBell, IconChevronLeft, IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ActionButton, IconButton } from '../../components/ui/action-button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { confirm } from '../../components/ui/confirm.tsx';
import { PageFrame } from '../../components/ui/page-frame.tsx';
import { EmptyState, ErrorState } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { dismiss, listQuery, markAllRead } from './api.ts';
import { groupsOf } from './groups.ts';
import { isFiltered, type ListState, paramsOf, queryOf, stateOf } from './list-state.ts';
import { ListFilters } from './list-filters.tsx';
import { NotificationGroupRow } from './notification-row.tsx';
import { NotificationViewer } from './notification-viewer.tsx';
import classes from './notifications.module.css';
import { QueueSkeleton } from './queue-skeleton.tsx';

/** The page with all notifications that the person has in this account. */
export function NotificationListPage() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const state = stateOf(params);
  const [viewed, setViewed] = useState<Notification>();
  const query = useQuery(listQuery(queryOf(state)));
  const page = query.data;
  const change = (next: Partial<ListState>) =>
    setParams((now) => paramsOf({ ...stateOf(now), page: 1, ...next }), { replace: true, flushSync: true });
  // Dismissing notifications may leave the last page empty. Go to the last page that still has some.
  const lastPage =
    page && !query.isPlaceholderData && page.content.length === 0 && page.totalElements > 0
      ? Math.max(1, page.totalPages)
      : undefined;
  useEffect(() => {
    if (lastPage !== undefined) setParams((now) => paramsOf({ ...stateOf(now), page: lastPage }), { replace: true });
  }, [lastPage, setParams]);
  return (
    <PageFrame
      title={t('notifications:title')}
      count={page && t('notifications:count', { count: page.totalElements })}
      actions={
        page &&
        page.content.length > 0 && (
          <>
            {page.unread > 0 && (
              <ActionButton onClick={() => void markAllRead()}>{t('notifications:readAll')}</ActionButton>
            )}
            <DismissButton page={page} isPart={isFiltered(state) || page.totalPages > 1} />
          </>
        )
      }
    >
      <ListFilters state={state} onChange={change} />
      {query.isError && !page && (
        <ErrorState error={query.error} entity={t('notifications:entities')} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && (
        <Card flush>
          <QueueSkeleton rows={6} />
        </Card>
      )}
      {page?.content.length === 0 && lastPage === undefined && (
        <Nothing isFilteredOut={isFiltered(state)} onClear={() => setParams({}, { replace: true })} />
      )}
      {page && page.content.length > 0 && (
        <Card flush>
          <ul
            className={classes.list}
            aria-label={t('notifications:title')}
            data-stale={query.isPlaceholderData || undefined}
          >
            {groupsOf(page.content).map((group) => (
              <NotificationGroupRow key={group.id} group={group} onView={setViewed} />
            ))}
          </ul>
          {page.totalPages > 1 && <Pager page={page} onPage={(number) => change({ page: number })} />}
        </Card>
      )}
      {viewed && <NotificationViewer key={viewed.id} notification={viewed} onClose={() => setViewed(undefined)} />}
    </PageFrame>
  );
}

/**
 * Dismisses the notifications on the current page, which the person has seen, and not those on other pages. `isPart` is
 * true when there are other pages. Asks for confirmation, because dismissing cannot be undone.
 */
function DismissButton({ page, isPart }: { page: NotificationPage; isPart: boolean }) {
  const t = useT();
  const action = t(isPart ? 'notifications:dismissShown' : 'notifications:dismissAll');
  const run = async () => {
    const ids = page.content.map(({ id }) => id);
    const title = t('notifications:dismissAllTitle', { count: ids.length });
    if (!(await confirm({ title, body: t('notifications:dismissAllBody'), action, danger: true }))) return;
    if (await dismiss(ids)) toast('success', t('notifications:dismissed', { count: ids.length }));
  };
  return <ActionButton onClick={() => void run()}>{action}</ActionButton>;
}

function Nothing({ isFilteredOut, onClear }: { isFilteredOut: boolean; onClear: () => void }) {
  const t = useT();
  return (
    <Card flush>
      {isFilteredOut ? (
        <EmptyState
          icon={IconSearch}
          title={t('notifications:noMatchTitle')}
          actions={<ActionButton onClick={onClear}>{t('notifications:clear')}</ActionButton>}
        >
          {t('notifications:noMatchBody')}
        </EmptyState>
      ) : (
        <EmptyState icon={IconBell} title={t('notifications:upToDate')}>
          {t('notifications:upToDateBody')}
        </EmptyState>
      )}
    </Card>
  );
}

function Pager({ page, onPage }: { page: NotificationPage; onPage: (number: number) => void }) {
  const t = useT();
  const at = page.number + 1;
  return (
    <div className={classes.pager}>
      <span>{t('notifications:pageOf', { page: at, pages: page.totalPages })}</span>
      <IconButton
        icon={IconChevronLeft}
        label={t('notifications:previous')}
        disabled={page.first}
        onClick={() => onPage(at - 1)}
      />
      <IconButton
        icon={IconChevronRight}
        label={t('notifications:next')}
        disabled={page.last}
        onClick={() => onPage(at + 1)}
      />
    </div>
  );
}
