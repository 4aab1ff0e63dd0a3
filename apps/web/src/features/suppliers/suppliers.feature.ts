import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { IconBuildingFactory2, IconUpload } from '@tabler/icons-react';
import { type Feature, MANAGEMENT } from '../../lib/feature.ts';
import { paths } from '../../lib/paths.ts';

export const suppliersFeature: Feature = {
  name: 'suppliers',
  screens: [
    {
      path: '/suppliers',
      load: () => import('./supplier-list.page.tsx').then((m) => m.SupplierListPage),
      need: MANAGEMENT,
      isOpenedSoon: true,
    },
    {
      path: '/suppliers/add',
      load: () => import('./supplier-add.page.tsx').then((m) => m.SupplierAddPage),
      need: MANAGEMENT,
    },
    {
      path: '/suppliers/import',
      load: () => import('./import/import.pages.tsx').then((m) => m.SupplierImportListPage),
      need: MANAGEMENT,
    },
    {
      path: '/suppliers/import/:importId',
      load: () => import('./import/import.pages.tsx').then((m) => m.SupplierImportPage),
      need: MANAGEMENT,
    },
  ],
  drawer: [
    {
      key: 'suppliers',
      group: 'management',
      label: 'suppliersShell:title',
      icon: IconBuildingFactory2,
      to: paths.suppliers(),
      shortcut: { keys: ['g', 's'], label: 'suppliersShell:go' },
      phoneLabel: 'suppliersShell:title',
    },
  ],
  palette: [{ label: 'suppliersShell:imports', icon: IconUpload, to: paths.supplierImport(), need: MANAGEMENT }],
  add: [
    {
      key: 'supplier',
      to: paths.supplierAdd(),
      icon: IconBuildingFactory2,
      need: MANAGEMENT,
      call: createSupplier,
      action: { label: 'suppliersShell:add', keys: ['c', 's'] },
      tile: {
        label: 'suppliersShell:tile',
        hint: 'suppliersShell:tileHint',
        list: paths.suppliers(),
      },
      quickLabel: 'suppliersShell:quick',
    },
    {
      key: 'supplierImport',
      to: paths.supplierImport(),
      icon: IconUpload,
      need: MANAGEMENT,
      // Whoever may create a supplier may import them. The calls of imports are not part of the first screen.
      call: createSupplier,
      action: { label: 'suppliersShell:import' },
    },
  ],
  found: [
    {
      type: 'SUPPLIER',
      heading: 'suppliersShell:title',
      icon: IconBuildingFactory2,
      path: ({ id }) => paths.supplier(id, 'overview'),
    },
  ],
};
