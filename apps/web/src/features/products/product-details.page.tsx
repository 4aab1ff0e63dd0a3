import { Skeleton } from '@mantine/core';
import { deleteProduct, patchProduct, type Product } from '@quayside/contracts/products';
import { IconArchive, IconArchiveOff, IconCompass, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useMatch, useParams } from 'react-router';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { CopyButton, Thumb } from '../../components/ui/figures.tsx';
import { InUseDialog } from '../../components/ui/in-use-dialog.tsx';
import { PageFrame } from '../../components/ui/page-frame.tsx';
import { EmptyState, ErrorState, Note } from '../../components/ui/states.tsx';
import { Chip, StatusChip } from '../../components/ui/status-chip.tsx';
import { useT } from '../../i18n/i18n.ts';
import { usePermission } from '../../lib/account.ts';
import { isApiError } from '../../lib/api-error.ts';
import { paths, routes } from '../../lib/paths.ts';
import { useProduct } from './api.ts';
import { BundleMark } from './bundle/bundle-mark.tsx';
import { BundleTab } from './bundle/bundle-tab.tsx';
import { ProductOverview } from './product-overview.tsx';
import { productHref } from './product-values.ts';
import classes from './products.module.css';
import { useProductActions } from './use-product-actions.ts';

export interface ProductDetailsPageProps {
  /** The tab Costs; it belongs to another feature, and opens the panel beside it. */
  readonly renderCosts?: (productId: string, explain: { readonly isOpen: boolean; readonly open: () => void }) => ReactNode;
  /** The panel that explains a unit cost. */
  readonly renderExplain?: (productId: string, close: () => void) => ReactNode;
  readonly onExplainClosed?: () => void;
}

/** One product: overview, costs, and what it is made of. */
export function ProductDetailsPage(props: ProductDetailsPageProps) {
  const { sku = '' } = useParams();
  const t = useT();
  const product = useProduct(sku);
  const isUnknown = isApiError(product.error) && [400, 404, 422].includes(product.error.status);
  if (product.data && !isUnknown) return <Details key={product.data.id} product={product.data} {...props} />;
  return (
    <PageFrame title={t('products:title')} breadcrumb={[{ label: t('products:title'), to: paths.products() }]}>
      {isUnknown && (
        <Card flush>
          <EmptyState
            icon={IconCompass}
            title={t('errors:entityNotFound', { entity: t('products:entity') })}
            actions={
              <ActionButton variant="filled" to={paths.products()}>
                {t('products:backToList')}
              </ActionButton>
            }
          >
            {t('products:notFoundHint', { sku })}
          </EmptyState>
        </Card>
      )}
      {product.error && !isUnknown && <ErrorState error={product.error} entity={t('products:entity')} onRetry={() => void product.refetch()} />}
      {!product.error && (
        <div className={classes.skeleton} role="status" aria-label={t('loading')}>
          <Skeleton height={244} radius={10} />
          <Skeleton height={196} radius={10} />
          <Skeleton height={260} radius={10} />
        </div>
      )}
    </PageFrame>
  );
}

function Details({ product, renderCosts, renderExplain, onExplainClosed }: ProductDetailsPageProps & { product: Product }) {
  const t = useT();
  const isCosts = useMatch(routes.productCosts) !== null;
  const isBundleTab = useMatch(routes.productBundle) !== null;
  const [isExplained, setExplained] = useState(false);
  const open = useCallback(() => setExplained(true), []);
  const close = useCallback(() => {
    setExplained(false);
    onExplainClosed?.();
  }, [onExplainClosed]);
  // What this page itself wrote is no surprise to its own form.
  const ownVersion = useRef(product.version);
  const newestOwn = useCallback(() => ownVersion.current, []);
  const onWritten = useCallback((version: number) => {
    ownVersion.current = version;
  }, []);
  const actions = useProductActions(product, (fresh) => {
    if (newestOwn() === product.version) onWritten(fresh.version);
  });
  const mayArchive = usePermission(patchProduct);
  const mayDelete = usePermission(deleteProduct);
  const isArchived = product.archivedAt !== null;
  return (
    <PageFrame
      title={product.name}
      media={
        <span className={classes.media}>
          <Thumb name={product.name} size={36} />
        </span>
      }
      breadcrumb={[{ label: t('products:title'), to: paths.products() }]}
      badges={
        <>
          <StatusChip family="product" value={product.status} />
          {product.isBundle && <BundleMark />}
          {isArchived && <Chip icon={IconArchive}>{t('products:archived')}</Chip>}
          <span className={classes.sku}>
            {product.sku} <CopyButton value={product.sku} label={t('products:field.sku')} />
          </span>
        </>
      }
      tabs={[
        { label: t('products:tab.overview'), to: productHref(product) },
        ...(renderCosts ? [{ label: t('products:tab.costs'), to: productHref(product, 'costs') }] : []),
        { label: t('products:tab.bundle'), to: productHref(product, 'bundle') },
      ]}
      actions={
        <>
          {isArchived ? (
            <ActionButton icon={IconArchiveOff} permission={mayArchive} loading={actions.isBusy} onClick={actions.bringBack}>
              {t('restore')}
            </ActionButton>
          ) : (
            <ActionButton icon={IconArchive} permission={mayArchive} loading={actions.isBusy} onClick={actions.archive}>
              {t('archive')}
            </ActionButton>
          )}
          <ActionButton icon={IconTrash} color="danger" permission={mayDelete} loading={actions.isBusy} onClick={actions.remove}>
            {t('delete')}
          </ActionButton>
        </>
      }
      aside={isExplained && renderExplain ? renderExplain(product.id, close) : undefined}
    >
      {isArchived && (
        <Note tone="neutral" icon={IconArchive}>
          {t('products:archivedNote')}
        </Note>
      )}
      {isCosts && renderCosts ? (
        renderCosts(product.id, { isOpen: isExplained, open })
      ) : isBundleTab ? (
        <BundleTab product={product} />
      ) : (
        <ProductOverview product={product} newestOwn={newestOwn} onWritten={onWritten} isGone={actions.isGone} onExplain={renderExplain ? open : undefined} />
      )}
      {actions.refusal && (
        <InUseDialog
          message={actions.refusal.message}
          uses={actions.refusal.uses}
          archive={t('products:archive.action')}
          onArchive={isArchived ? undefined : actions.archiveInstead}
          onClose={actions.dropRefusal}
        />
      )}
    </PageFrame>
  );
}
