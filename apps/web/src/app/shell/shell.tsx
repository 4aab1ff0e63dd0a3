import { useMediaQuery } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Outlet } from 'react-router';
import { UploadsCard } from '../../features/documents/uploads-card.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useDropGuard } from '../../lib/drop-guard.ts';
import { useKeys } from '../../lib/keys.ts';
import { AddNewDialog } from './add-new-dialog.tsx';
import { BottomBar, OffCanvasDrawer, SideDrawer } from './drawer.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import classes from './shell.module.css';
import { ChatPanel } from './outside/chat-panel.tsx';
import { ReportDialog } from './outside/report-dialog.tsx';
import { keyMapOf, useShellKeys } from './shell-keys.ts';
import { Toolbar } from './toolbar.tsx';
import { useLive } from './use-live.ts';
import { VerifyToast } from './verify-toast.tsx';

const Palette = lazy(async () => ({ default: (await import('./palette/palette.tsx')).Palette }));

/** Toolbar, drawer, page: the open route, or what is handed in. */
export function Shell({ children }: { children?: ReactNode }) {
  const t = useT();
  const isPhone = useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false });
  const [isKeysOpen, setKeysOpen] = useState(false);
  const [palette, setPalette] = useState<'never' | 'open' | 'closed'>('never');
  const togglePalette = () => setPalette((is) => (is === 'open' ? 'closed' : 'open'));
  const live = useLive();
  useDropGuard();
  const keys = useShellKeys(() => setKeysOpen(true), togglePalette);
  useKeys(keyMapOf(keys));
  return (
    <div className={classes.app}>
      <a className={classes.skip} href="#main">
        {t('shell:skip')}
      </a>
      <Toolbar live={live} onKeys={() => setKeysOpen(true)} onPalette={togglePalette} />
      <div className={classes.middle}>
        {isPhone ? <OffCanvasDrawer /> : <SideDrawer />}
        <div className={classes.floats}>
          <UploadsCard />
        </div>
        <div className={classes.column}>
          <VerifyToast />
          <main id="main" className={classes.main} tabIndex={-1}>
            {children ?? <Outlet />}
          </main>
        </div>
      </div>
      {isPhone && <BottomBar />}
      {palette !== 'never' && (
        <Suspense>
          <Palette opened={palette === 'open'} onClose={() => setPalette('closed')} onKeys={() => setKeysOpen(true)} />
        </Suspense>
      )}
      <AddNewDialog />
      <ReportDialog />
      <ChatPanel />
      <KeysDialog anywhere={keys} opened={isKeysOpen} onClose={() => setKeysOpen(false)} />
    </div>
  );
}
