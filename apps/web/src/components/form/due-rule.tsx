import { NumberInput, type NumberInputProps } from '@mantine/core';
import { MAX_DUE_MONTHS, MONTH_ENDS, type MonthEnd } from '@quayside/domain/payables/due-events';
import { useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { Chooser, type ChooserProps } from './chooser.tsx';

// The fields of a share that say how its day is counted from an event.

type MonthsProps = Omit<NumberInputProps, 'value' | 'onChange'> & {
  readonly value: number;
  readonly onChange: (months: number) => void;
};
/** The months after the event. They are counted before the days. */
export function MonthsInput({ value, onChange, onBlur, ...props }: MonthsProps) {
  const t = useT();
  // With a 0 in its place, what is typed next would stand beside it: 3 would be 30.
  const [isEmptied, setEmptied] = useState(false);
  return (
    <NumberInput
      {...props}
      value={isEmptied ? '' : value}
      allowNegative={false}
      allowDecimal={false}
      min={0}
      max={MAX_DUE_MONTHS}
      hideControls
      suffix={t('choices:due.months')}
      onChange={(typed) => {
        setEmptied(typed === '');
        onChange(typeof typed === 'number' ? typed : 0);
      }}
      onBlur={(event) => {
        setEmptied(false);
        onBlur?.(event);
      }}
    />
  );
}

const NONE = 'NONE';

type MonthEndProps = Omit<ChooserProps, 'value' | 'data' | 'onChange'> & {
  readonly value: MonthEnd | null;
  readonly onChange: (monthEnd: MonthEnd | null) => void;
};
/** Whether the day goes to the end of its month, before or after the days. */
export function MonthEndInput({ value, onChange, ...props }: MonthEndProps) {
  const t = useT();
  return (
    <Chooser
      {...props}
      data={[NONE, ...MONTH_ENDS].map((one) => ({
        value: one,
        label: t(`choices:due.monthEnds.${one as typeof NONE | MonthEnd}`),
      }))}
      value={value ?? NONE}
      onChange={(next) => onChange(MONTH_ENDS.find((known) => known === next) ?? null)}
    />
  );
}
