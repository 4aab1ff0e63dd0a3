import { proposeExchangeRate } from '@quayside/contracts/rates/exchange-rates';
import { useQuery } from '@tanstack/react-query';
import { IconCheck } from '@tabler/icons-react';
import { useEffect } from 'react';
import { MeasureField } from '../../../components/form/fields.tsx';
import { Wide } from '../../../components/form/form.tsx';
import type { AppForm } from '../../../components/form/form-types.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency } from '../../../lib/session/account.ts';
import { read } from '../../../lib/api/query-client.ts';
import { plainRate, rateFigure } from '../../../lib/words/shown-rate.ts';
import { invertRate } from '../../../lib/words/rate-draft.ts';
import { ProposalChip } from '../header/proposed-rate.tsx';
import classes from '../invoices.module.css';
import type { NewInvoice } from './new-invoice.ts';

/**
 * The exchange rate of a new invoice. The last rate of its pair is proposed while the field is empty, and accepted with
 * Enter or a click.
 */
export function NewRateField({ form }: { form: AppForm<NewInvoice> }) {
  const t = useT();
  const account = useCurrency();
  const { currency, date, rate: text, turned, accepted } = form.values;
  const [from, to] = turned ? [account, currency] : [currency, account];
  const both = invertRate(text);
  const isEmpty = text.trim() === '';
  const of = `${currency} ${date}`;
  const proposed = useQuery({
    ...read('exchange-rates', proposeExchangeRate, { query: { from: currency, to: account, on: date } }),
    enabled: isEmpty && date !== '' && currency !== '',
    retry: false,
  });
  const proposal = isEmpty ? (proposed.data?.proposal ?? undefined) : undefined;
  const accept = () => {
    if (!proposal) return;
    const [entered, other] = proposal.parts;
    // The figure is shown as it was entered; one through the euro in the direction of the invoice.
    const isTurned = entered !== undefined && other === undefined && entered.base === account;
    form.set('turned', isTurned);
    form.set('rate', entered && !other ? entered.rate : proposal.rate);
    form.set('accepted', { rate: proposal.rate, rateDate: proposal.day, of });
  };
  useEffect(() => {
    // An accepted rate is that of a currency and a day. For others, another one is proposed.
    if (accepted === null || accepted.of === of) return;
    form.set('accepted', null);
    form.set('rate', '');
  }, [form, accepted, of]);
  const turn = () => {
    form.set('turned', !turned);
    if (both !== undefined) form.set('rate', plainRate(both));
  };
  return (
    <>
      <div
        onInput={() => accepted && form.set('accepted', null)}
        onKeyDownCapture={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !proposal) return;
          if (!(event.target instanceof HTMLInputElement)) return;
          event.preventDefault();
          accept();
        }}
      >
        <MeasureField
          {...form.field('rate')}
          label={t('invoices:header.rateLabel', { from, to })}
          optional
          help={
            <span className={classes.hintRow}>
              {both !== undefined
                ? t('invoices:header.rateBoth', { from: to, to: from, rate: rateFigure(both) })
                : proposal
                  ? t('invoices:header.acceptRateHint')
                  : t('invoices:header.rateMissing')}{' '}
              <button type="button" className={classes.textButton} onClick={turn}>
                {t('invoices:header.turnRate', { from: to, to: from })}
              </button>
            </span>
          }
        />
      </div>
      {proposal && (
        <Wide>
          <div className={classes.proposed}>
            <ProposalChip proposal={proposal} pair={{ from: currency, to: account }} />
            <ActionButton size="compact-sm" variant="light" icon={IconCheck} onClick={accept}>
              {t('invoices:header.acceptRate')}
            </ActionButton>
          </div>
        </Wide>
      )}
    </>
  );
}
