import { type Product, productBody, replaceProduct } from '@quayside/contracts/products/products';
import { id } from '@quayside/contracts/primitives';
import { COST_CATEGORIES, type CostCategory } from '@quayside/domain/lists';
import { MICRO, minorOfText, unitCost } from '@quayside/domain/money/money';
import { IconClock, IconCoins, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import type { ConflictField } from '../../components/form/conflict-dialog.tsx';
import { Form, SaveBar } from '../../components/form/form.tsx';
import { useAppForm } from '../../components/form/use-app-form.ts';
import { Card, KeyValues } from '../../components/ui/card.tsx';
import { CategoryWord, MakeUpBar } from '../../components/ui/figures.tsx';
import { Money, UnitCost } from '../../components/ui/money.tsx';
import { SimpleTable } from '../../components/ui/simple-table.tsx';
import { EmptyState, Note } from '../../components/ui/states.tsx';
import { Chip } from '../../components/ui/status-chip.tsx';
import { type T, useT } from '../../i18n/i18n.ts';
import { useCurrency, usePermission } from '../../lib/session/account.ts';
import {
  EN_DASH,
  formatCount,
  formatDay,
  formatInstant,
  formatQuantity,
  formatRelative,
  formatUnitCost,
} from '../../lib/words/format.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { cacheProductId, useSupplierOptions, useUpdateProduct } from './api.ts';
import { MeasuresOffer } from './measures/measures-offer.tsx';
import { PictureCard } from './picture/picture-card.tsx';
import { channelOptions, ProductFields, shippingOptions } from './product-fields.tsx';
import { FIELDS, type ProductField, productHref, valuesOf } from './product-values.ts';
import type { OwnVersion } from '../../components/record/own-version.ts';
import classes from './products.module.css';
import { ParentNote } from './variants/variants-tab.tsx';

/** The form of a product that was imported without a supplier: it can be stored without choosing one. */
const WITHOUT_SUPPLIER = productBody.extend({ supplierIds: z.array(id).max(20) });

interface OverviewProps extends OwnVersion {
  readonly product: Product;
  readonly isGone: boolean;
  readonly onExplain: (() => void) | undefined;
}

/** The overview tab, with the form of a product and its unit cost beside the form. */
export function ProductOverview({ product, newestOwn, onWritten, isGone, onExplain }: OverviewProps) {
  const t = useT();
  const navigate = useNavigate();
  const permission = usePermission(replaceProduct);
  const update = useUpdateProduct(product.id);
  const form = useAppForm({
    schema: product.supplier.length === 0 ? WITHOUT_SUPPLIER : productBody,
    initial: valuesOf(product),
    rowVersion: product.version,
    failure: { verb: 'update', entity: t('products:entity') },
    submit: async (body) => {
      const { supplierIds, ...rest } = body;
      const fresh = await update.mutateAsync({
        ...rest,
        // The API refuses an empty list: a product that has suppliers must keep one.
        ...(supplierIds.length > 0 && { supplierIds }),
        version: newestOwn(body.version),
      });
      onWritten(fresh.version);
      toast('success', t('products:saved', { name: fresh.name }));
      if (fresh.sku === product.sku) return;
      cacheProductId(fresh.sku, fresh.id);
      void navigate(productHref(fresh), { replace: true });
    },
  });
  const conflictFields = useConflictFields(product);
  return (
    <>
      {!permission.allowed && (
        <Note tone="neutral" icon={IconLock}>
          <b>{t('products:readOnly')}</b> {permission.reason}
        </Note>
      )}
      <MeasuresOffer product={product} />
      {product.parent && <ParentNote parent={product.parent} />}
      <div className={classes.split}>
        <Form form={form} label={product.name} conflictFields={conflictFields} guard={permission.allowed && !isGone}>
          <ProductFields form={form} readOnly={!permission.allowed} product={product} parent={product.parent} />
          <SaveBar form={form} permission={permission} />
        </Form>
        <div className={classes.rail}>
          <UnitCostCard product={product} onExplain={onExplain} />
          <PictureCard product={product} onWritten={onWritten} />
          <Card title={t('products:record.title')}>
            <KeyValues
              items={[
                ...statsItems(t, product.stats),
                {
                  label: t('products:record.added'),
                  value: <span title={formatInstant(product.createdAt)}>{formatRelative(product.createdAt)}</span>,
                },
                {
                  label: t('products:record.changed'),
                  value: <span title={formatInstant(product.updatedAt)}>{formatRelative(product.updatedAt)}</span>,
                },
              ]}
            />
          </Card>
        </div>
      </div>
    </>
  );
}

/** How often the product was ordered, on how many invoices, and from when to when. */
function statsItems(t: T, { orderCount, invoiceCount, firstOrderDate, lastOrderDate }: Product['stats']) {
  const orders = t('products:record.orders', { count: orderCount, formatted: formatCount(orderCount) });
  const invoices = t('products:record.invoices', { count: invoiceCount, formatted: formatCount(invoiceCount) });
  return [
    {
      label: t('products:record.ordered'),
      value: orderCount === 0 ? t('products:record.never') : t('products:record.orderedOn', { orders, invoices }),
    },
    ...(firstOrderDate === null || lastOrderDate === null
      ? []
      : [
          { label: t('products:record.firstOrder'), value: formatDay(firstOrderDate) },
          { label: t('products:record.lastOrder'), value: formatDay(lastOrderDate) },
        ]),
  ];
}

function UnitCostCard({ product, onExplain }: Pick<OverviewProps, 'product' | 'onExplain'>) {
  const t = useT();
  const currency = useCurrency();
  const { landedCostPerUnit: landed } = product;
  if (product.costEntryCount === 0 && !product.isBundle)
    return (
      <Card flush>
        <EmptyState icon={IconCoins} title={t('products:cost.noneTitle')}>
          {t('products:cost.noneBody')}
        </EmptyState>
      </Card>
    );
  const figure = formatUnitCost(landed, currency);
  return (
    <Card title={t('products:cost.title')}>
      <div className={classes.cost}>
        <div>
          <div className="row" data-gap="4">
            {landed === null ? (
              <span className={classes.big}>{t('notKnown')}</span>
            ) : onExplain ? (
              <button
                type="button"
                className={classes.big}
                aria-label={t('products:explainOf', { figure, currency: '', name: product.name })}
                onClick={onExplain}
              >
                {figure}
              </button>
            ) : (
              <span className={classes.big}>{figure}</span>
            )}
            {product.isProvisional && (
              <span title={t('products:provisionalHelp')}>
                <Chip icon={IconClock} tone="info">
                  {t('products:provisional')}
                </Chip>
              </span>
            )}
          </div>
          <p>{meaningOf(t, product)}</p>
        </div>
        <MakeUpBar byCategory={product.costByCategory} height={8} />
        <CostTable product={product} currency={currency} />
      </div>
    </Card>
  );
}

/**
 * The costs by category, of one unit and of all units. The unit cost of a bundle is that of its parts, so it has only
 * the parts that theirs have: factory and inbound.
 */
function CostTable({ product, currency }: { product: Product; currency: string }) {
  const t = useT();
  const { isBundle, costEntryCount, factoryCostPerUnit, inboundCostPerUnit, landedCostPerUnit } = product;
  const row = (key: string, name: ReactNode, perUnit: string | null, all: string | null) => (
    <tr key={key}>
      <th scope="row">{name}</th>
      <td data-figure>
        <UnitCost value={perUnit} />
      </td>
      <td data-figure>{all === null ? EN_DASH : <Money value={all} currency={currency} as="bare" />}</td>
    </tr>
  );
  return (
    <SimpleTable className={classes.costTable} label={t('products:cost.table')} row={{ pad: 3 }} lines="none">
      <thead>
        <tr>
          <td />
          <th scope="col" data-figure>
            {t('products:cost.perUnit')}
          </th>
          <th scope="col" data-figure>
            {t('products:cost.allUnits')}
          </th>
        </tr>
      </thead>
      <tbody>
        {isBundle && row('factory', t('products:cost.factory'), factoryCostPerUnit, null)}
        {isBundle && row('inbound', t('products:cost.inbound'), inboundCostPerUnit, null)}
        {categoriesOf(product).map(([category, amount]) =>
          row(
            category,
            <CategoryWord category={category} />,
            isBundle ? null : perUnitOf(amount, product, currency),
            amount,
          ),
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('products:cost.landed')}</th>
          <td data-figure>
            <UnitCost value={landedCostPerUnit} strong />
          </td>
          <td data-figure>
            {costEntryCount === 0 ? EN_DASH : <Money value={product.landedCostTotal} currency={currency} strong />}
          </td>
        </tr>
      </tfoot>
    </SimpleTable>
  );
}

/** A cost divided by the units of all orders; null if there are none. */
function perUnitOf(amount: string, { unitsOrdered }: Product, currency: string): string | null {
  const minor = minorOfText(amount, currency);
  return minor !== undefined && unitsOrdered > 0 ? unitCost(minor, BigInt(unitsOrdered) * MICRO, currency) : null;
}

/** Explains what the unit cost is (the sum of a bundle's parts, or an average), or why there is none. */
function meaningOf(t: T, { isBundle, landedCostPerUnit, unitsOrdered }: Product): string {
  if (isBundle) return t(landedCostPerUnit === null ? 'products:cost.bundleUnknown' : 'products:cost.bundle');
  return landedCostPerUnit === null
    ? t('products:noUnits')
    : t('products:cost.average', { units: formatQuantity(unitsOrdered) });
}

/** The costs by category. The factory cost comes first, the other categories follow in their usual order. */
function categoriesOf({ costByCategory }: Product): (readonly [CostCategory, string])[] {
  const inOrder: readonly CostCategory[] = [
    'FACTORY_INVOICE',
    ...COST_CATEGORIES.filter((category) => category !== 'FACTORY_INVOICE'),
  ];
  return inOrder.flatMap((category) => {
    const amount = costByCategory[category];
    return amount === undefined ? [] : [[category, amount] as const];
  });
}

/** The fields for the conflict dialog, with the labels of the form. */
function useConflictFields(product: Product): ConflictField[] {
  const t = useT();
  const suppliers = useSupplierOptions(product.supplier).options;
  const oneOf = (options: readonly { value: string; label: string }[]) => (value: unknown) =>
    options.find((option) => option.value === value)?.label ?? String(value);
  const someOf = (options: readonly { value: string; label: string }[]) => (value: unknown) =>
    Array.isArray(value) ? value.map(oneOf(options)).join(', ') : String(value);
  const words: Partial<Record<ProductField, (value: unknown) => string>> = {
    status: (value) => t(`status.product.${value as Product['status']}`),
    supplierIds: someOf(suppliers),
    channel: someOf(channelOptions(t)),
    shippingMethod: oneOf(shippingOptions(t)),
    supplierLeadTime: (value) => t('days', { count: Number(value) }),
    dimensionUnit: (value) => t(`products:unitName.${value as Product['dimensionUnit']}`),
    weightUnit: (value) => t(`products:unitName.${value as Product['weightUnit']}`),
    parentId: (value) =>
      product.parent && value === product.parent.id ? product.parent.sku : t('products:help.otherParent'),
  };
  return FIELDS.map((name) => {
    const format = words[name];
    return {
      name,
      label: t(`products:field.${name}`),
      ...(format ? { format } : {}),
      ...(name === 'supplierIds'
        ? {
            stored: (row: Record<string, unknown>) =>
              (row['supplier'] as Product['supplier'] | undefined)?.map(({ id }) => id) ?? [],
          }
        : {}),
    };
  });
}
