import {
  type ExchangePolicyPreview,
  previewExchangePolicy,
  setExchangePolicy,
} from '@quayside/contracts/payments/exchange-policy';
import type { ExchangePolicy } from '@quayside/domain/payables/exchange';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ChoiceDialog } from '../../../components/ui/choice-cards.tsx';
import { ScrollRegion } from '../../../components/ui/scroll-region.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { EN_DASH, formatCount, formatDay, formatMoney, formatMonth } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { useWrite } from '../../../lib/api/write.ts';
import classes from '../payments.module.css';

/** What another exchange policy would change. Only then can it be chosen. */
export function PolicyDialog({ policy, onClose }: { readonly policy: ExchangePolicy; readonly onClose: () => void }) {
  const t = useT();
  const preview = useQuery({
    queryKey: ['exchange-policy', 'preview', policy] as const,
    queryFn: ({ signal }) => call(previewExchangePolicy, { body: { policy }, signal }),
    gcTime: 0,
    retry: false,
  });
  const change = useWrite({
    send: () => call(setExchangePolicy, { body: { policy } }),
    failure: { verb: 'update', entity: t('payments:policy.entity') },
    isShownInline: true,
    onSuccess: () => {
      toast('success', t('payments:policy.changed'), { scope: 'global' });
      onClose();
    },
  });
  return (
    <ChoiceDialog
      title={t(`payments:policy.${policy}.question`)}
      action={t(`payments:policy.${policy}.use`)}
      preview={preview}
      change={change}
      onClose={onClose}
    >
      {(data) => <Preview preview={data} />}
    </ChoiceDialog>
  );
}

function Preview({ preview }: { readonly preview: ExchangePolicyPreview }) {
  const t = useT();
  const { accountCurrency, invoices, orders, months, change, largest } = preview;
  if (invoices === 0) return <p role="status">{t('payments:policy.nothingMoves')}</p>;
  const [first, last] = [months[0], months.at(-1)];
  return (
    <>
      <p role="status">
        {t('payments:policy.moves', {
          invoices: t('payments:policy.invoices', { count: invoices }),
          orders: t('payments:policy.orders', { count: orders }),
          months:
            first === undefined || last === undefined
              ? EN_DASH
              : first === last
                ? formatMonth(first)
                : t('payments:policy.months', {
                    count: months.length,
                    first: formatMonth(first),
                    last: formatMonth(last),
                  }),
        })}{' '}
        {t('payments:policy.by')} <b className="num">{formatMoney(change, accountCurrency, { zero: 'figure' })}</b>.
      </p>
      <p className="muted">{t('payments:policy.history')}</p>
      <ScrollRegion label={t('payments:policy.largest')} className={classes.scroll}>
        <SimpleTable label={t('payments:policy.largest')} row={{ pad: 4 }} cards="repeat(2, minmax(0, 1fr))">
          <thead>
            <tr>
              <th scope="col">{t('payments:column.number')}</th>
              <th scope="col">{t('payments:column.date')}</th>
              <th scope="col" data-figure>
                {t('payments:policy.rateBefore')}
              </th>
              <th scope="col" data-figure>
                {t('payments:policy.rateAfter')}
              </th>
              <th scope="col" data-figure>
                {t('payments:policy.before')}
              </th>
              <th scope="col" data-figure>
                {t('payments:policy.after')}
              </th>
              <th scope="col" data-figure>
                {t('payments:policy.change')}
              </th>
            </tr>
          </thead>
          <tbody>
            {largest.map((row) => (
              <tr key={row.invoice.id}>
                <th scope="row" data-title>
                  <Link to={paths.invoice(row.invoice.id)}>{row.invoice.number}</Link>
                </th>
                <td data-wide>{formatDay(row.invoice.date)}</td>
                <td data-figure data-label={t('payments:policy.rateBefore')}>
                  {row.rateBefore}
                </td>
                <td data-figure data-label={t('payments:policy.rateAfter')}>
                  {row.rateAfter}
                </td>
                {(['before', 'after', 'change'] as const).map((name) => (
                  <td key={name} data-figure data-label={t(`payments:policy.${name}`)}>
                    {formatMoney(row[name], accountCurrency, { as: 'bare', zero: 'figure' })}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </SimpleTable>
      </ScrollRegion>
      {invoices > largest.length && (
        <p className="muted">{t('payments:policy.only', { shown: formatCount(largest.length), count: invoices })}</p>
      )}
    </>
  );
}
