import { ActionIcon, Menu, Switch, Tooltip, VisuallyHidden, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown, IconCloudOff, IconKeyboard, IconLogout, IconMenu2, IconMoon, IconSearch } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useT } from '../../i18n/i18n.ts';
import { useAccount, useRoles } from '../../lib/account.ts';
import type { LiveState } from '../../lib/live-stream.ts';
import { paths } from '../../lib/paths.ts';
import { signOut } from '../../lib/session.ts';
import { setDrawerOpen, toggleMini, useDrawerOpen } from './drawer-state.ts';
import { Logo } from './logo.tsx';
import classes from './shell.module.css';

/** Flips dark and light, and keeps the choice. */
export function useDarkToggle(): { isDark: boolean; toggle: () => void } {
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  return { isDark, toggle: () => setColorScheme(isDark ? 'light' : 'dark') };
}

/** 52 px at the top: menu, logo, state of the connection, person. */
export function Toolbar({ live, onKeys, onPalette }: { live: LiveState; onKeys: () => void; onPalette: () => void }) {
  const t = useT();
  const isPhone = useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false });
  const isOpen = useDrawerOpen();
  return (
    <header className={classes.bar}>
      <ActionIcon aria-label={t('shell:menu')} onClick={() => (isPhone ? setDrawerOpen(!isOpen) : toggleMini())}>
        <IconMenu2 size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      <Link to={paths.home()} className={classes.home} aria-label={t('shell:home')}>
        <Logo />
      </Link>
      <div className={classes.barEnd}>
        {live === 'reconnecting' && (
          <Tooltip label={t('shell:reconnectingHint')}>
            <span className={classes.reconnecting} role="status">
              <IconCloudOff size={16} stroke={1.75} aria-hidden />
              <span className={classes.wideOnly}>{t('shell:reconnecting')}</span>
            </span>
          </Tooltip>
        )}
        <button type="button" className={classes.search} onClick={onPalette} aria-keyshortcuts="Control+K">
          <IconSearch size={16} stroke={1.75} aria-hidden />
          <span className={classes.searchWords}>{t('palette:open')}</span>
          <kbd className={classes.wideOnly} aria-hidden>
            Ctrl K
          </kbd>
        </button>
        <UserMenu onKeys={onKeys} />
      </div>
    </header>
  );
}

function UserMenu({ onKeys }: { onKeys: () => void }) {
  const t = useT();
  const { me, settings } = useAccount();
  const { isAdmin, isSystemAdmin } = useRoles();
  const { isDark, toggle } = useDarkToggle();
  const name = me.firstName || me.lastName || t('shell:profile');
  const fullName = `${me.firstName} ${me.lastName}`.trim();
  const role = isSystemAdmin ? t('shell:systemAdmin') : isAdmin ? t('shell:admin') : t('shell:viewer');
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <button type="button" className={classes.user}>
          <VisuallyHidden>{t('shell:userMenu')}: </VisuallyHidden>
          <span className={classes.avatar} aria-hidden>
            {initials(me.firstName, me.lastName)}
          </span>
          <span className={classes.userWords}>
            <span>{name}</span>
            <small>{settings.accountName}</small>
          </span>
          <IconChevronDown size={16} stroke={1.75} aria-hidden className={classes.wideOnly} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.userCard}>
          <strong>{fullName || name}</strong>
          <span>{me.email}</span>
          <span>
            {settings.accountName} · {role}
            {me.isDemo && ` · ${t('shell:demoBadge')}`}
          </span>
        </div>
        <Menu.Divider />
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={<IconMoon size={16} stroke={1.75} />}
          rightSection={<Switch size="xs" checked={isDark} readOnly tabIndex={-1} aria-hidden styles={{ root: { pointerEvents: 'none' } }} />}
          onClick={toggle}
          role="menuitemcheckbox"
          aria-checked={isDark}
        >
          {t('shell:darkMode')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} stroke={1.75} />} rightSection={<kbd>?</kbd>} onClick={onKeys}>
          {t('shell:keys')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} />} onClick={() => void signOut()}>
          {t('shell:signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const initials = (first: string, last: string): string => `${[...first][0] ?? ''}${[...last][0] ?? ''}`.toUpperCase() || '·';
