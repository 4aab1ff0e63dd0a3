import { Skeleton } from '@mantine/core';
import type { CatalogRow } from '@quayside/contracts/products/product-lists';
import { createProduct, type Product } from '@quayside/contracts/products/products';
import { IconArrowUp, IconCopyPlus, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { MakeUpBar } from '../../../components/ui/figures.tsx';
import { UnitCost } from '../../../components/ui/money.tsx';
import { EmptyState, ErrorState, Note } from '../../../components/ui/states.tsx';
import { StatusChip } from '../../../components/ui/status-chip.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency, usePermission } from '../../../lib/session/account.ts';
import { formatQuantity, langOf } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { ProductThumb } from '../list/product-thumb.tsx';
import { productHref } from '../product-values.ts';
import { useVariants } from './api.ts';
import classes from './variants.module.css';

/** The variants of a product with their costs. For a variant, the tab shows the parent instead. */
export function VariantsTab({ product }: { product: Product }) {
  const t = useT();
  const permission = usePermission(createProduct);
  if (product.parent)
    return (
      <Card flush>
        <EmptyState
          icon={IconArrowUp}
          title={t('products:variants.isOneTitle', { name: product.parent.name })}
          actions={
            <>
              <ActionButton variant="filled" to={productHref(product.parent, 'variants')}>
                {t('products:variants.toParent', { sku: product.parent.sku })}
              </ActionButton>
              <ActionButton icon={IconPlus} permission={permission} to={paths.productAdd(product.parent.id)}>
                {t('products:variants.addSibling')}
              </ActionButton>
            </>
          }
        >
          {t('products:variants.isOneBody')}
        </EmptyState>
      </Card>
    );
  return <List product={product} />;
}

function List({ product }: { product: Product }) {
  const t = useT();
  const permission = usePermission(createProduct);
  const variants = useVariants(product.id);
  const add = (isPrimary: boolean) => (
    <ActionButton
      icon={IconPlus}
      variant={isPrimary ? 'filled' : 'default'}
      permission={permission}
      to={paths.productAdd(product.id)}
    >
      {t('products:variants.add')}
    </ActionButton>
  );
  if (variants.isError)
    return (
      <ErrorState
        error={variants.error}
        entity={t('products:variants.entities')}
        onRetry={() => void variants.refetch()}
      />
    );
  if (!variants.data)
    return (
      <div role="status" aria-label={t('loading')}>
        <Skeleton height={180} radius={10} />
      </div>
    );
  if (variants.data.length === 0)
    return (
      <Card flush>
        <EmptyState icon={IconCopyPlus} title={t('products:variants.noneTitle')} actions={add(true)}>
          {t('products:variants.noneBody')}
        </EmptyState>
      </Card>
    );
  return (
    <Card
      title={t('products:tab.variants')}
      hint={t('products:variants.hint', { name: product.name })}
      end={add(false)}
      flush
    >
      <VariantTable rows={variants.data} label={t('products:variants.label', { name: product.name })} />
    </Card>
  );
}

function VariantTable({ rows, label }: { rows: readonly CatalogRow[]; label: string }) {
  const t = useT();
  const currency = useCurrency();
  return (
    <SimpleTable className={classes.table} row={{ height: 46, pad: 5 }} cards="repeat(4, auto)" label={label}>
      <thead>
        <tr>
          <th scope="col">{t('products:variants.variant')}</th>
          <th scope="col">{t('products:column.status')}</th>
          <th scope="col" data-figure>
            {t('products:column.unitsOrdered')}
          </th>
          <th scope="col" data-figure>
            {t('products:variants.factory', { currency })}
          </th>
          <th scope="col" data-figure>
            {t('products:variants.inbound', { currency })}
          </th>
          <th scope="col" data-figure>
            {t('products:variants.landed', { currency })}
          </th>
          <th scope="col">{t('products:column.makeUp')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </tbody>
    </SimpleTable>
  );
}

function Row({ row }: { row: CatalogRow }) {
  const t = useT();
  return (
    <tr>
      <th scope="row" data-title>
        <span className={classes.name}>
          <ProductThumb row={row} />
          <span className={classes.words}>
            <Link to={productHref(row)}>{row.sku}</Link>
            <span lang={langOf(row.name)}>{row.name}</span>
          </span>
        </span>
      </th>
      <td data-chip>
        <StatusChip family="product" value={row.status} quiet />
      </td>
      <td data-figure data-label={t('products:column.unitsOrdered')}>
        {formatQuantity(row.unitsOrdered)}
      </td>
      <td data-figure data-label={t('products:column.factoryCostPerUnit')}>
        <UnitCost value={row.factoryCostPerUnit} />
      </td>
      <td data-figure data-label={t('products:column.inboundCostPerUnit')}>
        <UnitCost value={row.inboundCostPerUnit} />
      </td>
      <td data-figure data-label={t('products:column.landedCostPerUnit')}>
        <UnitCost value={row.landedCostPerUnit} strong />
      </td>
      <td className={classes.bar}>
        <MakeUpBar byCategory={row.costByCategory} />
      </td>
    </tr>
  );
}

/** A line above the form of a variant, which names the variant's parent. */
export function ParentNote({ parent }: { parent: NonNullable<Product['parent']> }) {
  const t = useT();
  return (
    <Note tone="neutral" icon={IconCopyPlus}>
      {t('products:variants.of')}{' '}
      <Link to={productHref(parent, 'variants')}>
        {parent.sku} · <span lang={langOf(parent.name)}>{parent.name}</span>
      </Link>
    </Note>
  );
}
