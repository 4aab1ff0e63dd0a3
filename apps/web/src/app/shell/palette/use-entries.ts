import { useDebouncedValue } from '@mantine/hooks';
import { searchRecords } from '@quayside/contracts/search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT, useText } from '../../../i18n/i18n.ts';
import { useAccount, useRoles } from '../../../lib/account.ts';
import { useInstallation } from '../../../lib/installation.ts';
import { paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/query-client.ts';
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
  const screen = (title: string, to: string, keys?: readonly string[]): Entry => ({
    id: `screen-${to}`,
    group: 'screens',
    title,
    to,
    ...(keys && { keys }),
  });
  const entry = ({ key, label, to, isOutside, shortcut }: NavItem): Entry =>
    isOutside
      ? {
          id: `screen-${key}`,
          group: 'screens',
          title: t('shell:newTab', { name: text(label) }),
          run: () => window.open(to, '_blank', 'noopener,noreferrer'),
        }
      : screen(text(label), to, shortcut?.keys);
  return [
    entry(DASHBOARD),
    ...groups.filter(({ isLocked }) => !isLocked).flatMap(({ items }) => items.map(entry)),
    ...(isAdmin ? [screen(t('shell:settings'), paths.accountSettings())] : []),
    ...FEATURES.flatMap(({ palette = [] }) => palette)
      .filter(({ need }) => isOffered(need, caller))
      .map(({ label, to }) => screen(text(label), to)),
  ];
}

function useActions(onKeys: () => void): Entry[] {
  const t = useT();
  const text = useText();
  const { toggle } = useDarkToggle();
  const installation = useInstallation();
  const additions = useAddEntries();
  const go = (title: string, to: string, keys?: readonly string[]): Entry => ({
    id: `action-${to}`,
    group: 'actions',
    title,
    to,
    ...(keys && { keys }),
  });
  const run = (id: string, title: string, act: () => void, keys?: readonly string[]): Entry => ({
    id: `action-${id}`,
    group: 'actions',
    title,
    run: act,
    ...(keys && { keys }),
  });
  return [
    ...additions.flatMap(({ action, to }) => (action ? [go(text(action.label), to, action.keys)] : [])),
    ...(installation?.chatUrl ? [run('chat', t('shell:chat'), () => chatPanel.set(true))] : []),
    ...(installation?.reportIssueUrl ? [run('report', t('shell:reportIssue'), () => reportDialog.set(true))] : []),
    run('dark', t('shell:keysDialog.dark'), toggle, ['Ctrl', '.']),
    run('keys', t('shell:keys'), onKeys, ['?']),
    run('sign-out', t('shell:signOut'), () => void confirmSignOut()),
  ];
}
