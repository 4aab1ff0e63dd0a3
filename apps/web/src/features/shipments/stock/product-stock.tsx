import { Skeleton } from '@mantine/core';
import { getProductInventory } from '@quayside/contracts/stock/product-stock';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../components/ui/card.tsx';
import { Money, UnitCost } from '../../../components/ui/money.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency } from '../../../lib/session/account.ts';
import { formatQuantity } from '../../../lib/words/format.ts';
import { read } from '../../../lib/api/query-client.ts';
import { FigureStrip } from '../figure-strip.tsx';
import { LooseCostsCard } from './loose-costs-card.tsx';
import { LotsCard } from './lots-card.tsx';
import { PlacesCard } from './places-card.tsx';
import { ProductMovements } from './product-movements.tsx';
import { ReceivedOrdersCard } from './received-orders-card.tsx';

interface StockedProduct {
  readonly id: string;
  readonly sku: string;
}

/** The stock of one product: its lots, what each place has, the orders that arrived, and what moved. */
export function ProductStock({ product }: { product: StockedProduct }) {
  const t = useT();
  const currency = useCurrency();
  const inventory = useQuery(
    read('stock', getProductInventory, { params: { productId: product.id }, query: { size: MOST_LOTS } }),
  );
  if (inventory.isError)
    return (
      <ErrorState
        error={inventory.error}
        record={t('shipments:stock.product.entity')}
        onRetry={() => void inventory.refetch()}
      />
    );
  const stock = inventory.data?.stock;
  const units = ['onHand', 'onOrder', 'packed', 'inTransit', 'missing', 'waiting', 'unknown'] as const;
  return (
    <div className="stack">
      <FigureStrip
        label={t('shipments:stock.title')}
        figures={
          stock && [
            ...units.map((id) => ({ label: t(`shipments:stock.${id}`), value: formatQuantity(stock[id], 'figure') })),
          ]
        }
      />
      {inventory.data ? (
        <>
          <LotsCard
            inventory={inventory.data}
            end={
              <>
                <Money value={inventory.data.stock.value} currency={currency} zero="figure" strong />
                <UnitCost value={inventory.data.stock.valuePerUnit} currency={currency} />
              </>
            }
          />
          <LooseCostsCard inventory={inventory.data} />
          <PlacesCard product={product} places={inventory.data.places} />
        </>
      ) : (
        <Card>
          <Skeleton height={220} aria-label={t('loading')} />
        </Card>
      )}
      <ReceivedOrdersCard productId={product.id} />
      <ProductMovements product={product} />
    </div>
  );
}
const MOST_LOTS = 100;
