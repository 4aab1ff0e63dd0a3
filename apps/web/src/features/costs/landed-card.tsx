import type { Explain } from '@quayside/contracts/costs/costs';
import { IconPackages, IconZoomMoney } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ActionButton } from '../../components/ui/action-button.tsx';
import { CategoryDot, MakeUpBar } from '../../components/ui/figures.tsx';
import { Chip } from '../../components/ui/status-chip.tsx';
import { type T, useT } from '../../i18n/i18n.ts';
import { formatCount, formatMoney, formatPercent, formatUnitCost } from '../../lib/words/format.ts';
import { paths } from '../../lib/paths.ts';
import { orderName } from '../../lib/words/order-name.ts';
import classes from './costs.module.css';
import { type ExplainFocus, latestMove, refOfLayer } from './explain/explain-focus.ts';
import { KnownChoice } from './known-choice.tsx';
import { ScrollRegion } from '../../components/ui/scroll-region.tsx';
import { SimpleTable } from '../../components/ui/simple-table.tsx';

interface LandedCardProps {
  readonly explain: Explain;
  /** Opens the explanation of the given order or category. Without an argument, opens the explanation of everything. */
  readonly onExplain: (focus?: ExplainFocus) => void;
}

/** A card with the landed cost per unit, its last change, and its breakdown by category. */
export function LandedCard({ explain, onExplain }: LandedCardProps) {
  const t = useT();
  const { currency, bundle } = explain;
  const label = t(bundle ? 'costs:product.bundleLanded' : 'costs:product.landed');
  const figure = bundle ? bundle.landedPerUnit : explain.landedPerUnit;
  return (
    <section className={classes.landed} aria-label={label}>
      <div className={classes.landedHead}>
        <div>
          <h2 className={classes.landedLabel}>
            <span>
              {label}
              <span className={classes.faint}>, {averageWords(t, explain)}</span>
            </span>
            {bundle && (
              <Chip icon={IconPackages} tone="neutral">
                {t('costs:product.isBundle')}
              </Chip>
            )}
          </h2>
          <p className={classes.landedLine}>
            <span className={`${classes.figure} num`}>
              {figure === null ? t('notKnown') : formatUnitCost(figure, currency)}
            </span>
            {!bundle && <Move explain={explain} onExplain={onExplain} />}
            {!bundle && explain.units > 0 && (
              <span className={classes.faint}>
                {t('costs:product.allUnits', { amount: formatMoney(explain.landed, currency, { zero: 'figure' }) })}
              </span>
            )}
            {explain.isProvisional && (
              <span className={classes.provisional} title={t('costs:product.provisionalHelp')}>
                {t('costs:product.provisional')}
              </span>
            )}
          </p>
        </div>
        <div className="row">
          <KnownChoice />
          <ActionButton icon={IconZoomMoney} keys="E" onClick={() => onExplain()}>
            {t('costs:product.explain')}
          </ActionButton>
        </div>
      </div>
      {bundle ? <BundleParts bundle={bundle} currency={currency} /> : <Parts explain={explain} onExplain={onExplain} />}
    </section>
  );
}

function averageWords(t: T, { bundle, units, layers }: Explain): string {
  if (bundle) return t('costs:product.bundleOf', { count: bundle.parts.length });
  if (units === 0) return t('costs:product.noUnits');
  return t('costs:product.averageOver', {
    units: formatCount(units),
    orders: t('costs:product.orders', { count: layers.length }),
  });
}

/**
 * A text such as "−8.0 % since NB-7001, line 5", which compares the newest order with the one before. A click explains
 * the newest order.
 */
function Move({ explain, onExplain }: LandedCardProps) {
  const t = useT();
  const move = latestMove(explain.layers);
  if (!move) return null;
  const { newest, previous, percent } = move;
  const sign = percent.startsWith('-') || /^0\.0$/.test(percent) ? '' : '+';
  const tone = percent === '0.0' ? undefined : percent.startsWith('-') ? 'down' : 'up';
  const words = t('costs:product.moveHelp', {
    newest: orderName(t, refOfLayer(newest)),
    previous: orderName(t, refOfLayer(previous)),
    to: formatUnitCost(newest.perUnit, explain.currency),
    from: formatUnitCost(previous.perUnit, explain.currency),
  });
  return (
    <button
      type="button"
      className={classes.move}
      data-tone={tone}
      title={words}
      onClick={() => onExplain({ order: newest.id })}
    >
      {t('costs:product.move', {
        percent: `${sign}${formatPercent(percent)}`,
        previous: orderName(t, refOfLayer(previous)),
      })}
      <span className="visually-hidden">. {words}</span>
    </button>
  );
}

/** The breakdown as a bar, with a list of its parts. A click on a part opens the explanation of that category. */
function Parts({ explain, onExplain }: LandedCardProps) {
  const t = useT();
  const { currency, byCategory, landed } = explain;
  return (
    <>
      <div className={classes.bar}>
        <MakeUpBar
          height={8}
          byCategory={Object.fromEntries(byCategory.map(({ costType, amount }) => [costType, amount]))}
        />
      </div>
      <ul className={classes.parts}>
        {factoryFirst(byCategory).map(({ costType, amount, perUnit }) => {
          const figure = perUnit === null ? formatMoney(amount, currency) : formatUnitCost(perUnit);
          const category = t(`category.${costType}`);
          return (
            <li key={costType}>
              <button type="button" onClick={() => onExplain({ category: costType })}>
                <span>
                  <span className="visually-hidden">{t('costs:product.explainPart')} </span>
                  <CategoryDot category={costType} /> {category}
                </span>
                <b className="num">{figure}</b>
                <small className="num">{percentOf(amount, landed)}</small>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** The parts of a bundle, with quantity × unit cost and a link to the product of each part. */
function BundleParts({ bundle, currency }: { bundle: NonNullable<Explain['bundle']>; currency: string }) {
  const t = useT();
  return (
    <ScrollRegion className={classes.scroll} label={t('costs:product.bundleParts')}>
      <SimpleTable
        className={classes.orders}
        lines="below"
        row={{ height: 36, pad: 0 }}
        cards="repeat(3, minmax(0, 1fr))"
        label={t('costs:product.bundleParts')}
      >
        <thead>
          <tr>
            <th scope="col">{t('costs:product.part')}</th>
            <th scope="col" data-figure>
              {t('costs:product.quantity')}
            </th>
            <th scope="col" data-figure>
              {t('costs:product.perUnit')}
            </th>
            <th scope="col" data-figure>
              {t('costs:product.inBundle')}
            </th>
          </tr>
        </thead>
        <tbody>
          {bundle.parts.map(({ product, quantity, landedPerUnit, amount, isBundle }) => (
            <tr key={product.id}>
              <td data-title>
                <span className="row" data-gap="0">
                  <Link to={paths.product(product.sku, 'costs')}>{product.sku}</Link>
                  <span className={classes.soft}>{product.name}</span>
                  {isBundle && (
                    <Chip icon={IconPackages} quiet>
                      {t('costs:product.isBundle')}
                    </Chip>
                  )}
                </span>
              </td>
              <td data-figure data-label={t('costs:product.quantity')}>
                {formatCount(quantity)}
              </td>
              <td data-figure data-label={t('costs:product.perUnit')}>
                {landedPerUnit === null ? (
                  <span className={classes.unknown}>{t('notKnown')}</span>
                ) : (
                  formatUnitCost(landedPerUnit)
                )}
              </td>
              <td data-figure data-label={t('costs:product.inBundle')}>
                <b>{formatUnitCost(amount)}</b>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td data-title colSpan={3}>
              {t('costs:product.oneBundle')}
            </td>
            <td data-figure>
              {bundle.landedPerUnit === null ? t('notKnown') : formatUnitCost(bundle.landedPerUnit, currency)}
            </td>
          </tr>
        </tfoot>
      </SimpleTable>
    </ScrollRegion>
  );
}

/**
 * The order of categories in the bar: factory, freight, inbound freight, duty, local freight, inspections. The other
 * categories follow.
 */
const BAR = ['FACTORY_INVOICE', 'SHIPPING', 'INBOUND_SHIPPING', 'CUSTOMS_AND_DUTIES', 'LOCAL_FREIGHT', 'INSPECTIONS'];
const place = (costType: string) => (BAR.includes(costType) ? BAR.indexOf(costType) : BAR.length);
const factoryFirst = (parts: Explain['byCategory']) => [...parts].sort((a, b) => place(a.costType) - place(b.costType));

/** A share as a percentage, for display only. */
function percentOf(part: string, whole: string): string {
  const digits = (text: string) => BigInt(text.replace('.', ''));
  const total = digits(whole);
  return total === 0n ? formatPercent('0') : formatPercent((Number((digits(part) * 10_000n) / total) / 100).toFixed(2));
}
