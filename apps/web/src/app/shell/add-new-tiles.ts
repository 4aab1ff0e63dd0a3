import { createInvoice } from '@quayside/contracts/invoices';
import { createProduct } from '@quayside/contracts/products';
import { createSupplier } from '@quayside/contracts/suppliers';
import { IconBuildingFactory2, IconCube, IconFileText, IconUsers, type TablerIcon } from '@tabler/icons-react';
import { useAccount, usePermission, useRoles } from '../../lib/account.ts';
import { paths } from '../../lib/paths.ts';

interface Tile {
  readonly key: 'contacts' | 'products' | 'invoices' | 'users';
  readonly to: string;
  readonly icon: TablerIcon;
}

/** The tiles; viewers get links to the lists instead. */
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
