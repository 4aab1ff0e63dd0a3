import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { EmptyState } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { isApiError } from '../../lib/errors/api-error.ts';
import { reportError } from '../../lib/api/error-reports.ts';
import { PartTimeout } from '../../lib/page/load-part.ts';
import classes from './pages.module.css';

const RELOADED_KEY = 'quayside.reloaded';

/** Shown when a screen crashed. If a chunk is missing because a new version was deployed, the page reloads once. */
export function ErrorPage({ isInside = false }: { isInside?: boolean }) {
  const t = useT();
  const error = useRouteError();
  const isStalePart =
    error instanceof TypeError && /dynamically imported module|Importing a module script failed/i.test(error.message);
  const isLate = error instanceof PartTimeout;
  useEffect(() => {
    if (!isStalePart && !isLate) reportError('screen', error);
  }, [error, isStalePart, isLate]);
  useEffect(() => {
    if (!isStalePart) return;
    const last = Number(sessionStorage.getItem(RELOADED_KEY) ?? '0');
    if (Date.now() - last < 30_000) return;
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    window.location.reload();
  }, [isStalePart]);
  return (
    <div className={classes.centre} data-alone={isInside ? undefined : true} role="alert">
      <EmptyState
        icon={IconAlertTriangle}
        isPage
        title={t(isLate ? 'errors:lateTitle' : 'errors:crashTitle')}
        actions={
          <ActionButton variant="filled" icon={IconRefresh} onClick={() => window.location.reload()}>
            {t('errors:reload')}
          </ActionButton>
        }
      >
        {isLate ? (
          t('errors:lateBody')
        ) : (
          <>
            {t('errors:crashBody')}{' '}
            {isApiError(error) && error.requestId
              ? t('errors:reference', { id: error.requestId })
              : error instanceof Error
                ? error.message
                : ''}
          </>
        )}
      </EmptyState>
    </div>
  );
}
