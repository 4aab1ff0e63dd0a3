import { Skeleton } from '@mantine/core';
import { listUnknownSkus, type UnknownSku } from '@quayside/contracts/stock/order-imports';
import { createProduct, getProduct, patchProduct } from '@quayside/contracts/products/products';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { Form } from '../../../components/form/form.tsx';
import { ProductField } from '../../../components/form/product-field.tsx';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { read } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { productWithSkuPath } from './customer-paths.ts';

/** The SKUs of customer orders that no product has, with ways to give each a product. */
export function UnknownSkusDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [named, setNamed] = useState<string>();
  const query = useQuery(read('orders', listUnknownSkus, { query: { size: 50 } }));
  if (named !== undefined) return <AliasDialog sku={named} onClose={() => setNamed(undefined)} />;
  return (
    <Dialog title={t('shipments:customers.skus.title')} onClose={onClose} size={680}>
      <div className="stack">
        <p className="muted">{t('shipments:customers.skus.hint')}</p>
        {query.isError && (
          <ErrorState
            error={query.error}
            entity={t('shipments:customers.skus.entities')}
            onRetry={() => void query.refetch()}
          />
        )}
        {query.isLoading && <Skeleton height={160} role="status" aria-label={t('loading')} />}
        {query.data?.content.length === 0 && <p>{t('shipments:customers.skus.none')}</p>}
        {query.data && query.data.content.length > 0 && <Skus skus={query.data.content} onName={setNamed} />}
      </div>
    </Dialog>
  );
}

function Skus({ skus, onName }: { skus: readonly UnknownSku[]; onName: (sku: string) => void }) {
  const t = useT();
  const mayCreate = usePermission(createProduct);
  const mayName = usePermission(patchProduct);
  return (
    <SimpleTable label={t('shipments:customers.skus.title')} cards="minmax(0, 1fr) auto">
      <thead>
        <tr>
          <th scope="col">{t('shipments:customers.skus.sku')}</th>
          <th scope="col" data-figure>
            {t('shipments:customers.skus.sold')}
          </th>
          <th />
        </tr>
      </thead>
      <tbody>
        {skus.map(({ sku, units }) => (
          <tr key={sku}>
            <td>{sku}</td>
            <td data-figure>{formatCount(units)}</td>
            <td data-wide>
              <div className="row from-end">
                {mayCreate.allowed && (
                  <ActionButton
                    size="xs"
                    to={productWithSkuPath(sku)}
                    aria-label={t('shipments:customers.skus.createOf', { sku })}
                  >
                    {t('shipments:customers.skus.create')}
                  </ActionButton>
                )}
                {mayName.allowed && (
                  <ActionButton
                    size="xs"
                    onClick={() => onName(sku)}
                    aria-label={t('shipments:customers.skus.aliasOf', { sku })}
                  >
                    {t('shipments:customers.skus.alias')}
                  </ActionButton>
                )}
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </SimpleTable>
  );
}

type Values = { productId: string | null };

/** Gives a product a SKU of customer orders as another SKU. */
function AliasDialog({ sku, onClose }: { sku: string; onClose: () => void }) {
  const t = useT();
  const form = useAppForm<Values, z.ZodType>({
    schema: z.strictObject({ productId: z.string() }),
    initial: { productId: null },
    check: ({ productId }) => (productId === null ? { productId: t('shipments:customers.skus.needsProduct') } : {}),
    failure: { verb: 'update', entity: t('shipments:customers.skus.entity') },
    submit: async (_, { productId }) => {
      const params = { id: productId ?? '' };
      const { skuAlias, version } = await call(getProduct, { params });
      const product = await call(patchProduct, { params, body: { skuAlias: [...skuAlias, sku], version } });
      toast('success', t('shipments:customers.skus.added', { sku, product: product.sku }), { scope: 'global' });
      return product;
    },
    onSaved: onClose,
  });
  const title = t('shipments:customers.skus.aliasTitle', { sku });
  return (
    <Dialog title={title} onClose={onClose}>
      <Form form={form} guard={false} label={title}>
        <ProductField
          {...form.field('productId')}
          label={t('shipments:customers.skus.product')}
          placeholder={t('shipments:customers.skus.chooseProduct')}
          product={null}
        />
        <p className="muted">{t('shipments:customers.skus.aliasHint')}</p>
        <div className="row from-end">
          <DialogButtons action={t('shipments:customers.skus.add')} onCancel={onClose} isBusy={form.isSaving} submit />
        </div>
      </Form>
    </Dialog>
  );
}
