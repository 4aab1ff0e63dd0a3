import type { CatalogRow } from '@quayside/contracts/products/product-lists';
import { IconAlertTriangle, IconArchive, IconClock, IconVersions } from '@tabler/icons-react';
import { UnitCost } from '../../../components/ui/money.tsx';
import { Chip } from '../../../components/ui/status-chip.tsx';
import type { T } from '../../../i18n/i18n.ts';
import { EN_DASH, formatUnitCost, groupDigits, langOf } from '../../../lib/words/format.ts';
import { BundleMark } from '../bundle/bundle-mark.tsx';
import { gapsOf } from '../product-values.ts';
import classes from '../products.module.css';
import type { ColumnOptions } from './column-options.ts';
import listClasses from './list.module.css';
import { ProductThumb } from './product-thumb.tsx';

/** The picture and name of a product. Bundles and variants are marked. */
export function NameOf({ row, t }: { row: CatalogRow; t: T }) {
  const { name, archivedAt, isBundle, variantCount } = row;
  return (
    <span className={classes.named}>
      <span className={classes.nameWithThumb}>
        <ProductThumb row={row} />
        <span className={listClasses.words} lang={langOf(name)}>
          {name}
        </span>
      </span>
      {variantCount > 0 && (
        <span className={listClasses.count} title={t('products:variantCount', { count: variantCount })}>
          <IconVersions size={12} stroke={1.75} aria-hidden />
          <span aria-hidden>{variantCount}</span>
          <span className="visually-hidden">, {t('products:variantCount', { count: variantCount })}</span>
        </span>
      )}
      {isBundle && <BundleMark isIcon />}
      {archivedAt && (
        <Chip icon={IconArchive} quiet>
          {t('products:archived')}
        </Chip>
      )}
    </span>
  );
}

/** The SKU of a product. A variant names its parent, because the list may sort them apart. */
export function SkuOf({ row: { sku, parentSku }, t }: { row: CatalogRow; t: T }) {
  return (
    <span className={`${classes.muted} ${listClasses.words}`}>
      {sku}
      {parentSku !== null && (
        <small className={listClasses.variant} title={t('products:variantOf', { sku: parentSku })}>
          <span className="visually-hidden">, {t('products:variantOf', { sku: parentSku })}</span>
          <span aria-hidden>{t('products:variantOfShort', { sku: parentSku })}</span>
        </small>
      )}
    </span>
  );
}

/** Several words in one cell, each of them as a badge. */
export function Words({ words }: { words: readonly string[] }) {
  if (words.length === 0) return EN_DASH;
  return (
    <span className={listClasses.tags} title={words.join(', ')}>
      {words.map((word) => (
        <span key={word} className={listClasses.tag}>
          {word}
        </span>
      ))}
    </span>
  );
}

/** A measure, with the unit in small type. */
export function Measure({ value, unit }: { value: string | null; unit: string }) {
  if (value === null) return EN_DASH;
  return (
    <>
      {groupDigits(value)}
      <span className={listClasses.unit}>{unit}</span>
    </>
  );
}

export function SuppliersOf({ row: { supplier } }: { row: CatalogRow }) {
  const [first] = supplier;
  if (!first) return EN_DASH;
  return (
    <span
      className={classes.muted}
      title={supplier
        .map(({ companyName, localName }) => [companyName, localName].filter(Boolean).join(' '))
        .join(', ')}
      lang={langOf(first.companyName)}
    >
      {first.companyName}
      {supplier.length > 1 && <span className={classes.more}> +{supplier.length - 1}</span>}
    </span>
  );
}

/** A part of the unit cost, shown in a muted colour. */
export const Part = ({ value }: { value: string | null }) => (
  <span className={classes.muted}>{value !== null && /[1-9]/.test(value) ? <UnitCost value={value} /> : EN_DASH}</span>
);

/** The landed unit cost. A click opens its explanation. */
export function Landed({
  row,
  currency,
  t,
  onExplain,
}: { row: CatalogRow } & Pick<ColumnOptions, 't' | 'currency' | 'onExplain'>) {
  const figure = formatUnitCost(row.landedCostPerUnit);
  if (row.landedCostPerUnit === null)
    return <span title={row.costEntryCount > 0 ? t('products:noUnits') : undefined}>{EN_DASH}</span>;
  return (
    <span className={classes.landed}>
      {row.isProvisional && (
        <IconClock
          size={14}
          stroke={1.75}
          className={classes.provisional}
          role="img"
          aria-label={t('products:provisional')}
          title={t('products:provisionalHelp')}
        />
      )}
      {onExplain ? (
        <button
          type="button"
          className={classes.figure}
          tabIndex={-1}
          aria-label={t('products:explainOf', { figure, currency, name: row.name })}
          onClick={() => onExplain(row.id)}
        >
          {figure}
        </button>
      ) : (
        <UnitCost value={row.landedCostPerUnit} strong />
      )}
    </span>
  );
}

/**
 * The measures and supplier that a product lacks: "No weight, size"; empty when nothing is missing. A missing cost is
 * not mentioned, because the cost column shows a dash for it.
 */
export function gapWords(row: CatalogRow, t: T): string {
  const words = gapsOf(row).flatMap((gap) => (gap === 'COST' ? [] : t(`products:gapShort.${gap}`)));
  return words.length === 0 ? '' : t('products:gapWords', { words: words.join(', ') });
}

/** What a product lacks. It stands out only when freight for ordered units cannot be spread because of it. */
export function Gaps({ row, t }: { row: CatalogRow; t: T }) {
  const words = gapWords(row, t);
  if (words === '') return null;
  const isUrgent = row.unitsOrdered > 0 && (!row.hasWeight || !row.hasVolume);
  return (
    <span className={classes.gaps} title={isUrgent ? t('products:gapUrgent', { words }) : words}>
      {isUrgent ? (
        <Chip icon={IconAlertTriangle} tone="warning">
          {words}
        </Chip>
      ) : (
        <span className={classes.faint}>{words}</span>
      )}
    </span>
  );
}
