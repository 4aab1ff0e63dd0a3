import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { UploadsCard } from '../../features/documents/uploads-card.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useDropGuard } from '../../lib/page/drop-guard.ts';
import { useKeys } from '../../lib/page/keys.ts';
import { lazyPart, loadPart } from '../../lib/page/load-part.ts';
import { fetchAhead } from '../fetch-ahead.ts';
import { BottomBar, OffCanvasDrawer, SideDrawer } from './drawer.tsx';
import { addNewDialog } from './drawer-state.ts';
import classes from './shell.module.css';
import { keepTyping, takeTyped } from './palette/typed-ahead.ts';
import { chatPanel, reportDialog } from './outside/outside-state.ts';
import { keyMapOf, useShellKeys } from './shell-keys.ts';
import { Toolbar } from './toolbar.tsx';
import { useLive } from './use-live.ts';
import { VerifyToast } from './verify-toast.tsx';

const loadOverlays = () => import('./overlays.tsx').then((m) => m.Overlays);
const Overlays = lazyPart(loadOverlays);

/** The frame of the app: toolbar, drawer and page. The page is the current route, unless `children` are given. */
export function Shell({ children }: { children?: ReactNode }) {
  const t = useT();
  const isPhone = useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false });
  const [isKeysOpen, setKeysOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const showPalette = (isOpen: boolean) => {
    if (isOpen) keepTyping(() => showPalette(false));
    else takeTyped();
    setPaletteOpen(isOpen);
  };
  useEffect(() => () => void takeTyped(), []);
  const hasOverlays = useOverlays(isKeysOpen || isPaletteOpen);
  const live = useLive();
  useDropGuard();
  const keys = useShellKeys(
    () => setKeysOpen(true),
    () => showPalette(!isPaletteOpen),
  );
  useKeys(keyMapOf(keys));
  return (
    <div className={classes.app}>
      <a className={classes.skip} href="#main">
        {t('shell:skip')}
      </a>
      <Toolbar live={live} onKeys={() => setKeysOpen(true)} onPalette={() => showPalette(true)} />
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
      {hasOverlays && (
        <Suspense>
          <Overlays
            keys={keys}
            isKeysOpen={isKeysOpen}
            setKeysOpen={setKeysOpen}
            isPaletteOpen={isPaletteOpen}
            setPaletteOpen={showPalette}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Whether to mount the overlays. They are mounted as soon as one of them is opened or their chunk is prefetched. */
function useOverlays(isOpen: boolean): boolean {
  const isAsked = [isOpen, addNewDialog.use(), reportDialog.use(), chatPanel.use()].includes(true);
  const [isHere, setHere] = useState(false);
  if (isAsked && !isHere) setHere(true);
  useEffect(() => {
    let isOver = false;
    const showOverlays = async () => {
      await loadPart(loadOverlays);
      if (!isOver) setHere(true);
    };
    void fetchAhead(showOverlays, () => isOver);
    return () => {
      isOver = true;
    };
  }, []);
  return isHere;
}
