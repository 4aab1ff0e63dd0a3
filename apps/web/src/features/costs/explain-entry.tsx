import type { Explain, ExplainEntry } from '@quayside/contracts/costs';
import { formatAmount } from '@quayside/domain/money/money';
import {
  IconAlertTriangle,
  IconBan,
  IconChevronDown,
  IconChevronRight,
  IconClock,
  IconCoin,
} from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { CategoryDot } from '../../components/ui/figures.tsx';
import { SimpleTable } from '../../components/ui/simple-table.tsx';
import { type T, useT } from '../../i18n/i18n.ts';
import {
  formatDay,
  formatInstant,
  formatMoney,
  formatPercent,
  formatUnitCost,
  groupDigits,
  langOf,
} from '../../lib/format.ts';
import { measureFigure } from '../../lib/measure.ts';
import { paths } from '../../lib/paths.ts';
import classes from './explain.module.css';
import { conversionText, creditShares, type Discrepancy, shareText } from './recompute.ts';

interface ExplainEntryProps {
  readonly entry: ExplainEntry;
  readonly currency: string;
  readonly startsOpen: boolean;
  readonly discrepancy: Discrepancy | undefined;
}

/** One cost entry: collapsed one line of figures, expanded everything needed to recalculate it by hand. */
export function ExplainEntryItem({ entry, currency, startsOpen, discrepancy }: ExplainEntryProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(startsOpen);
  const bodyId = useId();
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li className={classes.entry} data-excluded={entry.isExcluded || undefined}>
      <button
        type="button"
        className={classes.entryHead}
        aria-expanded={isOpen}
        aria-controls={isOpen ? bodyId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron size={14} stroke={2} aria-hidden />
        <CategoryDot category={entry.costType} />
        <span className={classes.entryName}>
          <b>{t(`category.${entry.costType}`)}</b> <span>{entry.invoice.number}</span>
        </span>
        {entry.isProvisional && (
          <IconClock
            size={14}
            stroke={2}
            className={classes.info}
            role="img"
            aria-label={t('costs:explain.isProvisional')}
          />
        )}
        {entry.isExcluded && <IconBan size={14} stroke={2} role="img" aria-label={t('costs:explain.isExcluded')} />}
        {discrepancy && <IconAlertTriangle size={14} stroke={2} className={classes.danger} aria-hidden />}
        <span className={`${classes.amountCol} num`}>
          {formatMoney(entry.amount, currency, { as: 'bare', zero: 'figure' })}
        </span>
        <span className={`${classes.unitCol} num`}>{formatUnitCost(entry.perUnit)}</span>
      </button>
      {isOpen && <Body id={bodyId} entry={entry} currency={currency} discrepancy={discrepancy} />}
    </li>
  );
}

function Body({
  id,
  entry,
  currency,
  discrepancy,
}: {
  id: string;
  entry: ExplainEntry;
  currency: string;
  discrepancy: Discrepancy | undefined;
}) {
  const t = useT();
  const { invoice, line, rate, creditOf } = entry;
  const share = shareText(entry.weight, entry.weightTotal);
  const isWhole = entry.weight === entry.weightTotal;
  const product = creditOf ? undefined : conversionText(entry);
  return (
    <div id={id} className={classes.entryBody}>
      <dl className={classes.facts}>
        <div>
          <dt>
            {t('costs:explain.invoiceLine')}{' '}
            <Link to={paths.invoice(invoice.id, line.id)}>
              {t('costs:explain.invoiceLineLink', { number: invoice.number, position: line.position })}
            </Link>
            <small>
              {line.name && <span lang={langOf(line.name)}>{line.name} · </span>}
              {t('costs:explain.ofSupplier', { supplier: invoice.supplierName, date: formatDay(invoice.date) })}
            </small>
          </dt>
          <dd className="num">
            {formatMoney(entry.lineDocumentAmount, invoice.currency, {
              as: invoice.currency === currency ? 'symbol' : 'code',
              zero: 'figure',
            })}
          </dd>
        </div>
        {creditOf && (
          <div>
            <dt>
              {t('costs:explain.credit')}{' '}
              <Link to={paths.invoice(creditOf.invoice.id, creditOf.line.id)}>
                {t('costs:explain.invoiceLineLink', {
                  number: creditOf.invoice.number,
                  position: creditOf.line.position,
                })}
              </Link>
            </dt>
          </div>
        )}
        {rate && (
          <div>
            <dt>
              {t('costs:explain.rate', { from: invoice.currency, to: currency })}
              <small>
                {rate.date
                  ? t('costs:explain.rateOf', {
                      date: formatDay(rate.date),
                      source: t(`costs:explain.rateSource.${rate.source}`),
                    })
                  : t(`costs:explain.rateSource.${rate.source}`)}
              </small>
            </dt>
            <dd className="num">
              {t('costs:explain.rateValue', { rate: rate.value, to: currency, from: invoice.currency })}
            </dd>
          </div>
        )}
        {rate && !creditOf && (
          <div>
            <dt>
              {t('costs:explain.converted', { currency })}
              {product !== undefined && !isWhole && <small className="num">{product}</small>}
            </dt>
            <dd className="num">{formatMoney(entry.lineAmount, currency, { zero: 'figure' })}</dd>
          </div>
        )}
        <div>
          <dt>{basisWords(t, entry)}</dt>
          <dd className="num">
            {isWhole && entry.basis === 'OWN_ORDER' ? formatPercent('100', 0) : measureWords(t, entry, currency)}
          </dd>
        </div>
        {!isWhole && (
          <div>
            <dt>{t('costs:explain.share')}</dt>
            <dd className="num">
              {share.fraction === share.factor
                ? formatPercent(share.percent, decimalsOf(share.percent))
                : t('costs:explain.shareValue', {
                    fraction: share.fraction,
                    percent: formatPercent(share.percent, decimalsOf(share.percent)),
                  })}
            </dd>
          </div>
        )}
      </dl>
      {creditOf ? (
        <CreditWorkings entry={entry} creditOf={creditOf} currency={currency} factor={share.factor} />
      ) : (
        <p className={`${classes.sum} num`}>
          {isWhole
            ? t('costs:explain.sumWhole', {
                line: product ?? formatMoney(entry.lineAmount, currency, { as: 'bare', zero: 'figure' }),
              })
            : t('costs:explain.sum', {
                line: formatMoney(entry.lineAmount, currency, { as: 'bare', zero: 'figure' }),
                share: share.factor,
                exact: groupDigits(trimExact(entry.exactAmount)),
              })}
          <b>{formatMoney(entry.amount, currency, { zero: 'figure' })}</b>
        </p>
      )}
      <Marks entry={entry} discrepancy={discrepancy} />
      <p className={classes.recorded}>{t('costs:explain.recorded', { when: formatInstant(entry.recordedAt) })}</p>
    </div>
  );
}

/** The calculation of a credit: its share of the remainder after the credit, less its share of the remainder before. */
function CreditWorkings({
  entry,
  creditOf,
  currency,
  factor,
}: {
  entry: ExplainEntry;
  creditOf: Credited;
  currency: string;
  factor: string;
}) {
  const t = useT();
  const shares = creditShares(entry, creditOf, currency);
  const bare = (amount: string) => formatMoney(amount, currency, { as: 'bare', zero: 'figure' });
  const inDocument = (amount: string) => formatMoney(amount, entry.invoice.currency, { as: 'code', zero: 'figure' });
  const isForeign = entry.invoice.currency !== currency;
  const unit = entry.roundingUnit;
  return (
    <>
      <SimpleTable className={classes.workings} lines="none" row={{ pad: 3 }}>
        <tbody>
          {(['after', 'before'] as const).map((side) => (
            <tr key={side}>
              <th scope="row">
                {t(side === 'after' ? 'costs:explain.creditAfter' : 'costs:explain.creditBefore')}
                {isForeign && <small className="num">{inDocument(creditOf[side].document)}</small>}
              </th>
              <td data-figure>
                {bare(creditOf[side].account)} × {factor}
              </td>
              <td data-figure>{bare(shares[side])}</td>
            </tr>
          ))}
        </tbody>
      </SimpleTable>
      <p className={`${classes.sum} num`}>
        {t('costs:explain.creditSum', {
          after: bare(shares.after),
          before: bare(shares.before),
          unit:
            unit === 0
              ? ''
              : t(unit > 0 ? 'costs:explain.unitAfter' : 'costs:explain.unitAfterMinus', {
                  unit: bare(unitText(Math.abs(unit), currency)),
                }),
        })}
        <b>{formatMoney(entry.amount, currency, { zero: 'figure' })}</b>
      </p>
      <p className={classes.recorded}>{t('costs:explain.creditHint')}</p>
    </>
  );
}
type Credited = NonNullable<ExplainEntry['creditOf']>;
/** A number of minor units as an amount. */
const unitText = (units: number, currency: string) => formatAmount(BigInt(units), currency);

/** Marks of an entry (rounding unit, provisional, excluded), each with its reason. */
function Marks({ entry, discrepancy }: { entry: ExplainEntry; discrepancy: Discrepancy | undefined }) {
  const t = useT();
  return (
    <>
      {discrepancy && (
        <p className={classes.mark} data-tone="danger" role="alert">
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          <span>{t('costs:explain.discrepancy', { expected: discrepancy.expected, found: discrepancy.found })}</span>
        </p>
      )}
      {entry.roundingUnit !== 0 && (
        <p className={classes.mark}>
          <IconCoin size={16} stroke={1.75} aria-hidden />
          <span>
            <b>{t('costs:explain.roundingTitle')}</b> {t('costs:explain.rounding')}
          </span>
        </p>
      )}
      {entry.isProvisional && (
        <p className={classes.mark} data-tone="info">
          <IconClock size={16} stroke={1.75} aria-hidden />
          <span>
            <b>{t('costs:explain.isProvisional')}.</b> {t('costs:explain.isProvisionalHint')}
          </span>
        </p>
      )}
      {entry.isExcluded && (
        <p className={classes.mark} data-tone="neutral">
          <IconBan size={16} stroke={1.75} aria-hidden />
          <span>
            <b>{t('costs:explain.isExcluded')}.</b> {t('costs:explain.isExcludedHint')}
          </span>
        </p>
      )}
    </>
  );
}

const decimalsOf = (text: string) => text.split('.')[1]?.length ?? 0;
/** Strips trailing zeros, but keeps at least two decimals. */
const trimExact = (text: string) => text.replace(/(\.\d{2}\d*?)0+$/, '$1');

/** The basis and how it was determined: "By chargeable weight, sea freight, charged by volume". */
function basisWords(t: T, entry: ExplainEntry): string {
  if (entry.basis === 'OWN_ORDER') return t('costs:explain.basisOwn');
  const words: string[] = [t('costs:explain.basisIs', { basis: t(`costs:explain.basisWords.${entry.basis}`) })];
  if (entry.basis === 'CHARGEABLE_WEIGHT' && entry.chargeableMethod) {
    const method = t(`costs:explain.methods.${entry.chargeableMethod}`);
    words.push(
      entry.measure === 'GROSS_WEIGHT'
        ? t('costs:explain.chargedByWeight', { method })
        : t('costs:explain.chargedByVolume', { method }),
    );
  }
  if (entry.isBasisFallback) words.push(t('costs:explain.fallback'));
  return words.join(', ');
}

/** "864 of 2,000 kg" */
function measureWords(t: T, entry: ExplainEntry, currency: string): string {
  const style = { accountCurrency: currency, currency: entry.invoice.currency };
  return t(`costs:explain.measure.${entry.measure ?? 'none'}`, {
    part: measureFigure(entry.weight, entry.measure, style),
    whole: measureFigure(entry.weightTotal, entry.measure, style),
    currency,
    documentCurrency: entry.invoice.currency,
  });
}

/** Superseded entries, collapsed. */
export function History({ rows, currency }: { rows: Explain['layerless']['history']; currency: string }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (rows.length === 0) return null;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div className={classes.history}>
      <button
        type="button"
        className={classes.fold}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron size={14} stroke={2} aria-hidden />
        {t('costs:explain.history', { count: rows.length })}
      </button>
      {isOpen && (
        <ul id={id}>
          {rows.map((row) => (
            <li key={row.id}>
              <span>
                {t('costs:explain.historyRow', {
                  category: t(`category.${row.costType}`),
                  invoice: row.invoiceNumber,
                  position: row.linePosition,
                })}
                <small>
                  {t('costs:explain.historyFrom', {
                    from: formatInstant(row.recordedAt),
                    to: formatInstant(row.supersededAt),
                  })}
                </small>
              </span>
              <s className="num">{formatMoney(row.amount, currency, { zero: 'figure' })}</s>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
