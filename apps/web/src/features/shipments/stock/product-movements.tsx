import { Skeleton } from '@mantine/core';
import {
  listStockMovements,
  recordStockMovements,
  type StockMovement,
} from '@quayside/contracts/stock/stock-movements';
import { IconArrowBackUp, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { useCurrency, usePermission } from '../../../lib/session/account.ts';
import { EN_DASH, formatCount, formatDay } from '../../../lib/words/format.ts';
import { countsPath } from '../../../lib/stock-paths.ts';
import { read } from '../../../lib/api/query-client.ts';
import { CostOrReason } from '../cost-or-reason.tsx';
import { MovementDialog } from './movement-dialog.tsx';
import { ReverseButton } from './reverse-button.tsx';
import { signed } from './signed.ts';
import { placeName } from '../place-words.ts';
import { movementName } from './stock-words.ts';

const SHOWN = 20;
type Open = 'record' | { readonly back: StockMovement };

/** What moved of the stock of a product, with its cost, and where a movement is recorded. */
export function ProductMovements({ product }: { product: { readonly id: string; readonly sku: string } }) {
  const t = useT();
  const [dialog, setDialog] = useState<Open>();
  const mayRecord = usePermission(recordStockMovements);
  const filter = JSON.stringify([{ field: 'product', op: 'in', values: [product.id] }]);
  const movements = useQuery(read('stock', listStockMovements, { query: { filter, size: SHOWN } }));
  const rows = movements.data?.content;
  return (
    <Card
      title={t('shipments:stock.product.movements')}
      end={
        <>
          <Link to={countsPath(product.id)}>{t('shipments:stock.product.allMovements')}</Link>
          {mayRecord.allowed && (
            <ActionButton icon={IconPlus} onClick={() => setDialog('record')}>
              {t('shipments:stock.movement.record')}
            </ActionButton>
          )}
        </>
      }
      flush={(rows?.length ?? 0) > 0}
    >
      {movements.isError ? (
        <ErrorState
          error={movements.error}
          entity={t('shipments:stock.movement.entities')}
          onRetry={() => void movements.refetch()}
        />
      ) : rows === undefined ? (
        <Skeleton height={80} aria-label={t('loading')} />
      ) : rows.length === 0 ? (
        <p className="muted">{t('shipments:stock.product.noMovements')}</p>
      ) : (
        <Movements
          productId={product.id}
          rows={rows}
          onBack={mayRecord.allowed ? (back) => setDialog({ back }) : undefined}
        />
      )}
      {dialog !== undefined && (
        <MovementDialog
          product={product}
          {...(typeof dialog === 'object' && { sale: dialog.back })}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Card>
  );
}

function Movements({
  productId,
  rows,
  onBack,
}: {
  productId: string;
  rows: readonly StockMovement[];
  onBack: ((sale: StockMovement) => void) | undefined;
}) {
  const t = useT();
  const currency = useCurrency();
  return (
    <SimpleTable label={t('shipments:stock.product.movements')} cards="1fr 1fr">
      <thead>
        <tr>
          <th scope="col">{t('shipments:stock.movement.day')}</th>
          <th scope="col">{t('shipments:stock.movement.what')}</th>
          <th scope="col">{t('shipments:stock.movement.place')}</th>
          <th scope="col" data-figure>
            {t('shipments:stock.movement.quantity')}
          </th>
          <th scope="col" data-figure>
            {t('shipments:stock.movement.cost', { currency })}
          </th>
          <th scope="col">{t('shipments:stock.movement.words')}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row" data-title>
              {formatDay(row.day)}
            </th>
            <td data-label={t('shipments:stock.movement.what')}>{whatWords(t, row, productId)}</td>
            <td data-label={t('shipments:stock.movement.place')}>
              {[row.place, ...(row.toPlace === null ? [] : [row.toPlace])].map((at) => placeName(t, at)).join(' → ')}
            </td>
            <td data-figure data-label={t('shipments:stock.movement.quantity')}>
              {row.difference === null
                ? formatCount(row.quantity)
                : `${formatCount(row.quantity)} (${signed(row.difference)})`}
            </td>
            <td data-figure data-label={t('shipments:stock.movement.cost', { currency })}>
              <CostOrReason {...row} isBare />
            </td>
            <td data-label={t('shipments:stock.movement.words')}>{row.words ?? EN_DASH}</td>
            <td>
              <span className="row">
                {onBack && row.cause === 'SOLD' && row.reversedAt === null && (
                  <ActionButton size="xs" icon={IconArrowBackUp} onClick={() => onBack(row)}>
                    {t('shipments:stock.movement.back')}
                  </ActionButton>
                )}
                <ReverseButton movement={row} />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </SimpleTable>
  );
}

/** What happened. The page of a bundle names the product that moved, that of a product the bundle in which it went. */
function whatWords(t: T, row: StockMovement, productId: string): string {
  const words = [movementName(t, row)];
  if (row.productId !== productId) words.push(row.sku);
  else if (row.soldAs) words.push(t('shipments:stock.movement.inBundle', { sku: row.soldAs.sku }));
  if (row.reversedAt !== null) words.push(t('shipments:stock.movement.reversed'));
  return words.join(', ');
}
