import { deleteProduct, patchProduct, type Product } from '@quayside/contracts/products/products';
import { IconArchive, IconChevronLeft, IconChevronRight, IconCopyPlus } from '@tabler/icons-react';
import { type ReactNode, useCallback, useState } from 'react';
import { useMatch, useNavigate, useParams } from 'react-router';
import { type OwnVersion, useOwnVersion } from '../../components/record/own-version.ts';
import { isUnknownRow, RecordPage, UnloadedRecord } from '../../components/record/record-page.tsx';
import { IconButton } from '../../components/ui/action-button.tsx';
import { CopyButton } from '../../components/ui/figures.tsx';
import { Chip, StatusChip } from '../../components/ui/status-chip.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useKeys } from '../../lib/page/keys.ts';
import { formatCount } from '../../lib/words/format.ts';
import { paths, PRODUCT_TABS, type ProductTab } from '../../lib/paths.ts';
import { useProduct } from './api.ts';
import { BundleMark } from './bundle/bundle-mark.tsx';
import { BundleTab } from './bundle/bundle-tab.tsx';
import { ChangelogTab } from './changelog/changelog-tab.tsx';
import { ContactTab } from './contact/contact-tab.tsx';
import { ProductThumb } from './list/product-thumb.tsx';
import { PackagingTab } from './packaging/packaging-tab.tsx';
import { ProductOverview } from './product-overview.tsx';
import { productHref } from './product-values.ts';
import classes from './products.module.css';
import { useNeighbours } from './use-neighbours.ts';
import { useProductActions } from './use-product-actions.ts';
import { VariantsTab } from './variants/variants-tab.tsx';

interface ProductDetailsPageProps {
  /** Renders the tab Costs, which another feature provides. That tab can open the panel that explains a unit cost. */
  readonly renderCosts?: (
    productId: string,
    explain: { readonly isOpen: boolean; readonly open: () => void },
  ) => ReactNode;
  /** Renders the tab Stock, which another feature provides. */
  readonly renderStock?: ((product: Product) => ReactNode) | undefined;
  /** Renders the panel that explains a unit cost, which another feature provides. */
  readonly renderExplain?: (productId: string, close: () => void) => ReactNode;
  readonly onExplainClosed?: () => void;
}

/** The page of one product with its tabs. */
export function ProductDetailsPage(props: ProductDetailsPageProps) {
  const { sku = '' } = useParams();
  const t = useT();
  const product = useProduct(sku);
  if (product.data && !isUnknownRow(product.error))
    return <Details key={product.data.id} product={product.data} {...props} />;
  return (
    <UnloadedRecord
      list={{ label: t('products:title'), to: paths.products() }}
      entity={t('products:entity')}
      words={{ notFoundHint: t('products:notFoundHint', { sku }), backToList: t('products:backToList') }}
      error={product.error}
      onRetry={() => void product.refetch()}
      heights={[244, 196, 260]}
    />
  );
}

function useTab(): ProductTab {
  const tab = useMatch('/products/:sku/:tab')?.params.tab;
  return PRODUCT_TABS.find((known) => known === tab) ?? 'overview';
}

function Details({
  product,
  renderCosts,
  renderStock,
  renderExplain,
  onExplainClosed,
}: ProductDetailsPageProps & { product: Product }) {
  const t = useT();
  const tab = useTab();
  const [isExplained, setExplained] = useState(false);
  const open = useCallback(() => setExplained(true), []);
  const close = useCallback(() => {
    setExplained(false);
    onExplainClosed?.();
  }, [onExplainClosed]);
  const own = useOwnVersion(product.version);
  const actions = useProductActions(product, (fresh) => {
    if (own.newestOwn() === product.version) own.onWritten(fresh.version);
  });
  const isArchived = product.archivedAt !== null;
  const counts: Partial<Record<ProductTab, number>> = {
    variants: product.variantCount,
    'contact-details': product.suppliers.length,
  };
  return (
    <RecordPage
      title={product.name}
      list={{ label: t('products:title'), to: paths.products() }}
      row={product}
      actions={actions}
      calls={{ archive: patchProduct, remove: deleteProduct }}
      words={{ archivedNote: t('products:archivedNote'), archive: t('products:archive.action') }}
      buttons={<NeighbourButtons id={product.id} tab={tab} />}
      media={
        <span className={classes.media}>
          <ProductThumb row={product} size={36} />
        </span>
      }
      badges={
        <>
          <StatusChip family="product" value={product.status} />
          {product.isBundle && <BundleMark />}
          {product.parent && <Chip icon={IconCopyPlus}>{t('products:variants.mark')}</Chip>}
          {isArchived && <Chip icon={IconArchive}>{t('products:archived')}</Chip>}
          <span className={classes.sku}>
            {product.sku} <CopyButton value={product.sku} label={t('products:field.sku')} />
          </span>
        </>
      }
      tabs={PRODUCT_TABS.filter((name) => (name !== 'costs' || renderCosts) && (name !== 'stock' || renderStock)).map(
        (name) => {
          const count = counts[name];
          return {
            label: t(`products:tab.${name}`),
            to: productHref(product, name),
            ...(count ? { count: formatCount(count) } : {}),
          };
        },
      )}
      aside={isExplained && renderExplain ? renderExplain(product.id, close) : undefined}
    >
      {tab === 'costs' ? (
        renderCosts?.(product.id, { isOpen: isExplained, open })
      ) : tab === 'stock' ? (
        renderStock?.(product)
      ) : tab === 'overview' ? (
        <ProductOverview
          product={product}
          {...own}
          isGone={actions.isGone}
          onExplain={renderExplain ? open : undefined}
        />
      ) : (
        <TabContents product={product} tab={tab} {...own} />
      )}
    </RecordPage>
  );
}

/** The content of all tabs except overview, costs and stock. */
function TabContents({
  product,
  tab,
  ...own
}: { product: Product; tab: Exclude<ProductTab, 'overview' | 'costs' | 'stock'> } & OwnVersion) {
  switch (tab) {
    case 'changelog':
      return <ChangelogTab product={product} onWritten={own.onWritten} />;
    case 'variants':
      return <VariantsTab product={product} />;
    case 'contact-details':
      return <ContactTab product={product} {...own} />;
    case 'product-packaging':
      return <PackagingTab key={tab} product={product} kind="productPackaging" {...own} />;
    case 'case-packaging':
      return <PackagingTab key={tab} product={product} kind="casePackaging" {...own} />;
    case 'bundle':
      return <BundleTab product={product} />;
  }
}

/**
 * Links to the previous and the next product, on the same tab. Renders nothing unless a list that was loaded in this
 * tab contains this product.
 */
function NeighbourButtons({ id, tab }: { id: string; tab: ProductTab }) {
  const t = useT();
  const navigate = useNavigate();
  const near = useNeighbours(id);
  const { previous, next } = near ?? {};
  const go = (to: { id: string; sku: string } | undefined) => to && (() => void navigate(productHref(to, tab)));
  useKeys({ '[': go(previous), ']': go(next) });
  if (!near) return null;
  return (
    <span className={classes.neighbours}>
      <IconButton
        outlined
        icon={IconChevronLeft}
        label={previous ? t('products:previous', { name: previous.name }) : t('products:noPrevious')}
        disabled={!previous}
        onClick={() => go(previous)?.()}
      />
      <IconButton
        outlined
        icon={IconChevronRight}
        label={next ? t('products:next', { name: next.name }) : t('products:noNext')}
        disabled={!next}
        onClick={() => go(next)?.()}
      />
    </span>
  );
}
