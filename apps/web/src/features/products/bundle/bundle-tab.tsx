import { Skeleton } from '@mantine/core';
import { type Bundle, replaceProductBundle } from '@quayside/contracts/products/product-bundles';
import type { Product } from '@quayside/contracts/products/products';
import { IconLock, IconPackages } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Form, SaveBar } from '../../../components/form/form.tsx';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { Card } from '../../../components/ui/card.tsx';
import { EmptyState, ErrorState, Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { isApiError } from '../../../lib/errors/api-error.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { useBundle, useReplaceBundle } from './api.ts';
import { bundleSum, errorsByPart, type KnownPart, knownOf, type PartValue, partsOf } from './bundle-parts.ts';
import { PartPicker } from './part-picker.tsx';
import { PartsTable } from './parts-table.tsx';

const MOST_PARTS = 200;
const NO_ERRORS: ReadonlyMap<number, string> = new Map();

/** The parts of a bundle, and its cost. */
export function BundleTab({ product }: { product: Product }) {
  const t = useT();
  const bundle = useBundle(product.id);
  if (bundle.data) return <Parts key={product.id} product={product} bundle={bundle.data} />;
  if (bundle.isError)
    return (
      <ErrorState error={bundle.error} record={t('products:bundle.entity')} onRetry={() => void bundle.refetch()} />
    );
  return (
    <div role="status" aria-label={t('loading')}>
      <Skeleton height={220} radius={10} />
    </div>
  );
}

function Parts({ product, bundle }: { product: Product; bundle: Bundle }) {
  const t = useT();
  const permission = usePermission(replaceProductBundle);
  const replace = useReplaceBundle(product.id);
  const [picked, setPicked] = useState<readonly KnownPart[]>([]);
  const [refused, setRefused] = useState(NO_ERRORS);
  const known = useMemo(
    () => new Map([...picked, ...knownOf(bundle)].map((part) => [part.id, part])),
    [picked, bundle],
  );
  const form = useAppForm<
    { parts: PartValue[]; version: number | undefined },
    NonNullable<typeof replaceProductBundle.body>
  >({
    schema: replaceProductBundle.body,
    initial: { parts: partsOf(bundle), version: bundle.version },
    rowVersion: bundle.version,
    failure: { verb: 'update', entity: t('products:bundle.entity') },
    submit: async (body) => {
      setRefused(NO_ERRORS);
      try {
        const fresh = await replace.mutateAsync(body);
        toast('success', t('products:bundle.saved', { name: product.name }));
        return fresh;
      } catch (error) {
        if (isApiError(error)) setRefused(errorsByPart(error));
        throw error;
      }
    },
  });
  const { parts } = form.values;
  const change = (next: PartValue[]) => {
    setRefused(NO_ERRORS);
    // Errors are stored by index. The indexes have just changed, so the stored errors would appear at the wrong parts.
    form.clearErrors('parts');
    form.set('parts', next);
  };
  const add = (part: KnownPart) => {
    setPicked((now) => [...now, part]);
    change([...parts, { productId: part.id, quantity: 1 }]);
  };
  const words = (value: unknown) =>
    (value as readonly PartValue[])
      .map(({ productId, quantity }) =>
        t('products:bundle.conflictPart', { quantity: quantity ?? 0, sku: known.get(productId)?.sku ?? productId }),
      )
      .join(', ');
  const stored = (row: Record<string, unknown>) =>
    Array.isArray(row['parts']) ? partsOf(row as unknown as Bundle) : [];
  const isChanged = form.isChanged('parts');
  const without = new Set([product.id, ...parts.map(({ productId }) => productId)]);
  return (
    <>
      {!permission.allowed && (
        <Note tone="neutral" icon={IconLock}>
          <b>{t('products:readOnly')}</b> {permission.reason}
        </Note>
      )}
      <Form
        form={form}
        label={t('products:bundle.label', { name: product.name })}
        conflictFields={[{ name: 'parts', label: t('products:bundle.conflictField'), format: words, stored }]}
        guard={permission.allowed}
      >
        <Card title={t('products:bundle.title')} hint={t('products:bundle.hint')} flush>
          {parts.length === 0 ? (
            <EmptyState icon={IconPackages} title={t('products:bundle.noneTitle')}>
              {t(permission.allowed ? 'products:bundle.noneBody' : 'products:bundle.noneRead')}
            </EmptyState>
          ) : (
            <PartsTable
              parts={parts}
              known={known}
              // Show the server's sum until somebody changes a part. The server's sum is exact, whereas the browser can
              // only add rounded unit costs.
              sum={isChanged ? bundleSum(parts, known) : bundle.landedCostPerUnit}
              label={t('products:bundle.label', { name: product.name })}
              readOnly={!permission.allowed}
              errorAt={(index) => refused.get(index) ?? form.errorAt(`parts.${index}`)}
              onQuantity={(index, quantity) =>
                change(parts.map((part, at) => (at === index ? { ...part, quantity } : part)))
              }
              onRemove={(index) => change(parts.filter((_, at) => at !== index))}
            />
          )}
          {permission.allowed && (
            <PartPicker without={without} most={MOST_PARTS} isFull={parts.length >= MOST_PARTS} onAdd={add} />
          )}
        </Card>
        {refused.size === 0 &&
          form.errorAt('parts') &&
          parts.every((_, index) => form.errorAt(`parts.${index}`) === undefined) && (
            <Note tone="danger" role="alert">
              {form.errorAt('parts')}
            </Note>
          )}
        <SaveBar form={form} permission={permission} />
      </Form>
    </>
  );
}
