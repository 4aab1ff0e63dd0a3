import { previewStockMethod, setStockMethod, type StockMethodPreview } from '@quayside/contracts/stock/stock-method';
import type { StockMethod } from '@quayside/domain/stock/methods';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ChoiceDialog } from '../../../components/ui/choice-cards.tsx';
import { ScrollRegion } from '../../../components/ui/scroll-region.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { formatCount, formatMoney, formatMonth } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { useWrite } from '../../../lib/api/write.ts';
import classes from '../shipments.module.css';

interface MethodDialogProps {
  readonly method: StockMethod;
  readonly onClose: () => void;
}

/** What another method of valuation would change. Only then can it be chosen. */
export function MethodDialog({ method, onClose }: MethodDialogProps) {
  const t = useT();
  const preview = useQuery({
    queryKey: ['stock-method', 'preview', method] as const,
    queryFn: ({ signal }) => call(previewStockMethod, { body: { method }, signal }),
    gcTime: 0,
    retry: false,
  });
  const change = useWrite({
    send: () => call(setStockMethod, { body: { method } }),
    failure: { verb: 'update', entity: t('shipments:stock.method.entity') },
    isShownInline: true,
    onSuccess: () => {
      toast('success', t('shipments:stock.method.changed'), { scope: 'global' });
      onClose();
    },
  });
  return (
    <ChoiceDialog
      title={t(`shipments:stock.method.${method}.question`)}
      action={t(`shipments:stock.method.${method}.use`)}
      preview={preview}
      change={change}
      onClose={onClose}
    >
      {(data) => <Preview preview={data} />}
    </ChoiceDialog>
  );
}

function Preview({ preview }: { readonly preview: StockMethodPreview }) {
  const t = useT();
  const { products, months, gone, onHand, largest } = preview;
  if (products === 0) return <p role="status">{t('shipments:stock.method.nothingMoves')}</p>;
  const rows = months.map(({ month, ...amounts }) => ({ key: month, name: formatMonth(month), amounts }));
  return (
    <ScrollRegion label={t('shipments:stock.method.byMonth')} className={`${classes.scroll} stack`}>
      <p role="status">{t('shipments:stock.method.moves', { count: products })}</p>
      <p className="muted">{t('shipments:stock.method.history')}</p>
      <Changes
        label={t('shipments:stock.method.byMonth')}
        heading={t('shipments:stock.method.month')}
        names={{ before: t('shipments:stock.method.before'), after: t('shipments:stock.method.after') }}
        rows={rows}
        sums={[
          { key: 'gone', name: t('shipments:stock.method.allMonths'), amounts: gone },
          { key: 'onHand', name: t('shipments:stock.method.onHand'), amounts: onHand },
        ]}
        currency={preview.accountCurrency}
      />
      <Changes
        label={t('shipments:stock.method.largest')}
        heading={t('shipments:stock.method.product')}
        names={{ before: t('shipments:stock.method.valueBefore'), after: t('shipments:stock.method.valueAfter') }}
        rows={largest.map(({ product, onHand: amounts }) => ({
          key: product.id,
          name: <Link to={paths.product(product.sku, 'stock')}>{product.sku}</Link>,
          amounts,
        }))}
        currency={preview.accountCurrency}
      />
      {products > largest.length && (
        <p className="muted">
          {t('shipments:stock.method.only', { shown: formatCount(largest.length), count: products })}
        </p>
      )}
    </ScrollRegion>
  );
}

interface ChangedRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly amounts: StockMethodPreview['gone'];
}
interface ChangesProps {
  readonly label: string;
  readonly heading: string;
  readonly names: { readonly before: string; readonly after: string };
  readonly rows: readonly ChangedRow[];
  readonly sums?: readonly ChangedRow[];
  readonly currency: string;
}

/** A table of amounts now and then. */
function Changes({ label, heading, names, rows, sums = [], currency }: ChangesProps) {
  const t = useT();
  const columns = { ...names, change: t('shipments:stock.method.change') };
  const ids = ['before', 'after', 'change'] as const;
  const row = ({ key, name, amounts }: ChangedRow) => (
    <tr key={key}>
      <th scope="row" data-title>
        {name}
      </th>
      {ids.map((id) => (
        <td key={id} data-figure data-label={columns[id]}>
          {formatMoney(amounts[id], currency, { as: 'bare', zero: 'figure' })}
        </td>
      ))}
    </tr>
  );
  return (
    <SimpleTable label={label} row={{ pad: 4 }} cards="repeat(3, minmax(0, 1fr))">
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          {ids.map((id) => (
            <th key={id} scope="col" data-figure>
              {columns[id]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{rows.map(row)}</tbody>
      {sums.length > 0 && <tfoot>{sums.map(row)}</tfoot>}
    </SimpleTable>
  );
}
