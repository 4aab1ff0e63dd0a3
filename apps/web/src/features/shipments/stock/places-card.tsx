import { Skeleton } from '@mantine/core';
import type { ResponseOf } from '@quayside/contracts/endpoint';
import { type getProductInventory, getStockBalances } from '@quayside/contracts/stock/product-stock';
import { addDays, todayIn } from '@quayside/domain/days/days';
import { PLACES, type Place } from '@quayside/domain/stock/places';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { StepChart } from '../../../components/charts/step-chart.tsx';
import type { StepPoint } from '../../../components/charts/step-point.ts';
import { Chooser } from '../../../components/form/chooser.tsx';
import { Card, KeyValues } from '../../../components/ui/card.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { useTimeZone } from '../../../lib/session/account.ts';
import { formatCount, formatDay } from '../../../lib/words/format.ts';
import { countsPath } from '../../../lib/stock-paths.ts';
import { read } from '../../../lib/api/query-client.ts';
import classes from '../shipments.module.css';
import { placeName } from '../place-words.ts';

interface PlacesCardProps {
  readonly product: { readonly id: string; readonly sku: string };
  readonly places: ResponseOf<typeof getProductInventory>['places'];
}
const ALL = 'ALL' as const;

/** How many units of a product each place has, and had over time. */
export function PlacesCard({ product, places }: PlacesCardProps) {
  const t = useT();
  const [chosen, setChosen] = useState<Place | typeof ALL>(ALL);
  const balances = useQuery(read('stock', getStockBalances, { params: { productId: product.id }, query: {} }));
  const today = todayIn(Date.now(), useTimeZone());
  const { points = [], places: known = [] } = balances.data ?? {};
  const steps = stepsOf(t, points, chosen, product.id).filter(({ day }) => day <= today);
  // Before its first step there was nothing, so the line begins at 0 on the day before.
  const from = addDays(steps[0]?.day ?? today, -1);
  return (
    <Card
      title={t('shipments:stock.product.places')}
      end={
        known.length > 1 && (
          <Chooser
            size="xs"
            aria-label={t('shipments:stock.product.place')}
            data={[ALL, ...known].map((value: Place | typeof ALL) => ({ value, label: nameOf(t, value) }))}
            value={chosen}
            onChange={(next) => setChosen(isPlace(next) ? next : ALL)}
          />
        )
      }
    >
      {places.length === 0 && points.length === 0 ? (
        <p className="muted">{t('shipments:stock.product.noPlaces')}</p>
      ) : (
        <div className="stack">
          <KeyValues
            items={places.map(({ place, units }) => ({ label: placeName(t, place), value: formatCount(units) }))}
          />
          {balances.isError && (
            <ErrorState
              error={balances.error}
              entity={t('shipments:stock.product.balanceEntities')}
              onRetry={() => void balances.refetch()}
            />
          )}
          {balances.isPending && <Skeleton height={200} radius={8} />}
          {steps.length > 0 && (
            <div className={classes.chart}>
              <StepChart
                label={t('shipments:stock.product.chart', { place: nameOf(t, chosen) })}
                points={steps}
                from={from}
                to={today}
                before={0}
                decimals={0}
                renderTip={({ spoken }) => spoken}
                fallback={null}
              />
            </div>
          )}
        </div>
      )}
    </Card>
  );
}

const isPlace = (value: string | null): value is Place => PLACES.some((place) => place === value);
const nameOf = (t: T, place: Place | typeof ALL): string =>
  place === ALL ? t('shipments:stock.product.allPlaces') : placeName(t, place);

/** The steps of a place, or of all places together. Days on which nothing changed there have none. */
function stepsOf(
  t: T,
  points: ResponseOf<typeof getStockBalances>['points'],
  chosen: Place | typeof ALL,
  productId: string,
): StepPoint[] {
  const all = points.map(({ day, places }) => ({
    day,
    units: places.reduce((sum, { place, units }) => (chosen === ALL || place === chosen ? sum + units : sum), 0),
  }));
  return all
    .filter(({ units }, at) => units !== (all[at - 1]?.units ?? 0))
    .map(({ day, units }) => ({
      key: day,
      day,
      value: units,
      figure: formatCount(units),
      spoken: t('shipments:stock.product.onDay', {
        day: formatDay(day),
        units: t('shipments:stock.product.units', { count: units, formatted: formatCount(units) }),
      }),
      href: countsPath(productId),
    }));
}
