import { Tooltip } from '@mantine/core';
import {
  IconBooks,
  IconChevronDown,
  IconChevronRight,
  IconExternalLink,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLifebuoy,
  IconLock,
  IconMessageCircle,
  IconMessageReport,
  IconPlus,
  IconSettings,
  type TablerIcon,
} from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { Drawer } from '../../components/ui/layers.tsx';
import { useT, useText } from '../../i18n/i18n.ts';
import { useRoles } from '../../lib/session/account.ts';
import { useInstallation } from '../../lib/installation.ts';
import { paths } from '../../lib/paths.ts';
import classes from './shell.module.css';
import { useAddNewTiles } from './add-entries.ts';
import { addNewDialog, phoneDrawer, toggleFold, toggleMini, useDrawerMini, useUnfolded } from './drawer-state.ts';
import { DASHBOARD, isHere, type NavGroup, type NavItem } from './nav-items.ts';
import { chatPanel, reportDialog } from './outside/outside-state.ts';
import { useNav } from './use-nav.ts';

const SETTINGS = { to: paths.accountSettings(), icon: IconSettings };

/** The drawer on wide screens. */
export function SideDrawer() {
  const isMini = useDrawerMini();
  const t = useT();
  return (
    <nav className={classes.nav} data-mini={isMini || undefined} aria-label={t('shell:nav')}>
      <DrawerItems isMini={isMini} isPhone={false} />
    </nav>
  );
}

/** The drawer on phones, over the page. */
export function OffCanvasDrawer() {
  const isOpen = phoneDrawer.use();
  const t = useT();
  const { pathname } = useLocation();
  useEffect(() => phoneDrawer.set(false), [pathname]);
  return (
    <Drawer
      opened={isOpen}
      onClose={() => phoneDrawer.set(false)}
      size={280}
      title={t('shell:menu')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <nav className={classes.navPhone} aria-label={t('shell:nav')}>
        <DrawerItems isMini={false} isPhone />
      </nav>
    </Drawer>
  );
}

function DrawerItems({ isMini, isPhone }: { isMini: boolean; isPhone: boolean }) {
  const t = useT();
  const { isAdmin } = useRoles();
  const groups = useNav();
  const { supportEmail: support, chatUrl, reportIssueUrl } = useInstallation() ?? {};
  const hasTiles = useAddNewTiles().length > 0;
  return (
    <>
      {hasTiles && <AddNew isMini={isMini} />}
      <Item item={DASHBOARD} isMini={isMini} />
      {groups.map((group) => (
        <Group key={group.key} group={group} isMini={isMini} />
      ))}
      <div className={classes.navFoot}>
        {support && (
          <Hint label={isMini ? t('shell:support') : undefined}>
            <a
              className={classes.navItem}
              href={`mailto:${support}`}
              aria-label={t('shell:supportBy', { email: support })}
            >
              <IconLifebuoy size={18} stroke={1.75} aria-hidden />
              {!isMini && <span>{t('shell:support')}</span>}
            </a>
          </Hint>
        )}
        {chatUrl && (
          <Press icon={IconMessageCircle} label={t('shell:chat')} isMini={isMini} onPress={() => chatPanel.set(true)} />
        )}
        {isPhone && reportIssueUrl && (
          <Press
            icon={IconMessageReport}
            label={t('shell:reportIssue')}
            isMini={false}
            onPress={() => reportDialog.set(true)}
          />
        )}
        {isAdmin && <Entry item={SETTINGS} label={t('shell:settings')} isMini={isMini} />}
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

function Group({ group: { key, items, isLocked, isFolding }, isMini }: { group: NavGroup; isMini: boolean }) {
  const t = useT();
  const isUnfolded = useUnfolded().includes(key);
  const locked = isLocked ? t('shell:notInPlan') : undefined;
  return (
    <>
      {isMini && <hr className={classes.navRule} />}
      {isMini && locked && (
        <span className={classes.navLock}>
          <Lock label={`${t(`shell:${key}`)}: ${locked}`} />
        </span>
      )}
      {isFolding ? (
        <Fold group={key} items={items} isMini={isMini} isOpen={isUnfolded} />
      ) : (
        !isMini && (
          <h2 className={classes.navGroup}>
            {t(`shell:${key}`)}
            {locked && <Lock label={locked} />}
          </h2>
        )
      )}
      {(!isFolding || isUnfolded) &&
        items.map((item) => <Item key={item.key} item={item} isMini={isMini} locked={locked} />)}
    </>
  );
}

/** The header of a collapsible group. It is highlighted when the current screen is inside the group. */
function Fold({
  group,
  items,
  isMini,
  isOpen,
}: {
  group: NavGroup['key'];
  items: readonly NavItem[];
  isMini: boolean;
  isOpen: boolean;
}) {
  const label = useT()(`shell:${group}`);
  const { pathname } = useLocation();
  const isInside = !isOpen && items.some((item) => isHere(item, pathname));
  const Arrow = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <Hint label={isMini ? label : undefined}>
      <button
        type="button"
        className={classes.navItem}
        data-fold
        aria-expanded={isOpen}
        aria-label={isMini ? label : undefined}
        aria-current={isInside ? 'true' : undefined}
        onClick={() => toggleFold(group)}
      >
        <IconBooks size={18} stroke={1.75} aria-hidden />
        {!isMini && (
          <>
            <span>{label}</span>
            <Arrow size={14} stroke={1.75} aria-hidden />
          </>
        )}
      </button>
    </Hint>
  );
}

function Item({ item, isMini, locked }: { item: NavItem; isMini: boolean; locked?: string | undefined }) {
  const label = useText()(item.label);
  return <Entry item={item} label={label} isMini={isMini} locked={locked} />;
}

/** A drawer entry that opens a dialog over the page. */
function Press({
  icon: Icon,
  label,
  isMini,
  onPress,
}: {
  icon: TablerIcon;
  label: string;
  isMini: boolean;
  onPress: () => void;
}) {
  return (
    <Hint label={isMini ? label : undefined}>
      <button
        type="button"
        className={classes.navItem}
        aria-label={isMini ? label : undefined}
        onClick={() => {
          phoneDrawer.set(false);
          onPress();
        }}
      >
        <Icon size={18} stroke={1.75} aria-hidden />
        {!isMini && <span>{label}</span>}
      </button>
    </Hint>
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
        onClick={() => (phoneDrawer.set(false), addNewDialog.set(true))}
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

interface EntryProps {
  readonly item: Pick<NavItem, 'to' | 'icon' | 'covers' | 'isOutside'>;
  readonly label: string;
  readonly isMini: boolean;
  readonly locked?: string | undefined;
}

function Entry({ item, label, isMini, locked }: EntryProps) {
  const t = useT();
  const { to, icon: Icon, isOutside } = item;
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
        <span
          className={classes.navItem}
          data-locked
          role="link"
          aria-disabled="true"
          aria-label={`${label}: ${locked}`}
        >
          {inside}
        </span>
      </Hint>
    );
  }
  if (isOutside) {
    return (
      <Hint label={isMini ? label : undefined}>
        <a
          href={to}
          target="_blank"
          rel="noopener noreferrer"
          className={classes.navItem}
          aria-label={t('shell:newTab', { name: label })}
        >
          {inside}
          {!isMini && <IconExternalLink size={14} stroke={1.75} aria-hidden />}
        </a>
      </Hint>
    );
  }
  return (
    <Hint label={isMini ? label : undefined}>
      <Link
        to={to}
        aria-current={isHere(item, pathname) ? 'page' : undefined}
        className={classes.navItem}
        aria-label={isMini ? label : undefined}
      >
        {inside}
      </Link>
    </Hint>
  );
}

/** The bottom bar on phones. */
export function BottomBar() {
  const t = useT();
  const { pathname } = useLocation();
  const text = useText();
  const groups = useNav();
  const items = [DASHBOARD, ...groups.filter(({ isLocked }) => !isLocked).flatMap((group) => group.items)];
  return (
    <nav className={classes.bottom} aria-label={t('shell:nav')}>
      {items.map(
        ({ phoneLabel, icon: Icon, ...item }) =>
          phoneLabel && (
            <Link
              key={item.key}
              to={item.to}
              aria-current={isHere(item, pathname) ? 'page' : undefined}
              className={classes.bottomItem}
            >
              <Icon size={22} stroke={1.75} aria-hidden />
              <span>{text(phoneLabel)}</span>
            </Link>
          ),
      )}
    </nav>
  );
}
