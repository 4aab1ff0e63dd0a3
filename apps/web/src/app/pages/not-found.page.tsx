import { IconCompass } from '@tabler/icons-react';
import { useEffect } from 'react';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { EmptyState } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { useHome } from '../home.ts';
import classes from './pages.module.css';

/** The 404 page. A signed-in person sees it inside the shell, everybody else without the shell. */
export function NotFoundPage({ isAlone = false }: { isAlone?: boolean }) {
  const t = useT();
  useEffect(() => {
    document.title = `404 · ${t('productName')}`;
  }, [t]);
  const Frame = isAlone ? 'main' : 'div';
  return (
    <Frame className={classes.centre} data-alone={isAlone || undefined}>
      <EmptyState
        icon={IconCompass}
        isPage
        title={t('errors:notFoundPage')}
        actions={
          // If the visitor has no session, the home screen redirects to sign-in.
          isAlone ? <Home to={paths.home()} /> : <HomeOfAccount />
        }
      >
        {t('errors:notFoundHint')}
      </EmptyState>
    </Frame>
  );
}

const HomeOfAccount = () => <Home to={useHome()} />;
function Home({ to }: { to: string }) {
  return (
    <ActionButton variant="filled" to={to}>
      {useT()('shell:goHome')}
    </ActionButton>
  );
}
