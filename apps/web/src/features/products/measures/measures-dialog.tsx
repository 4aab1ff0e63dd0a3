import type { MeasuresPreview } from '@quayside/contracts/costs/cost-reports';
import { useState } from 'react';
import { Link } from 'react-router';
import { CheckInput } from '../../../components/form/inputs.tsx';
import { CategoryWord } from '../../../components/ui/figures.tsx';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency } from '../../../lib/session/account.ts';
import { formatCount, formatDay, formatUnitCost } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { orderName, orderTip } from '../../../lib/words/order-name.ts';
import { useMeasuresOf } from './api.ts';
import { measuresText } from './measure-words.ts';
import classes from './measures.module.css';
import { LotChangesTable } from '../../../components/record/lot-changes.tsx';
import { ScrollRegion } from '../../../components/ui/scroll-region.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { MeasuredText } from '../../../components/ui/measured-text.tsx';

interface MeasuresDialogProps {
  readonly preview: MeasuresPreview;
  readonly isBusy: boolean;
  /** Called with the chosen orders; undefined means all of them. */
  readonly onApply: (orderIds: string[] | undefined) => void;
  readonly onClose: () => void;
}

/**
 * The dialog that previews new measures. It shows the orders, the lines that would be spread again, and the costs that
 * would change.
 */
export function MeasuresDialog({ preview, isBusy, onApply, onClose }: MeasuresDialogProps) {
  const t = useT();
  const { orders } = preview;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = orders.filter(({ order }) => !left.has(order.id)).map(({ order }) => order.id);
  const isAll = chosen.length === orders.length;
  const some = useMeasuresOf(preview.product.id, isAll ? undefined : chosen).data;
  const nothing = { lines: [], products: [], lotChanges: undefined };
  const { lines, products, lotChanges } = isAll ? preview : chosen.length === 0 ? nothing : (some ?? preview);
  const choose = (id: string, isChosen: boolean) =>
    setLeft((now) => new Set(isChosen ? [...now].filter((other) => other !== id) : [...now, id]));
  // Even if no line has to be spread again, the measures can be applied. The button then counts orders instead of
  // lines.
  const action =
    lines.length > 0
      ? t('products:measures.apply', { count: lines.length })
      : t('products:measures.applyOrders', { count: chosen.length });
  return (
    <Dialog
      title={t('products:measures.title')}
      size={720}
      onClose={onClose}
      footer={
        chosen.length > 0 ? (
          <DialogButtons
            action={action}
            isBusy={isBusy}
            onCancel={onClose}
            onAction={() => onApply(isAll ? undefined : chosen)}
          />
        ) : undefined
      }
    >
      <div className={classes.body}>
        <p className="muted">
          <MeasuredText>
            {(words) => t('products:measures.now', { measures: measuresText(t, preview.now, { words }) })}
          </MeasuredText>
        </p>
        <section>
          <h3>{t('products:measures.ordersTitle')}</h3>
          <ScrollRegion className={classes.scroll} label={t('products:measures.ordersTitle')}>
            <SimpleTable className={classes.table} lines="below" row={{ height: 34, pad: 0 }} isHeadSticky>
              <thead>
                <tr>
                  <th scope="col" className={classes.tick}>
                    <CheckInput
                      size="xs"
                      aria-label={t('products:measures.all')}
                      checked={isAll}
                      indeterminate={!isAll && chosen.length > 0}
                      onChange={(next) => setLeft(new Set(next ? [] : orders.map(({ order }) => order.id)))}
                    />
                  </th>
                  <th scope="col">{t('products:measures.order')}</th>
                  <th scope="col">{t('products:measures.date')}</th>
                  <th scope="col" data-figure>
                    {t('products:measures.units')}
                  </th>
                  <th scope="col">{t('products:measures.copied')}</th>
                </tr>
              </thead>
              <tbody>
                {orders.map(({ order, date, units, copied, invoice }) => (
                  <tr key={order.id}>
                    <td>
                      <CheckInput
                        size="xs"
                        aria-label={t('products:measures.choose', { order: orderName(t, order) })}
                        checked={!left.has(order.id)}
                        onChange={(next) => choose(order.id, next)}
                      />
                    </td>
                    <td>
                      <Link to={paths.invoice(invoice.id)} title={orderTip(t, order)}>
                        {orderName(t, order)}
                      </Link>
                    </td>
                    <td>{formatDay(date)}</td>
                    <td data-figure>{formatCount(units)}</td>
                    <td>
                      <MeasuredText>{(words) => measuresText(t, copied, { words })}</MeasuredText>
                    </td>
                  </tr>
                ))}
              </tbody>
            </SimpleTable>
          </ScrollRegion>
        </section>
        <Lines lines={lines} />
        {lines.length > 0 && <Moved products={products} />}
        {lotChanges && <LotChangesTable changes={lotChanges} />}
      </div>
    </Dialog>
  );
}

function Lines({ lines }: Pick<MeasuresPreview, 'lines'>) {
  const t = useT();
  if (lines.length === 0) return <p className="muted">{t('products:measures.noLines')}</p>;
  return (
    <section>
      <h3>{t('products:measures.lines', { count: lines.length })}</h3>
      <ul className={classes.lines}>
        {lines.map(({ invoice, line, basisBefore, basisAfter }) => (
          <li key={line.id}>
            <Link to={paths.invoice(invoice.id, line.id)}>
              {t('products:measures.line', { number: invoice.number, position: line.position })}
            </Link>
            <CategoryWord category={line.costType} />
            <span>
              {basisBefore === basisAfter
                ? t(`invoices:basis.${basisAfter}`)
                : t('products:measures.basis', {
                    before: t(`invoices:basis.${basisBefore}`),
                    after: t(`invoices:basis.${basisAfter}`),
                  })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The landed costs before and after, and the signed change. An increase is amber, a decrease is green. */
function Moved({ products }: Pick<MeasuresPreview, 'products'>) {
  const t = useT();
  const currency = useCurrency();
  if (products.length === 0) return <p className="muted">{t('products:measures.noProducts')}</p>;
  return (
    <section>
      <h3>{t('products:measures.products')}</h3>
      <ScrollRegion className={classes.scroll} label={t('products:measures.products')}>
        <SimpleTable className={classes.table} lines="below" row={{ height: 34, pad: 0 }} isHeadSticky>
          <thead>
            <tr>
              <th scope="col">{t('products:measures.product')}</th>
              <th scope="col" data-figure>
                {t('products:measures.before')}
              </th>
              <th scope="col" data-figure>
                {t('products:measures.after')}
              </th>
              <th scope="col" data-figure>
                {t('products:measures.change', { currency })}
              </th>
            </tr>
          </thead>
          <tbody>
            {products.map(({ product, landedBefore, landedAfter, change }) => (
              <tr key={product.id}>
                <td title={product.name}>{product.sku}</td>
                <td data-figure>{formatUnitCost(landedBefore)}</td>
                <td data-figure>
                  <b>{formatUnitCost(landedAfter)}</b>
                </td>
                <td data-figure data-tone={toneOf(change)}>
                  <Money value={change} currency={currency} as="bare" sign="always" />
                </td>
              </tr>
            ))}
          </tbody>
        </SimpleTable>
      </ScrollRegion>
    </section>
  );
}
const toneOf = (change: string) => (change.startsWith('-') ? 'down' : /[1-9]/.test(change) ? 'up' : undefined);
