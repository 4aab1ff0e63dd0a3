import type { CostedPackList } from '@quayside/contracts/shipments/pack-lists';
import { formatAmount, minorOfText } from '@quayside/domain/money/money';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Card } from '../../components/ui/card.tsx';
import { Money, UnitCost } from '../../components/ui/money.tsx';
import { ScrollRegion } from '../../components/ui/scroll-region.tsx';
import { SimpleTable } from '../../components/ui/simple-table.tsx';
import { type T, useT } from '../../i18n/i18n.ts';
import { useCurrency } from '../../lib/session/account.ts';
import { formatCount } from '../../lib/words/format.ts';
import { paths } from '../../lib/paths.ts';
import classes from './shipments.module.css';

type Cost = NonNullable<CostedPackList['cost']>;
/** What units cost, with what they are called and, if they have a page, where it is. */
interface Row {
  readonly key: string;
  readonly name: string;
  /** The order and product of a pack list in a plan, or the plan of one in an order. */
  readonly beside: { readonly words: string; readonly to?: string };
  readonly units: number;
  /** Null without an exchange rate. */
  readonly cost: Cost | null;
}

const priced = (packLists: readonly CostedPackList[], besideOf: (packList: CostedPackList) => Row['beside']): Row[] =>
  packLists.flatMap((packList) =>
    packList.cost === null && packList.unknownCost === null
      ? []
      : [
          {
            key: packList.packListId,
            name: packList.number,
            beside: besideOf(packList),
            units: packList.quantity,
            cost: packList.cost,
          },
        ],
  );

interface OrderCostsProps {
  readonly packLists: readonly CostedPackList[];
  readonly unpackedQuantity: number;
  readonly unpackedCost: Cost | null;
}
/** What each pack list of an order costs, and what is left with its unpacked units. */
export function OrderCostsCard({ packLists, unpackedQuantity, unpackedCost }: OrderCostsProps) {
  const t = useT();
  const rows = priced(packLists, ({ shipmentPlanId, shipmentPlanNumber }) =>
    shipmentPlanId === null || shipmentPlanNumber === null
      ? { words: t('shipments:packing.noPlan') }
      : { words: shipmentPlanNumber, to: paths.shipmentPlan(shipmentPlanId) },
  );
  // Without an exchange rate nothing of the order has a cost.
  const hasRate = packLists.every(({ unknownCost }) => unknownCost !== 'NO_RATE');
  const rest: Row[] =
    (unpackedCost || !hasRate) && unpackedQuantity > 0
      ? [
          {
            key: 'unpacked',
            name: t('shipments:costs.unpacked'),
            beside: { words: '' },
            units: unpackedQuantity,
            cost: unpackedCost,
          },
        ]
      : [];
  return <CostsCard rows={[...rows, ...rest]} beside={t('shipments:plan')} hint={t('shipments:costs.hint')} />;
}

/** What each pack list of a shipment plan costs. */
export function PlanCostsCard({ packLists }: { packLists: readonly CostedPackList[] }) {
  const t = useT();
  const rows = priced(packLists, ({ sku, orderId }) => ({ words: sku, to: paths.order(orderId) }));
  return <CostsCard rows={rows} beside={t('shipments:sku')} hint={t('shipments:costs.hint')} />;
}

function CostsCard({ rows, beside, hint }: { rows: readonly Row[]; beside: string; hint: string }) {
  const t = useT();
  const currency = useCurrency();
  if (rows.length === 0) return null;
  const money = (value: string, isStrong = false) => (
    <Money as="bare" value={value} currency={currency} zero="figure" strong={isStrong} />
  );
  return (
    <Card title={t('shipments:costs.title')} hint={`${currency} · ${hint}`} flush>
      <ScrollRegion className={classes.wide} label={t('shipments:costs.title')}>
        <SimpleTable
          label={t('shipments:costs.title')}
          lines="below"
          row={{ height: 34, pad: 0 }}
          cards="repeat(3, minmax(0, 1fr))"
        >
          <thead>
            <tr>
              <th scope="col">{t('shipments:packing.packList')}</th>
              <th scope="col">{beside}</th>
              <th scope="col" data-figure>
                {t('shipments:units')}
              </th>
              {FIGURES.map((figure) => (
                <th key={figure} scope="col" data-figure>
                  {t(`shipments:costs.${figure}`)}
                </th>
              ))}
              <th scope="col" data-figure>
                {t('shipments:costs.perUnit')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <td data-title>{row.name}</td>
                <td data-label={beside} data-empty={row.beside.words === '' || undefined}>
                  {row.beside.to ? <Link to={row.beside.to}>{row.beside.words}</Link> : row.beside.words}
                </td>
                <td data-figure data-label={t('shipments:units')}>
                  {formatCount(row.units)}
                </td>
                <CostCells cost={row.cost} money={money} />
              </tr>
            ))}
          </tbody>
          <Sums rows={rows} currency={currency} t={t} money={money} />
        </SimpleTable>
      </ScrollRegion>
    </Card>
  );
}

const FIGURES = ['factory', 'inbound', 'landed'] as const;

type FormatMoney = (value: string, isStrong?: boolean) => ReactNode;

function CostCells({ cost, money }: { readonly cost: Row['cost']; readonly money: FormatMoney }) {
  const t = useT();
  if (cost === null)
    return (
      <td data-figure data-label={t('shipments:costs.perUnit')} colSpan={FIGURES.length + 1}>
        <span className="muted">{t('shipments:unknownCost.NO_RATE')}</span>
      </td>
    );
  return (
    <>
      {FIGURES.map((figure) => (
        <td key={figure} data-figure data-label={t(`shipments:costs.${figure}`)}>
          {money(cost[figure], figure === 'landed')}
        </td>
      ))}
      <td data-figure data-label={t('shipments:costs.perUnit')}>
        <UnitCost value={cost.perUnit} />
      </td>
    </>
  );
}

interface SumsProps {
  readonly rows: readonly Row[];
  readonly currency: string;
  readonly t: T;
  readonly money: FormatMoney;
}
/** The sums of the rows whose cost is known, if there are several. */
function Sums({ rows, currency, t, money }: SumsProps) {
  const known = rows.flatMap(({ units, cost }) => (cost ? [{ units, cost }] : []));
  if (known.length < 2) return null;
  const sumOf = (figure: (typeof FIGURES)[number]): string => {
    const total = known.reduce((sum, { cost }) => sum + (minorOfText(cost[figure], currency) ?? 0n), 0n);
    return formatAmount(total, currency);
  };
  return (
    <tfoot>
      <tr>
        <td colSpan={2} data-title>
          {t(known.length < rows.length ? 'shipments:costs.totalKnown' : 'shipments:costs.total')}
        </td>
        <td data-figure data-label={t('shipments:units')}>
          {formatCount(known.reduce((sum, { units }) => sum + units, 0))}
        </td>
        {FIGURES.map((figure) => (
          <td key={figure} data-figure data-label={t(`shipments:costs.${figure}`)}>
            {money(sumOf(figure), figure === 'landed')}
          </td>
        ))}
        <td data-empty />
      </tr>
    </tfoot>
  );
}
