import { useDebouncedValue } from '@mantine/hooks';
import { createInvoice } from '@quayside/contracts/invoices';
import { createProductImport } from '@quayside/contracts/product-imports';
import { createProduct } from '@quayside/contracts/products';
import { searchRecords } from '@quayside/contracts/search';
import { createSupplier } from '@quayside/contracts/suppliers';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '../../../i18n/i18n.ts';
import { useAccount, usePermission, useRoles } from '../../../lib/account.ts';
import { useInstallation } from '../../../lib/installation.ts';
import { paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/query-client.ts';
import { leaveSession } from '../leave-session.ts';
import { useDarkToggle } from '../dark-toggle.ts';
import { DASHBOARD, type NavGroup, type NavItem } from '../nav-items.ts';
import { chatPanel, reportDialog } from '../outside/outside-state.ts';
import { useNav } from '../use-nav.ts';
import { type Entry, type EntrySection, recordEntry, sectionsOf } from './palette-entries.ts';
import { recentEntries } from './recent.ts';

/** Debounce of the search while the person types. */
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
  const records = text.trim() === '' || asked === '' ? [] : (answer.data?.records ?? []).map(recordEntry);
  return {
    sections: sectionsOf(text, { recent, screens, actions, records }),
    isSearching: text.trim() !== '' && (answer.isFetching || asked !== text.trim().slice(0, MAX_TEXT)),
    hasFailed: asked !== '' && answer.isError,
  };
}

/** The drawer entries, and screens that are reached only through one of them. */
function useScreens(): Entry[] {
  const t = useT();
  const { isAdmin } = useRoles();
  const groups = useNav();
  const screen = (title: string, to: string, more: Partial<Entry> = {}): Entry => ({
    id: `screen-${to}`,
    group: 'screens',
    title,
    to,
    ...more,
  });
  const entry = ({ key, to, isOutside, keys }: NavItem): Entry =>
    isOutside
      ? {
          id: `screen-${key}`,
          group: 'screens',
          title: t('shell:newTab', { name: t(`shell:${key}`) }),
          run: () => window.open(to, '_blank', 'noopener,noreferrer'),
        }
      : screen(t(`shell:${key}`), to, keys && { keys });
  const behind: Partial<Record<NavGroup['key'], readonly Entry[]>> = {
    management: [
      screen(t('palette:documents'), paths.documents()),
      screen(t('palette:reconciliation'), paths.reconciliation()),
      screen(t('palette:restatements'), paths.restatements()),
      screen(t('palette:imports'), paths.productImport()),
    ],
  };
  return [
    entry(DASHBOARD),
    ...groups
      .filter(({ isLocked }) => !isLocked)
      .flatMap(({ key, items }) => [...items.map(entry), ...(behind[key] ?? [])]),
    ...(isAdmin
      ? [screen(t('shell:settings'), paths.accountSettings()), screen(t('onboarding:title'), paths.onboarding())]
      : []),
  ];
}

function useActions(onKeys: () => void): Entry[] {
  const t = useT();
  const { settings } = useAccount();
  const { toggle } = useDarkToggle();
  const installation = useInstallation();
  const may = {
    product: usePermission(createProduct).allowed,
    invoice: usePermission(createInvoice).allowed,
    supplier: usePermission(createSupplier).allowed,
    imports: usePermission(createProductImport).allowed,
  };
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
  const isOn = settings.isManagementSectionEnabled;
  return [
    ...(isOn && may.invoice ? [go(t('palette:addInvoice'), paths.invoiceAdd(), ['c', 'i'])] : []),
    ...(isOn && may.product ? [go(t('palette:addProduct'), paths.productAdd(), ['c', 'p'])] : []),
    ...(isOn && may.supplier ? [go(t('palette:addSupplier'), paths.supplierAdd(), ['c', 's'])] : []),
    ...(isOn && may.imports ? [go(t('palette:importProducts'), paths.productImport())] : []),
    ...(installation?.chatUrl ? [run('chat', t('shell:chat'), () => chatPanel.set(true))] : []),
    ...(installation?.reportIssueUrl ? [run('report', t('shell:reportIssue'), () => reportDialog.set(true))] : []),
    run('dark', t('shell:keysDialog.dark'), toggle, ['Ctrl', '.']),
    run('keys', t('shell:keys'), onKeys, ['?']),
    run('sign-out', t('shell:signOut'), () => void leaveSession()),
  ];
}
