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
import { paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/query-client.ts';
import { signOut } from '../../../lib/session.ts';
import { useDarkToggle } from '../dark-toggle.ts';
import { ACCOUNT_ITEMS } from '../nav-items.ts';
import { type Entry, type EntrySection, recordEntry, sectionsOf } from './palette-entries.ts';
import { recentEntries } from './recent.ts';

/** Long enough for two keys of somebody who types on. */
const WAIT_MS = 120;
const MAX_TEXT = 200;

/** What the palette shows for some words. */
export function useEntries(text: string, onKeys: () => void): { sections: EntrySection[]; isSearching: boolean; hasFailed: boolean } {
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

function useScreens(): Entry[] {
  const t = useT();
  const { settings } = useAccount();
  const { isAdmin } = useRoles();
  const screen = (title: string, to: string, keys?: readonly string[]): Entry => ({ id: `screen-${to}`, group: 'screens', title, to, ...(keys && { keys }) });
  return [
    screen(t('shell:dashboard'), paths.home(), ['g', 'd']),
    ...(settings.isManagementSectionEnabled
      ? [
          screen(t('shell:suppliers'), paths.suppliers(), ['g', 's']),
          screen(t('shell:products'), paths.products(), ['g', 'p']),
          screen(t('shell:invoices'), paths.invoices(), ['g', 'i']),
          screen(t('palette:documents'), paths.documents()),
          screen(t('shell:assignedCosts'), paths.assignedCosts()),
          screen(t('palette:reconciliation'), paths.reconciliation()),
          screen(t('palette:restatements'), paths.restatements()),
          screen(t('palette:imports'), paths.productImport()),
        ]
      : []),
    ...ACCOUNT_ITEMS.filter((item) => isAdmin || !item.isForAdmins).map((item) => screen(t(`shell:${item.key}`), item.to)),
    ...(isAdmin ? [screen(t('shell:settings'), paths.accountSettings()), screen(t('onboarding:title'), paths.onboarding())] : []),
  ];
}

function useActions(onKeys: () => void): Entry[] {
  const t = useT();
  const { settings } = useAccount();
  const { toggle } = useDarkToggle();
  const may = {
    product: usePermission(createProduct).allowed,
    invoice: usePermission(createInvoice).allowed,
    supplier: usePermission(createSupplier).allowed,
    imports: usePermission(createProductImport).allowed,
  };
  const go = (title: string, to: string, keys?: readonly string[]): Entry => ({ id: `action-${to}`, group: 'actions', title, to, ...(keys && { keys }) });
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
    run('dark', t('shell:keysDialog.dark'), toggle, ['Ctrl', '.']),
    run('keys', t('shell:keys'), onKeys, ['?']),
    run('sign-out', t('shell:signOut'), () => void signOut()),
  ];
}
