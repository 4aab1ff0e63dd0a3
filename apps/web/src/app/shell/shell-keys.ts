import { createInvoice } from '@quayside/contracts/invoices';
import { createProduct } from '@quayside/contracts/products';
import { createSupplier } from '@quayside/contracts/suppliers';
import { useNavigate } from 'react-router';
import { useT } from '../../i18n/i18n.ts';
import { useAccount, usePermission } from '../../lib/account.ts';
import { paths } from '../../lib/paths.ts';
import { useDarkToggle } from './dark-toggle.ts';
import { useAddNewTiles } from './add-new-tiles.ts';
import { addNewDialog } from './drawer-state.ts';

export interface ShellKey {
  /** Shortcuts as displayed; their names for `useKeys` are derived from them. */
  readonly keys: readonly string[];
  readonly label: string;
  readonly act: () => void;
}

/** The shortcuts of every screen for this person. `useKeys` and the list of shortcuts both use it. */
export function useShellKeys(onKeys: () => void, onPalette: () => void): readonly ShellKey[] {
  const t = useT();
  const navigate = useNavigate();
  const { settings } = useAccount();
  const { toggle } = useDarkToggle();
  const product = usePermission(createProduct).allowed;
  const invoice = usePermission(createInvoice).allowed;
  const supplier = usePermission(createSupplier).allowed;
  const hasTiles = useAddNewTiles().length > 0;
  const go = (to: string) => () => void navigate(to);
  const isOn = settings.isManagementSectionEnabled;
  const when = (is: boolean, key: ShellKey): readonly ShellKey[] => (is ? [key] : []);
  return [
    { keys: ['g', 'd'], label: t('shell:keysDialog.goDashboard'), act: go(paths.home()) },
    ...when(isOn, { keys: ['g', 's'], label: t('shell:keysDialog.goSuppliers'), act: go(paths.suppliers()) }),
    ...when(isOn, { keys: ['g', 'p'], label: t('shell:keysDialog.goProducts'), act: go(paths.products()) }),
    ...when(isOn, { keys: ['g', 'i'], label: t('shell:keysDialog.goInvoices'), act: go(paths.invoices()) }),
    ...when(hasTiles, { keys: ['c', 'n'], label: t('shell:addNew'), act: () => addNewDialog.set(true) }),
    ...when(isOn && supplier, {
      keys: ['c', 's'],
      label: t('shell:keysDialog.addSupplier'),
      act: go(paths.supplierAdd()),
    }),
    ...when(isOn && product, {
      keys: ['c', 'p'],
      label: t('shell:keysDialog.addProduct'),
      act: go(paths.productAdd()),
    }),
    ...when(isOn && invoice, {
      keys: ['c', 'i'],
      label: t('shell:keysDialog.addInvoice'),
      act: go(paths.invoiceAdd()),
    }),
    { keys: ['Ctrl', 'K'], label: t('palette:title'), act: onPalette },
    { keys: ['Ctrl', '.'], label: t('shell:keysDialog.dark'), act: toggle },
    { keys: ['?'], label: t('shell:keysDialog.keys'), act: onKeys },
  ];
}

/** The same for `useKeys`. */
export const keyMapOf = (keys: readonly ShellKey[]): Record<string, () => void> =>
  Object.fromEntries(
    keys.map(({ keys: names, act }) => [
      names.map((name) => (name.length === 1 ? name.toLowerCase() : name)).join(' '),
      act,
    ]),
  );
