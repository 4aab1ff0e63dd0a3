import { createInvoice } from '@quayside/contracts/invoices';
import { createProduct } from '@quayside/contracts/products';
import { createSupplier } from '@quayside/contracts/suppliers';
import { IconBuildingFactory2, IconCube, IconFileText, IconUsers, type TablerIcon } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Dialog } from '../../components/ui/confirm.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useAccount, usePermission, useRoles } from '../../lib/account.ts';
import { paths } from '../../lib/paths.ts';
import { addNewDialog } from './drawer-state.ts';
import classes from './shell.module.css';

interface Tile {
  readonly key: 'contacts' | 'products' | 'invoices' | 'users';
  readonly to: string;
  readonly icon: TablerIcon;
}

/** What there is to add; who may only read comes to the lists. */
export function useAddNewTiles(): readonly Tile[] {
  const { settings } = useAccount();
  const supplier = usePermission(createSupplier).allowed;
  const product = usePermission(createProduct).allowed;
  const invoice = usePermission(createInvoice).allowed;
  const { isAdmin } = useRoles();
  const management: readonly Tile[] = settings.isManagementSectionEnabled
    ? [
        { key: 'contacts', to: supplier ? paths.supplierAdd() : paths.suppliers(), icon: IconBuildingFactory2 },
        { key: 'products', to: product ? paths.productAdd() : paths.products(), icon: IconCube },
        { key: 'invoices', to: invoice ? paths.invoiceAdd() : paths.invoices(), icon: IconFileText },
      ]
    : [];
  return isAdmin ? [...management, { key: 'users', to: paths.users(), icon: IconUsers }] : management;
}

/** The tiles of what can be added. A tile closes the dialog and leads to the screen that adds it, or to its list. */
export function AddNewDialog() {
  const t = useT();
  const tiles = useAddNewTiles();
  const close = () => addNewDialog.set(false);
  return (
    <Dialog title={t('shell:addNew')} size={740} opened={addNewDialog.use()} onClose={close}>
      <div className={classes.addTiles}>
        {tiles.map(({ key, to, icon: Icon }, index) => (
          <Link key={key} to={to} className={classes.addTile} onClick={close} data-autofocus={index === 0 || undefined}>
            <Icon size={24} stroke={1.75} aria-hidden />
            {t(`shell:addNewTiles.${key}`)}
            <small>{t(`shell:addNewTiles.${key}Hint`)}</small>
          </Link>
        ))}
      </div>
    </Dialog>
  );
}
