import type { Explain, ExplainEntry, PaidRate } from '@quayside/contracts/costs/costs';
import { measureText, type ShownShare } from '@quayside/domain/landed-cost/shown-share';
import { formatAmount } from '@quayside/domain/money/money';
import {
  IconAlertTriangle,
  IconBan,
  IconChevronDown,
  IconChevronRight,
  IconClock,
  IconCoin,
} from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { CategoryDot } from '../../../components/ui/figures.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import {
  formatDay,
  formatInstant,
  formatMoney,
  formatPercent,
  formatQuantity,
  formatUnitCost,
  groupDigits,
  langOf,
} from '../../../lib/words/format.ts';
import { scaleOf } from '../../../lib/words/measure.ts';
import { paths } from '../../../lib/paths.ts';
import { enteredFigure, rateWords, shownRate } from '../../../lib/words/shown-rate.ts';
import { PlanOf } from './explain-lots.tsx';
import { PaidRateWorkings } from './explain-paid-rate.tsx';
import { DutyWorkings, RatedPlans } from './explain-rating.tsx';
import classes from './explain.module.css';
import {
  conversionSteps,
  creditShares,
  type Discrepancy,
  percentText,
  shareByCalculator,
  shareInView,
} from './recompute.ts';

interface ExplainEntryProps {
  readonly entry: ExplainEntry;
  readonly currency: string;
  /** How its rate follows from payments; undefined for a rate of another source. */
  readonly paidRate: PaidRate | undefined;
  readonly startsOpen: boolean;
  readonly discrepancy: Discrepancy | undefined;
}

/**
 * One cost entry. Collapsed, it shows one line of figures. Expanded, it shows everything that is needed to recalculate
 * the entry by hand.
 */
export function ExplainEntryItem({ entry, currency, paidRate, startsOpen, discrepancy }: ExplainEntryProps) {
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
        <span className={classes.entryName} title={wholeName(t, entry)}>
          <b>{nameOf(t, entry)}</b> <span>{lineOf(t, entry)}</span>
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
      {isOpen && <Body id={bodyId} {...{ entry, currency, paidRate, discrepancy }} />}
    </li>
  );
}

/**
 * The name of an entry: that of its line, because an invoice can have several lines of one category. A line of goods is
 * named by its category, because its own name is that of the product.
 */
const nameOf = (t: T, { costType, line }: ExplainEntry): string =>
  (costType === 'FACTORY_INVOICE' ? null : line.name) ?? t(`category.${costType}`);
const lineOf = (t: T, { invoice, line }: ExplainEntry): string =>
  t('costs:explain.entryLine', { number: invoice.number, position: line.position });
const wholeName = (t: T, entry: ExplainEntry): string =>
  [t(`category.${entry.costType}`), entry.line.name, lineOf(t, entry)].filter(Boolean).join(' · ');

function Body({
  id,
  entry,
  currency,
  paidRate,
  discrepancy,
}: {
  id: string;
  entry: ExplainEntry;
  currency: string;
  paidRate: PaidRate | undefined;
  discrepancy: Discrepancy | undefined;
}) {
  const t = useT();
  const { invoice, line, rate, creditOf } = entry;
  const share = shareInView(entry, currency);
  const percent = percentText(entry.weight, entry.weightTotal);
  const isWhole = entry.weight === entry.weightTotal;
  const cost = { document: entry.lineDocumentAmount, account: entry.lineAmount, tax: entry.lineTax };
  const steps = creditOf ? [] : conversionSteps(entry, cost, currency);
  const [only] = steps.length === 1 ? steps : [];
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
            {entry.lineTax && (
              <small className="num">
                {t('costs:explain.withTax', {
                  tax: formatMoney(entry.lineTax.document, invoice.currency, { as: 'bare', zero: 'figure' }),
                })}
              </small>
            )}
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
            <dd className="num" title={t('rate', { rate: rate.value, to: currency, per: invoice.currency })}>
              {rate.source === 'payment'
                ? t('rate', { rate: enteredFigure(rate.value), to: currency, per: invoice.currency })
                : rateWords(shownRate(rate.value, { document: invoice.currency, account: currency }, rate.typed))}
            </dd>
          </div>
        )}
        {rate && !creditOf && (
          <div>
            <dt>
              {t('costs:explain.converted', { currency })}
              {(steps.length > 1 || !isWhole) && <Steps steps={steps} currency={currency} />}
            </dt>
            <dd className="num">{formatMoney(entry.lineAmount, currency, { zero: 'figure' })}</dd>
          </div>
        )}
        {entry.packList && (
          <div>
            <dt>
              {t('costs:explain.onPackList')} {entry.packList.number}
            </dt>
            <dd>
              <PlanOf packList={entry.packList} />
            </dd>
          </div>
        )}
        <RatedPlans entry={entry} />
        {entry.duty && <DutyWorkings duty={entry.duty} share={share} currency={currency} />}
        <div>
          <dt>{basisWords(t, entry)}</dt>
          <dd className="num">
            {isWhole && entry.basis === 'OWN_ORDER' ? formatPercent('100', 0) : measureWords(t, entry, currency, share)}
          </dd>
        </div>
        {!isWhole && (
          <div>
            <dt>{t('costs:explain.share')}</dt>
            <dd className="num">{formatPercent(percent, decimalsOf(percent))}</dd>
          </div>
        )}
      </dl>
      {creditOf ? (
        <CreditWorkings entry={entry} creditOf={creditOf} currency={currency} share={share} />
      ) : (
        <p className={`${classes.sum} num`}>
          {isWhole
            ? t('costs:explain.sumWhole', {
                line: only?.text ?? formatMoney(entry.lineAmount, currency, { as: 'bare', zero: 'figure' }),
              })
            : t('costs:explain.sum', {
                line: formatMoney(entry.lineAmount, currency, { as: 'bare', zero: 'figure' }),
                part: groupDigits(share.part),
                whole: groupDigits(share.whole),
                exact: groupDigits(shareByCalculator(entry, share, currency)),
              })}
          <b>{formatMoney(entry.amount, currency, { zero: 'figure' })}</b>
        </p>
      )}
      {paidRate && <PaidRateWorkings paidRate={paidRate} currency={currency} />}
      <Marks entry={entry} discrepancy={discrepancy} />
      <p className={classes.recorded}>{t('costs:explain.recorded', { when: formatInstant(entry.recordedAt) })}</p>
    </div>
  );
}

/** How a line was converted: one calculation, or two where its net amount and its tax are converted separately. */
function Steps({ steps, currency }: { steps: ReturnType<typeof conversionSteps>; currency: string }) {
  const t = useT();
  return steps.map(({ kind, text, account }) => (
    <small key={kind} className="num">
      {kind === 'whole'
        ? text
        : t(kind === 'net' ? 'costs:explain.convertedNet' : 'costs:explain.convertedTax', {
            text,
            account: formatMoney(account, currency, { as: 'bare', zero: 'figure' }),
          })}
    </small>
  ));
}

/**
 * How the share of a credit is calculated: the order's share of the line's amount after the credit, less its share of
 * the amount before the credit.
 */
function CreditWorkings({
  entry,
  creditOf,
  currency,
  share,
}: {
  entry: ExplainEntry;
  creditOf: Credited;
  currency: string;
  share: ShownShare;
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
                {creditOf[side].tax && (
                  <Steps steps={conversionSteps(entry, creditOf[side], currency)} currency={currency} />
                )}
              </th>
              <td data-figure>
                {entry.weight === entry.weightTotal
                  ? bare(creditOf[side].account)
                  : t('costs:explain.product', {
                      line: bare(creditOf[side].account),
                      part: groupDigits(share.part),
                      whole: groupDigits(share.whole),
                    })}
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
/** Formats a number of minor units as an amount. */
const unitText = (units: number, currency: string) => formatAmount(BigInt(units), currency);

/** Notes on an entry (discrepancy, rounding unit, provisional, excluded), each with its explanation. */
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

/**
 * The basis on which a line was spread, and why this basis was used: "By chargeable weight, sea freight, charged by
 * volume".
 */
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

/** The order's part of the measure by which the line was spread: "864.0 of 2,000.0 kg". */
function measureWords(t: T, entry: ExplainEntry, currency: string, share: ShownShare): ReactNode {
  const style = { accountCurrency: currency, currency: entry.invoice.currency, weightScale: entry.weightScale };
  const words = ({ part, whole }: ShownShare) =>
    t(`costs:explain.measure.${entry.measure ?? 'none'}`, {
      part: groupDigits(part),
      whole: groupDigits(whole),
      currency,
      documentCurrency: entry.invoice.currency,
    });
  const scale = scaleOf(entry.measure, style);
  const inFull = (weight: string) => formatQuantity(measureText(BigInt(weight), scale), 'figure');
  return <span title={words({ part: inFull(entry.weight), whole: inFull(entry.weightTotal) })}>{words(share)}</span>;
}

/** The entries that newer ones have replaced. The list is collapsed at first. */
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
