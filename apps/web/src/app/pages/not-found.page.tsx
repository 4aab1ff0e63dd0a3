import { IconCompass } from '@tabler/icons-react';
import { useEffect } from 'react';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { EmptyState } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { useHome } from '../home.ts';
import classes from './pages.module.css';

/** 404. Inside the shell for a signed-in person, else on its own. */
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
          // Home redirects a visitor without a session to sign-in.
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
