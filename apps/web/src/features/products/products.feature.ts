import { management } from '@quayside/contracts/endpoint';
import { createProduct } from '@quayside/contracts/products/products';
import { productTotals } from '@quayside/contracts/products/product-lists';
import { IconBuildingFactory2, IconCube, IconRuler2, IconUpload, IconWeight } from '@tabler/icons-react';
import { type Feature, MANAGEMENT, measured } from '../../lib/feature.ts';
import { chip, filteredPath, filterQuery } from '../../lib/list-filter.ts';
import { paths } from '../../lib/paths.ts';

const missing = (value: 'WEIGHT' | 'VOLUME' | 'SUPPLIER') => {
  const filter = chip('missing', 'in', value);
  return {
    query: measured('products', productTotals, { query: filterQuery(filter) }, ({ count }) => ({ count })),
    to: filteredPath(paths.products(), filter),
  };
};

/** The list and the page of a product are missing here, because they include costs; see `app/joined-screens.ts`. */
export const productsFeature: Feature = {
  name: 'products',
  screens: [
    {
      path: '/products/add',
      load: () => import('./product-add.page.tsx').then((m) => m.ProductAddPage),
      need: MANAGEMENT,
    },
    {
      path: '/products/import',
      load: () => import('./import/import.pages.tsx').then((m) => m.ImportListPage),
      need: MANAGEMENT,
    },
    {
      path: '/products/import/:importId',
      load: () => import('./import/import.pages.tsx').then((m) => m.ProductImportPage),
      need: MANAGEMENT,
    },
  ],
  drawer: [
    {
      key: 'products',
      group: 'management',
      label: 'productsShell:title',
      icon: IconCube,
      to: paths.products(),
      shortcut: { keys: ['g', 'p'], label: 'productsShell:go' },
      phoneLabel: 'productsShell:title',
    },
  ],
  palette: [{ label: 'productsShell:imports', icon: IconUpload, to: paths.productImport(), need: MANAGEMENT }],
  add: [
    {
      key: 'product',
      to: paths.productAdd(),
      icon: IconCube,
      need: MANAGEMENT,
      call: createProduct,
      action: { label: 'productsShell:add', keys: ['c', 'p'] },
      tile: { label: 'productsShell:tile', hint: 'productsShell:tileHint', list: paths.products() },
      quickLabel: 'productsShell:quick',
    },
    {
      key: 'productImport',
      to: paths.productImport(),
      icon: IconUpload,
      need: MANAGEMENT,
      // What `createProductImport` needs. The call itself is large, and the first screen should not wait for it.
      call: { access: 'write', flags: management },
      action: { label: 'productsShell:import' },
      quickLabel: 'productsShell:import',
    },
  ],
  found: [
    {
      type: 'PRODUCT',
      heading: 'productsShell:title',
      icon: IconCube,
      path: ({ id, sku }) => paths.product(sku ?? id, 'costs'),
    },
  ],
  waiting: [
    {
      key: 'weight',
      icon: IconWeight,
      tone: 'warning',
      title: 'productsShell:noWeight',
      hint: 'productsShell:noWeightHint',
      verb: 'shell:dashboardPage.fill',
      ...missing('WEIGHT'),
    },
    {
      key: 'volume',
      icon: IconRuler2,
      tone: 'warning',
      title: 'productsShell:noVolume',
      hint: 'productsShell:noVolumeHint',
      verb: 'shell:dashboardPage.fill',
      ...missing('VOLUME'),
    },
    {
      key: 'supplier',
      icon: IconBuildingFactory2,
      tone: 'warning',
      title: 'productsShell:noSupplier',
      hint: 'productsShell:noSupplierHint',
      verb: 'shell:dashboardPage.fill',
      ...missing('SUPPLIER'),
    },
  ],
  figures: [
    {
      key: 'landed',
      label: 'productsShell:landed',
      value: measured('products', productTotals, {}, ({ landedCostTotal }) => ({ money: landedCostTotal })),
      detail: measured('products', productTotals, {}, ({ factoryCostTotal, inboundCostTotal }) => [
        { text: 'productsShell:factory', money: factoryCostTotal },
        { text: 'productsShell:inbound', money: inboundCostTotal },
      ]),
      link: { label: 'productsShell:viewCosts', to: paths.assignedCosts() },
    },
    {
      key: 'costed',
      label: 'productsShell:costed',
      value: measured(
        'products',
        productTotals,
        { query: filterQuery(chip('landedCostPerUnit', 'isNotEmpty')) },
        ({ count }) => ({ count }),
      ),
      detail: measured('products', productTotals, {}, ({ count }) => [{ text: 'productsShell:ofAll', count }]),
      link: { label: 'productsShell:view', to: paths.products() },
    },
  ],
};
