import type { CatalogRow } from '@quayside/contracts/products/product-lists';
import { IconClock, IconExternalLink } from '@tabler/icons-react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { KeyValues } from '../../../components/ui/card.tsx';
import { MakeUpBar } from '../../../components/ui/figures.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { Chip, StatusChip } from '../../../components/ui/status-chip.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency } from '../../../lib/session/account.ts';
import { EN_DASH, formatDay, formatQuantity, formatUnitCost, groupDigits } from '../../../lib/words/format.ts';
import { productHref } from '../product-values.ts';
import { ProductThumb } from './product-thumb.tsx';
import classes from './list.module.css';

/** The preview of a product, which the Space key opens beside the list: picture, facts, costs and links. */
export function ProductPreview({
  row,
  onExplain,
}: {
  row: CatalogRow;
  onExplain: ((productId: string) => void) | undefined;
}) {
  const t = useT();
  const currency = useCurrency();
  const orDash = (text: string | null) => text || EN_DASH;
  const size =
    row.length && row.width && row.height
      ? `${row.length} × ${row.width} × ${row.height} ${t(`products:unit.${row.dimensionUnit}`)}`
      : EN_DASH;
  const weight = (value: string | null) =>
    value === null ? EN_DASH : `${groupDigits(value)} ${t(`products:unit.${row.weightUnit}`)}`;
  return (
    <div className="stack" data-gap="16">
      <div className={classes.previewHead}>
        <ProductThumb row={row} size={64} />
        <div>
          <StatusChip family="product" value={row.status} />
          {row.isProvisional && (
            <Chip icon={IconClock} tone="info">
              {t('products:provisional')}
            </Chip>
          )}
          {row.tags.map((tag) => (
            <span key={tag} className={classes.tag}>
              {tag}
            </span>
          ))}
        </div>
      </div>
      <section>
        <h3 className={classes.previewTitle}>{t('products:preview.costs')}</h3>
        <KeyValues
          items={[
            {
              label: t('products:cost.title'),
              value:
                row.landedCostPerUnit === null ? (
                  t('notKnown')
                ) : (
                  <b>{formatUnitCost(row.landedCostPerUnit, currency)}</b>
                ),
            },
            { label: t('products:cost.factory'), value: formatUnitCost(row.factoryCostPerUnit, currency) },
            { label: t('products:cost.inbound'), value: formatUnitCost(row.inboundCostPerUnit, currency) },
            { label: t('products:column.unitsOrdered'), value: formatQuantity(row.unitsOrdered) },
            { label: t('products:cost.allUnits'), value: <Money value={row.landedCostTotal} currency={currency} /> },
            {
              label: t('products:column.makeUp'),
              value: (
                <span className={classes.makeUp}>
                  <MakeUpBar byCategory={row.costByCategory} />
                </span>
              ),
            },
            { label: t('products:column.lastCostUpdateDate'), value: orDash(formatDay(row.lastCostUpdateDate)) },
          ]}
        />
      </section>
      <section>
        <h3 className={classes.previewTitle}>{t('products:preview.facts')}</h3>
        <KeyValues
          items={[
            { label: t('products:column.sku'), value: row.sku },
            { label: t('products:column.asin'), value: orDash(row.asin) },
            {
              label: t('products:column.supplier'),
              value: orDash(row.supplier.map(({ companyName }) => companyName).join(', ')),
            },
            { label: t('products:column.brand'), value: orDash(row.brand) },
            {
              label: t('products:column.channel'),
              value: orDash(row.channel.map((value) => t(`products:channel.${value}`)).join(', ')),
            },
            { label: t('products:preview.size'), value: size },
            { label: t('products:field.weight'), value: weight(row.weight) },
            { label: t('products:field.shippingWeight'), value: weight(row.shippingWeight) },
          ]}
        />
      </section>
      <div className="row">
        <ActionButton icon={IconExternalLink} to={productHref(row)}>
          {t('products:preview.open')}
        </ActionButton>
        <ActionButton to={productHref(row, 'costs')}>{t('products:tab.costs')}</ActionButton>
        {onExplain && row.landedCostPerUnit !== null && (
          <ActionButton onClick={() => onExplain(row.id)}>{t('products:explain')}</ActionButton>
        )}
      </div>
    </div>
  );
}
