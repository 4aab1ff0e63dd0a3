import { Autocomplete, Input, NumberInput } from '@mantine/core';
import type { Payment } from '@quayside/contracts/payments/payments';
import { formatAmount } from '@quayside/domain/money/money';
import { DUE_EVENTS, MAX_DUE_DAYS } from '@quayside/domain/payables/due-events';
import { IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import { AmountInput } from '../../../components/form/amount-field.tsx';
import { Chooser } from '../../../components/form/chooser.tsx';
import { DayInput } from '../../../components/form/day-field.tsx';
import { MonthEndInput, MonthsInput } from '../../../components/form/due-rule.tsx';
import { IconButton } from '../../../components/ui/action-button.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatDay } from '../../../lib/words/format.ts';
import { isNothing } from '../payment-words.ts';
import type { RowDay } from './row-day.ts';
import type { ScheduleKind, ScheduleRow } from './schedule-rows.ts';
import classes from './schedule.module.css';

/** The choice of no event, which only an instalment without agreed terms has. */
const NO_EVENT = '';

/** The documented shares. Any other share can be typed. */
const PRESETS = Array.from({ length: 10 }, (_, i) => String((i + 1) * 10));

interface RowProps {
  readonly n: number;
  readonly row: ScheduleRow;
  readonly by: ScheduleKind;
  readonly currency: string;
  /** The amount in minor units; null while it cannot be read. */
  readonly amount: bigint | null;
  readonly stored: Payment | undefined;
  /** Whether the fields have visible labels. In a table only those of the first row have. */
  readonly isLabelled: boolean;
  readonly day: RowDay;
  readonly onChange: (part: Partial<ScheduleRow>) => void;
  /** Undefined for the only row. */
  readonly onRemove: (() => void) | undefined;
}

/** The fields of one instalment. What is paid keeps its day, and what is settled cannot be removed. */
export function RowFields({ n, row, by, currency, amount, stored, isLabelled, day, onChange, onRemove }: RowProps) {
  const t = useT();
  const amountId = useId();
  const isPaid = stored !== undefined && stored.status === 'PAID' && stored.entryCount > 0;
  const isSettled = stored !== undefined && !isNothing(stored.settled);
  const label = (word: string, spoken: string) =>
    isLabelled ? { label: word, 'aria-label': spoken } : { 'aria-label': spoken };
  return (
    <div className={classes.row} role="group" aria-label={t('payments:schedule.nth', { n })}>
      {by === 'PERCENT' && (
        <Autocomplete
          {...label(t('payments:schedule.share'), t('payments:schedule.shareOf', { n }))}
          className="num"
          inputMode="decimal"
          data={PRESETS}
          // All ten shares are offered, also those that do not match what is typed.
          filter={({ options }) => options}
          value={row.percent}
          rightSection="%"
          rightSectionPointerEvents="none"
          maxLength={6}
          onChange={(text) => onChange({ percent: text.replace(',', '.').replaceAll(/[^\d.]/g, '') })}
        />
      )}
      {by === 'PERCENT' ? (
        <div className={classes.shown}>
          {isLabelled && <span className={classes.shownLabel}>{t('payments:schedule.amount')}</span>}
          <Money
            as="code"
            value={amount === null ? null : formatAmount(amount, currency)}
            currency={currency}
            zero="figure"
            strong
          />
        </div>
      ) : (
        <Input.Wrapper id={amountId} {...(isLabelled && { label: t('payments:schedule.amount') })}>
          <AmountInput
            id={amountId}
            aria-label={t('payments:schedule.amountOf', { n })}
            value={row.amount}
            currency={currency}
            onChange={(text) => onChange({ amount: text })}
          />
        </Input.Wrapper>
      )}
      <Chooser
        {...label(t('payments:schedule.event'), t('payments:schedule.eventOf', { n }))}
        data={[
          ...(row.event === null ? [{ value: NO_EVENT, label: t('payments:noEvent') }] : []),
          ...DUE_EVENTS.map((value) => ({ value, label: t(`payments:event.${value}`) })),
        ]}
        value={row.event ?? NO_EVENT}
        disabled={isPaid}
        onChange={(value) => onChange({ event: DUE_EVENTS.find((known) => known === value) ?? row.event })}
      />
      <MonthsInput
        {...label(t('payments:schedule.months'), t('payments:schedule.monthsOf', { n }))}
        className={`num ${classes.days}`}
        value={row.months}
        disabled={isPaid || row.pinned !== ''}
        onChange={(months) => onChange({ months })}
      />
      <NumberInput
        {...label(t('payments:schedule.days'), t('payments:schedule.daysOf', { n }))}
        className={`num ${classes.days}`}
        value={row.days}
        allowDecimal={false}
        min={-MAX_DUE_DAYS}
        max={MAX_DUE_DAYS}
        hideControls
        suffix=" d"
        disabled={isPaid}
        onChange={(value) => onChange({ days: typeof value === 'number' ? value : 0 })}
      />
      <MonthEndInput
        {...label(t('payments:schedule.monthEnd'), t('payments:schedule.monthEndOf', { n }))}
        value={row.monthEnd}
        disabled={isPaid}
        onChange={(monthEnd) => onChange({ monthEnd })}
      />
      <DayInput
        {...label(t('payments:schedule.due'), t('payments:schedule.dueOf', { n }))}
        placeholder={dayWords(day, t('payments:schedule.dayLater'))}
        value={row.pinned}
        disabled={isPaid}
        onChange={(pinned) => onChange({ pinned })}
      />
      <div className={classes.remove}>
        <IconButton
          icon={IconTrash}
          label={t('payments:schedule.removeNth', { n })}
          blocked={isSettled ? t('payments:schedule.settledStays') : null}
          disabled={onRemove === undefined}
          onClick={() => onRemove?.()}
        />
      </div>
    </div>
  );
}

/** The day that follows from the event, until a person types another one. */
const dayWords = ({ day, isEstimated }: RowDay, later: string): string =>
  day === null ? later : `${isEstimated ? '≈ ' : ''}${formatDay(day)}`;
