import '@mantine/dates/styles.layer.css';
import { ActionIcon, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { todayIn } from '@quayside/domain/days/days';
import { IconCalendar } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Popover } from '../ui/layers.tsx';
import { useT } from '../../i18n/i18n.ts';
import { useTimeZone } from '../../lib/session/account.ts';
import { parseDayInput } from '../../lib/words/day-input.ts';
import { formatDay } from '../../lib/words/format.ts';
import { isMonthFirst } from '../../lib/words/reader-locale.ts';
import { type FieldProps, useField } from './fields.tsx';

interface DayInputProps {
  /** The day in the format yyyy-MM-dd, or an empty string. */
  readonly value: string;
  readonly onChange: (day: string) => void;
  readonly label?: React.ReactNode;
  readonly 'aria-label'?: string;
  readonly description?: React.ReactNode;
  readonly error?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
  readonly placeholder?: string | undefined;
  readonly onBlur?: () => void;
  /** Gets the focus when the dialog opens. */
  readonly 'data-autofocus'?: boolean;
}

/** A field for a day, which can be typed (`t`, `+30`, `eom`, `23 Nov`) or picked from the calendar. */
export function DayInput({ value, onChange, error, onBlur, disabled, readOnly, ...rest }: DayInputProps) {
  const t = useT();
  const zone = useTimeZone();
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setTyped(undefined), [value]);

  const settle = () => {
    if (typed !== undefined) {
      const day = typed.trim() === '' ? '' : parseDayInput(typed, todayIn(Date.now(), zone), isMonthFirst());
      setProblem(day === undefined ? t('validation.day') : undefined);
      if (day !== undefined) {
        setTyped(undefined);
        if (day !== value) onChange(day);
      }
    }
    onBlur?.();
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      trapFocus
      returnFocus
      withinPortal
      withRoles={false}
    >
      <Popover.Target>
        <TextInput
          {...rest}
          disabled={disabled}
          readOnly={readOnly}
          error={problem ?? error}
          autoComplete="off"
          value={typed ?? formatDay(value)}
          onChange={(event) => (setProblem(undefined), setTyped(event.currentTarget.value))}
          onBlur={settle}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && typed !== undefined) settle();
            if (event.key === 'ArrowDown' && event.altKey) setOpen(true);
          }}
          rightSection={
            <ActionIcon
              size={26}
              aria-label={t('dateInput.open')}
              aria-expanded={isOpen}
              title={t('dateInput.hint')}
              disabled={disabled || readOnly}
              onClick={() => setOpen((open) => !open)}
            >
              <IconCalendar size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('dateInput.calendar')}>
        <DatePicker
          value={value || null}
          {...(value ? { defaultDate: value } : {})}
          firstDayOfWeek={1}
          size="xs"
          hideOutsideDates
          // A weekend is an ordinary day here. The red of the kit is also too pale to read.
          weekendDays={[]}
          ariaLabels={{
            ...{ previousMonth: t('dateInput.earlier'), nextMonth: t('dateInput.later') },
            ...{ previousYear: t('dateInput.earlier'), nextYear: t('dateInput.later') },
            ...{ previousDecade: t('dateInput.earlier'), nextDecade: t('dateInput.later') },
          }}
          onChange={(day) => {
            setOpen(false);
            setProblem(undefined);
            if (day) onChange(day);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** `DayInput` as a form field. */
export function DayField(props: FieldProps) {
  const { value, set, shared } = useField(props);
  return (
    <DayInput
      value={typeof value === 'string' ? value : ''}
      onChange={(day) => set(day)}
      label={shared.label}
      description={shared.description}
      error={shared.error}
      disabled={props.disabled}
      readOnly={props.readOnly}
      placeholder={props.placeholder}
      onBlur={shared.onBlur}
    />
  );
}
