import { Switch, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Account } from '@quayside/contracts/accounts/users';
import {
  IconBell,
  IconCheck,
  IconChevronDown,
  IconKeyboard,
  IconLogout,
  IconMail,
  IconMoon,
  IconSwitchHorizontal,
  IconUser,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { Menu } from '../../components/ui/layers.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useAccount, useRoles } from '../../lib/session/account.ts';
import { paths } from '../../lib/paths.ts';
import { useDarkToggle } from './dark-toggle.ts';
import { confirmSignOut } from './leave-session.ts';
import classes from './shell.module.css';
import { isInvited } from './switch-account.ts';
import switchClasses from './switch.module.css';
import { useAccountSwitch } from './use-account-switch.tsx';
import { shownName } from './user-name.ts';

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** The user menu on the right of the toolbar: profile, accounts, settings, colour scheme, shortcuts, sign-out. */
export function UserMenu({ onKeys }: { onKeys: () => void }) {
  const t = useT();
  const { me, settings } = useAccount();
  const { isAdmin, isSystemAdmin } = useRoles();
  const { isDark, toggle } = useDarkToggle();
  const button = useRef<HTMLButtonElement>(null);
  const accounts = useAccountSwitch(() => button.current?.focus());
  const name = shownName(me, t('shell:profile'));
  const fullName = `${me.firstName} ${me.lastName}`.trim();
  const role = isSystemAdmin ? t('shell:systemAdmin') : isAdmin ? t('shell:admin') : t('shell:viewer');
  return (
    <>
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <button ref={button} type="button" className={classes.user}>
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
          <Menu.Item component={Link} to={paths.profile()} leftSection={<IconUser {...ICON} />}>
            <span className={switchClasses.profile}>
              <span>{fullName || name}</span>
              <small>{me.email}</small>
            </span>
          </Menu.Item>
          <Menu.Label>
            {settings.accountName} · {role}
            {me.isDemo && ` · ${t('shell:demoBadge')}`}
          </Menu.Label>
          <AvailableAccounts {...accounts} />
          <Menu.Divider />
          <Menu.Item component={Link} to={paths.profile('notification-settings')} leftSection={<IconBell {...ICON} />}>
            {t('switcher:notificationSettings')}
          </Menu.Item>
          <Menu.Item
            closeMenuOnClick={false}
            leftSection={<IconMoon {...ICON} />}
            rightSection={
              <Switch
                size="xs"
                checked={isDark}
                readOnly
                tabIndex={-1}
                aria-hidden
                styles={{ root: { pointerEvents: 'none' } }}
              />
            }
            onClick={toggle}
          >
            {t('shell:darkMode')}
            <VisuallyHidden>: {isDark ? t('shell:on') : t('shell:off')}</VisuallyHidden>
          </Menu.Item>
          <Menu.Item leftSection={<IconKeyboard {...ICON} />} rightSection={<kbd>?</kbd>} onClick={onKeys}>
            {t('shell:keys')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout {...ICON} />} onClick={() => void confirmSignOut()}>
            {t('shell:signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {accounts.dialogs}
    </>
  );
}

/**
 * Offers the person's other accounts: in a submenu for 2 to 5 accounts (inline on phones), in a dialog for more.
 * Renders nothing for a single account.
 */
function AvailableAccounts({
  accounts,
  mode,
  choose,
  openDialog,
}: Omit<ReturnType<typeof useAccountSwitch>, 'dialogs'>) {
  const t = useT();
  const isPhone = useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false });
  if (!mode) return null;
  if (mode === 'dialog')
    return (
      <Menu.Item leftSection={<IconSwitchHorizontal {...ICON} />} onClick={openDialog} aria-haspopup="dialog">
        {t('switcher:accounts')}
      </Menu.Item>
    );
  const items = accounts.map((account) => (
    <AccountItem key={account.id} account={account} onChoose={() => choose(account)} />
  ));
  if (isPhone)
    return (
      <div role="group" aria-label={t('switcher:accounts')}>
        <Menu.Label>{t('switcher:accounts')}</Menu.Label>
        {items}
      </div>
    );
  return (
    <Menu.Sub position="left-start" width={260}>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconSwitchHorizontal {...ICON} />}>{t('switcher:accounts')}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown aria-label={t('switcher:accounts')}>{items}</Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}

function AccountItem({ account, onChoose }: { account: Account; onChoose: () => void }) {
  const t = useT();
  return (
    <Menu.Item
      disabled={account.isCurrent}
      aria-current={account.isCurrent || undefined}
      leftSection={
        isInvited(account) ? (
          <IconMail {...ICON} />
        ) : account.isCurrent ? (
          <IconCheck {...ICON} />
        ) : (
          <span className={switchClasses.noIcon} />
        )
      }
      rightSection={
        isInvited(account) ? (
          <small>{t('switcher:invited')}</small>
        ) : account.isCurrent ? (
          <small>{t('switcher:active')}</small>
        ) : undefined
      }
      onClick={onChoose}
    >
      <span className="cut">{account.name}</span>
    </Menu.Item>
  );
}

const initials = (first: string, last: string): string =>
  `${[...first][0] ?? ''}${[...last][0] ?? ''}`.toUpperCase() || '·';
