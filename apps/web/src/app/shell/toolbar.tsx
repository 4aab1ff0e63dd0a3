import { ActionIcon, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCloudOff, IconMenu2, IconMessageReport, IconSearch } from '@tabler/icons-react';
import { Link } from 'react-router';
import { NotificationBell } from '../../features/notifications/notification-bell.tsx';
import { useT } from '../../i18n/i18n.ts';
import type { LiveState } from '../../lib/api/live-stream.ts';
import { useInstallation } from '../../lib/installation.ts';
import { useHome } from '../home.ts';
import { phoneDrawer, toggleMini } from './drawer-state.ts';
import { Logo } from './logo.tsx';
import { reportDialog } from './outside/outside-state.ts';
import classes from './shell.module.css';
import { UserMenu } from './user-menu.tsx';

/**
 * The toolbar, 52 px high: menu, logo, connection state, search, Report An Issue (in the drawer on phones), bell, user
 * menu.
 */
export function Toolbar({ live, onKeys, onPalette }: { live: LiveState; onKeys: () => void; onPalette: () => void }) {
  const t = useT();
  const isPhone = useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false });
  const isOpen = phoneDrawer.use();
  const home = useHome();
  const hasReport = Boolean(useInstallation()?.reportIssueUrl);
  return (
    <header className={classes.bar}>
      <ActionIcon aria-label={t('shell:menu')} onClick={() => (isPhone ? phoneDrawer.set(!isOpen) : toggleMini())}>
        <IconMenu2 size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      <Link to={home} className={classes.home} aria-label={t('shell:home')}>
        <Logo />
      </Link>
      <button
        type="button"
        className={`${classes.search} ${classes.find}`}
        onClick={onPalette}
        aria-keyshortcuts="Control+K"
      >
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <span className={classes.searchWords}>{t('palette:open')}</span>
        <kbd className={classes.wideOnly} aria-hidden>
          Ctrl K
        </kbd>
      </button>
      <div className="row at-end">
        {live === 'reconnecting' && (
          <Tooltip label={t('shell:reconnectingHint')}>
            <span className={classes.reconnecting} role="status">
              <IconCloudOff size={16} stroke={1.75} aria-hidden />
              <span className={classes.wideOnly}>{t('shell:reconnecting')}</span>
            </span>
          </Tooltip>
        )}
        {hasReport && (
          <button
            type="button"
            className={`${classes.search} ${classes.wideOnly}`}
            aria-haspopup="dialog"
            onClick={() => reportDialog.set(true)}
          >
            <IconMessageReport size={16} stroke={1.75} aria-hidden />
            <span className={classes.reportWords}>{t('shell:reportIssue')}</span>
          </button>
        )}
        <NotificationBell />
        <UserMenu onKeys={onKeys} />
      </div>
    </header>
  );
}
