import { Drawer as MantineDrawer, Tooltip } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconLock, IconPlus, IconSettings, type TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { useT } from '../../i18n/i18n.ts';
import { useAccount, useRoles } from '../../lib/account.ts';
import { paths } from '../../lib/paths.ts';
import classes from './shell.module.css';
import { useAddNewTiles } from './add-new-dialog.tsx';
import { setAddNewOpen, setDrawerOpen, toggleMini, useDrawerMini, useDrawerOpen } from './drawer-state.ts';
import { ACCOUNT_ITEMS, DASHBOARD, isHere, MANAGEMENT_ITEMS } from './nav-items.ts';

/** The drawer of wide screens. */
export function SideDrawer() {
  const isMini = useDrawerMini();
  const t = useT();
  return (
    <nav className={classes.nav} data-mini={isMini || undefined} aria-label={t('shell:nav')}>
      <DrawerItems isMini={isMini} isPhone={false} />
    </nav>
  );
}

/** The drawer of phones: over the page. */
export function OffCanvasDrawer() {
  const isOpen = useDrawerOpen();
  const t = useT();
  const { pathname } = useLocation();
  useEffect(() => setDrawerOpen(false), [pathname]);
  return (
    <MantineDrawer opened={isOpen} onClose={() => setDrawerOpen(false)} size={280} title={t('shell:menu')} closeButtonProps={{ 'aria-label': t('close') }}>
      <nav className={classes.navPhone} aria-label={t('shell:nav')}>
        <DrawerItems isMini={false} isPhone />
      </nav>
    </MantineDrawer>
  );
}

function DrawerItems({ isMini, isPhone }: { isMini: boolean; isPhone: boolean }) {
  const t = useT();
  const { settings } = useAccount();
  const { isAdmin } = useRoles();
  const accountItems = ACCOUNT_ITEMS.filter((item) => isAdmin || !item.isForAdmins);
  const isLocked = !settings.isManagementSectionEnabled;
  const hasTiles = useAddNewTiles().length > 0;
  return (
    <>
      {hasTiles && <AddNew isMini={isMini} />}
      <Item to={DASHBOARD.to} icon={DASHBOARD.icon} label={t('shell:dashboard')} isMini={isMini} />
      {isMini ? (
        <hr className={classes.navRule} />
      ) : (
        <h2 className={classes.navGroup}>
          {t('shell:management')}
          {isLocked && <Lock label={t('shell:notInPlan')} />}
        </h2>
      )}
      {MANAGEMENT_ITEMS.map((item) => (
        <Item
          key={item.key}
          to={item.to}
          icon={item.icon}
          label={t(`shell:${item.key}`)}
          isMini={isMini}
          {...(isLocked ? { locked: t('shell:notInPlan') } : {})}
        />
      ))}
      {isMini ? <hr className={classes.navRule} /> : <h2 className={classes.navGroup}>{t('shell:account')}</h2>}
      {accountItems.map((item) => (
        <Item key={item.key} to={item.to} icon={item.icon} label={t(`shell:${item.key}`)} isMini={isMini} />
      ))}
      <div className={classes.navFoot}>
        {isAdmin && <Item to={paths.accountSettings()} icon={IconSettings} label={t('shell:settings')} isMini={isMini} />}
        {!isPhone && (
          <Hint label={isMini ? t('shell:expand') : undefined}>
            <button
              type="button"
              className={classes.navItem}
              onClick={toggleMini}
              aria-label={isMini ? t('shell:expand') : t('shell:collapse')}
              aria-expanded={!isMini}
            >
              {isMini ? (
                <IconLayoutSidebarLeftExpand size={18} stroke={1.75} aria-hidden />
              ) : (
                <IconLayoutSidebarLeftCollapse size={18} stroke={1.75} aria-hidden />
              )}
              {!isMini && <span>{t('shell:collapse')}</span>}
            </button>
          </Hint>
        )}
      </div>
    </>
  );
}

function AddNew({ isMini }: { isMini: boolean }) {
  const label = useT()('shell:addNew');
  return (
    <Hint label={isMini ? label : undefined}>
      <button
        type="button"
        className={classes.addNew}
        aria-label={isMini ? label : undefined}
        aria-haspopup="dialog"
        onClick={() => (setDrawerOpen(false), setAddNewOpen(true))}
      >
        <IconPlus size={18} stroke={1.75} aria-hidden />
        {!isMini && <span>{label}</span>}
      </button>
    </Hint>
  );
}

const Lock = ({ label }: { label: string }) => <IconLock size={14} stroke={1.75} aria-label={label} />;
const Hint = ({ label, children }: { label: string | undefined; children: ReactNode }) => (
  <Tooltip label={label} position="right" disabled={!label} openDelay={100}>
    {children}
  </Tooltip>
);

function Item({ to, icon: Icon, label, isMini, locked }: { to: string; icon: TablerIcon; label: string; isMini: boolean; locked?: string }) {
  const { pathname } = useLocation();
  const inside = (
    <>
      <Icon size={18} stroke={1.75} aria-hidden />
      {!isMini && <span>{label}</span>}
    </>
  );
  if (locked) {
    return (
      <Hint label={isMini ? `${label}: ${locked}` : locked}>
        <span className={classes.navItem} data-locked role="link" aria-disabled="true" aria-label={`${label}: ${locked}`}>
          {inside}
        </span>
      </Hint>
    );
  }
  return (
    <Hint label={isMini ? label : undefined}>
      <Link to={to} aria-current={isHere(to, pathname) ? 'page' : undefined} className={classes.navItem} aria-label={isMini ? label : undefined}>
        {inside}
      </Link>
    </Hint>
  );
}

/** The bar at the bottom of a phone. */
export function BottomBar() {
  const t = useT();
  const { pathname } = useLocation();
  const { settings } = useAccount();
  const items = settings.isManagementSectionEnabled ? [DASHBOARD, ...MANAGEMENT_ITEMS] : [DASHBOARD];
  return (
    <nav className={classes.bottom} aria-label={t('shell:nav')}>
      {items.map(({ key, to, icon: Icon }) => (
        <Link key={key} to={to} aria-current={isHere(to, pathname) ? 'page' : undefined} className={classes.bottomItem}>
          <Icon size={22} stroke={1.75} aria-hidden />
          <span>{t(key === 'assignedCosts' ? 'shell:costsShort' : `shell:${key}`)}</span>
        </Link>
      ))}
    </nav>
  );
}
