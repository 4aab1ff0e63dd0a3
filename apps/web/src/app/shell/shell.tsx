import { useMediaQuery } from '@mantine/hooks';
import { createInvoice } from '@quayside/contracts/invoices';
import { createProduct } from '@quayside/contracts/products';
import { createSupplier } from '@quayside/contracts/suppliers';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Outlet, useNavigate } from 'react-router';
import { UploadsCard } from '../../features/documents/uploads-card.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useAccount, usePermission } from '../../lib/account.ts';
import { useDropGuard } from '../../lib/drop-guard.ts';
import { useKeys } from '../../lib/keys.ts';
import { paths } from '../../lib/paths.ts';
import { AddNewDialog } from './add-new-dialog.tsx';
import { BottomBar, OffCanvasDrawer, SideDrawer } from './drawer.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import classes from './shell.module.css';
import { useDarkToggle } from './dark-toggle.ts';
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
  useShellKeys(() => setKeysOpen(true), togglePalette);
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
      <KeysDialog opened={isKeysOpen} onClose={() => setKeysOpen(false)} />
    </div>
  );
}

function useShellKeys(onKeys: () => void, onPalette: () => void): void {
  const navigate = useNavigate();
  const { settings } = useAccount();
  const { toggle } = useDarkToggle();
  const product = usePermission(createProduct).allowed;
  const invoice = usePermission(createInvoice).allowed;
  const supplier = usePermission(createSupplier).allowed;
  const go = (to: string) => () => void navigate(to);
  const hasManagement = settings.isManagementSectionEnabled;
  useKeys({
    '?': onKeys,
    'Ctrl .': toggle,
    'Ctrl k': onPalette,
    'g d': go(paths.home()),
    ...(hasManagement ? { 'g p': go(paths.products()), 'g i': go(paths.invoices()), 'g s': go(paths.suppliers()) } : {}),
    ...(hasManagement && product ? { 'c p': go(paths.productAdd()) } : {}),
    ...(hasManagement && invoice ? { 'c i': go(paths.invoiceAdd()) } : {}),
    ...(hasManagement && supplier ? { 'c s': go(paths.supplierAdd()) } : {}),
  });
}
