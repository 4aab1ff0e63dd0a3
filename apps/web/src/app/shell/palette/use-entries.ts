import { useDebouncedValue } from '@mantine/hooks';
import { searchRecords } from '@quayside/contracts/search';
import {
  IconKeyboard,
  IconLogout,
  IconMessageCircle,
  IconMessageReport,
  IconMoon,
  IconSettings,
  type TablerIcon,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT, useText } from '../../../i18n/i18n.ts';
import { useAccount, useRoles } from '../../../lib/session/account.ts';
import { useInstallation } from '../../../lib/installation.ts';
import { paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/api/query-client.ts';
import { FEATURES } from '../../features.ts';
import { isOffered } from '../../route-decision.ts';
import { useAddEntries } from '../add-entries.ts';
import { useDarkToggle } from '../dark-toggle.ts';
import { confirmSignOut } from '../leave-session.ts';
import { DASHBOARD, type NavItem } from '../nav-items.ts';
import { chatPanel, reportDialog } from '../outside/outside-state.ts';
import { useNav } from '../use-nav.ts';
import { type Entry, type EntrySection, recordEntries, sectionsOf } from './palette-entries.ts';
import { recentEntries } from './recent.ts';

/** How long the search waits after a keystroke for the next one. */
const WAIT_MS = 120;
const MAX_TEXT = 200;

/** The sections of the palette for a query. */
export function useEntries(
  text: string,
  onKeys: () => void,
): { sections: EntrySection[]; isSearching: boolean; hasFailed: boolean } {
  const [recent] = useState(() => recentEntries());
  const screens = useScreens();
  const actions = useActions(onKeys);
  const [asked] = useDebouncedValue(text.trim().slice(0, MAX_TEXT), WAIT_MS);
  const answer = useQuery({
    ...read('products', searchRecords, { query: { text: asked } }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const records = text.trim() === '' || asked === '' ? [] : (answer.data?.records ?? []).flatMap(recordEntries);
  return {
    sections: sectionsOf(text, { recent, screens, actions, records }),
    isSearching: text.trim() !== '' && (answer.isFetching || asked !== text.trim().slice(0, MAX_TEXT)),
    hasFailed: asked !== '' && answer.isError,
  };
}

/** The entries of the drawer, and screens that the drawer does not list. */
function useScreens(): Entry[] {
  const t = useT();
  const text = useText();
  const { caller } = useAccount();
  const { isAdmin } = useRoles();
  const groups = useNav();
  const screen = (title: string, icon: TablerIcon, to: string, keys?: readonly string[]): Entry => ({
    id: `screen-${to}`,
    group: 'screens',
    title,
    icon,
    to,
    ...(keys && { keys }),
  });
  const entry = ({ key, label, icon, to, isOutside, shortcut }: NavItem): Entry =>
    isOutside
      ? {
          id: `screen-${key}`,
          group: 'screens',
          title: t('shell:newTab', { name: text(label) }),
          icon,
          run: () => window.open(to, '_blank', 'noopener,noreferrer'),
        }
      : screen(text(label), icon, to, shortcut?.keys);
  return [
    entry(DASHBOARD),
    ...groups.filter(({ isLocked }) => !isLocked).flatMap(({ items }) => items.map(entry)),
    ...(isAdmin ? [screen(t('shell:settings'), IconSettings, paths.accountSettings())] : []),
    ...FEATURES.flatMap(({ palette = [] }) => palette)
      .filter(({ need }) => isOffered(need, caller))
      .map(({ label, icon, to }) => screen(text(label), icon, to)),
  ];
}

function useActions(onKeys: () => void): Entry[] {
  const t = useT();
  const text = useText();
  const { toggle } = useDarkToggle();
  const installation = useInstallation();
  const additions = useAddEntries();
  const action = (id: string, title: string, icon: TablerIcon, keys?: readonly string[]): Entry => ({
    id: `action-${id}`,
    group: 'actions',
    title,
    icon,
    ...(keys && { keys }),
  });
  return [
    ...additions.flatMap((one) =>
      one.action
        ? [
            {
              ...action(one.to, text(one.action.label), one.icon, one.action.keys),
              to: one.to,
              alsoFoundBy: t('palette:alsoAdd'),
            },
          ]
        : [],
    ),
    ...(installation?.chatUrl
      ? [{ ...action('chat', t('shell:chat'), IconMessageCircle), run: () => chatPanel.set(true) }]
      : []),
    ...(installation?.reportIssueUrl
      ? [{ ...action('report', t('shell:reportIssue'), IconMessageReport), run: () => reportDialog.set(true) }]
      : []),
    { ...action('dark', t('shell:keysDialog.dark'), IconMoon, ['Ctrl', '.']), run: toggle },
    { ...action('keys', t('shell:keys'), IconKeyboard, ['?']), run: onKeys },
    { ...action('sign-out', t('shell:signOut'), IconLogout), run: () => void confirmSignOut() },
  ];
}
