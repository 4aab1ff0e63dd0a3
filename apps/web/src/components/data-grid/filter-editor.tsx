import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import type { FilterChip } from '@quayside/contracts/paging';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { CheckInput, TextInput } from '../form/inputs.tsx';
import { useT } from '../../i18n/i18n.ts';
import { DayInput } from '../form/day-field.tsx';
import classes from './data-grid.module.css';
import type { FilterOption, GridFilter } from './grid-types.ts';

interface EditorProps {
  readonly filter: GridFilter;
  readonly chip: FilterChip | undefined;
  readonly onApply: (chip: FilterChip) => void;
  readonly onDone: () => void;
}
type Op = FilterChip['op'];

/** The options of a select filter. If the filter defines them as a function, they are loaded with it. */
export function useOptions(filter: GridFilter | undefined): {
  options: readonly FilterOption[];
  isPending: boolean;
  isError: boolean;
} {
  const source = filter?.kind === 'select' ? filter.options : undefined;
  const query = useQuery({
    queryKey: ['account', 'filter-options', filter?.field, filter?.label],
    queryFn: () => (typeof source === 'function' ? source() : []),
    enabled: typeof source === 'function',
    staleTime: 60_000,
  });
  if (typeof source !== 'function') return { options: source ?? [], isPending: false, isError: false };
  return { options: query.data ?? [], isPending: query.isPending, isError: query.isError };
}

/**
 * The popover of a filter chip. A selected option is applied at once; a text or a range is applied with the Apply
 * button.
 */
export function FilterEditor(props: EditorProps) {
  const { filter } = props;
  return (
    <div className={classes.editor}>
      <span className="field-label">{filter.label}</span>
      {filter.kind === 'select' && <SelectEditor {...props} filter={filter} />}
      {filter.kind === 'text' && <TextEditor {...props} />}
      {filter.kind === 'range' && <RangeEditor {...props} filter={filter} />}
      {filter.kind === 'presence' && <PresenceEditor {...props} />}
    </div>
  );
}

function useOpWords() {
  const t = useT();
  return (op: Op): string => {
    const words: Partial<Record<Op, string>> = {
      in: t('grid.is'),
      notIn: t('grid.isNot'),
      isEmpty: t('grid.empty'),
      isNotEmpty: t('grid.notEmpty'),
      between: t('grid.from'),
      gte: t('grid.atLeast'),
      lte: t('grid.atMost'),
    };
    return words[op] ?? op;
  };
}

function SelectEditor({ filter, chip, onApply }: EditorProps & { filter: Extract<GridFilter, { kind: 'select' }> }) {
  const t = useT();
  const words = useOpWords();
  const { options, isPending, isError } = useOptions(filter);
  const [find, setFind] = useState('');
  const [isAll, setAll] = useState(false);
  const ops = filter.ops ?? ['in', 'notIn'];
  const [op, setOp] = useState<Op>(chip?.op ?? ops[0] ?? 'in');
  const values = chip?.op === 'isEmpty' || chip?.op === 'isNotEmpty' ? [] : (chip?.values ?? []);
  const needsValues = op === 'in' || op === 'notIn';
  const choose = (next: Op) => {
    setOp(next);
    if (next === 'isEmpty' || next === 'isNotEmpty') onApply({ field: filter.field, op: next, values: [] });
    else if (values.length > 0) onApply({ field: filter.field, op: next, values });
  };
  const toggle = (value: string, isOn: boolean) =>
    onApply({ field: filter.field, op, values: isOn ? [...values, value] : values.filter((v) => v !== value) });
  const fitting = options.filter((option) => option.label.toLowerCase().includes(find.trim().toLowerCase()));
  const usual = fitting.filter(({ value, isAside }) => !isAside || values.includes(value));
  // If only options that are aside fit what was typed, they are what the person looks for.
  const shown = isAll || usual.length === 0 ? fitting : usual;
  return (
    <>
      {ops.length > 1 && (
        <SegmentedControl
          size="xs"
          fullWidth
          data={ops.map((value) => ({ value, label: words(value) }))}
          value={op}
          onChange={(next) => choose(next as Op)}
        />
      )}
      {needsValues && (
        <>
          {options.length > 8 && (
            <TextInput
              aria-label={t('grid.findOption')}
              placeholder={t('grid.findOption')}
              value={find}
              onChange={setFind}
              data-autofocus
            />
          )}
          <div className={classes.options} role="group" aria-label={filter.label}>
            {isPending && <Skeleton height={90} />}
            {isError && <span>{t('grid.optionsFailed')}</span>}
            {!isPending && !isError && shown.length === 0 && <span>{t('grid.optionsNone')}</span>}
            {shown.slice(0, 200).map((option) => (
              <label key={option.value} className={classes.option}>
                <CheckInput
                  size="xs"
                  checked={values.includes(option.value)}
                  onChange={(next) => toggle(option.value, next)}
                  aria-label={option.label}
                />
                {option.label}
              </label>
            ))}
          </div>
          {shown.length < fitting.length && (
            <Button size="xs" variant="subtle" onClick={() => setAll(true)}>
              {filter.showAside}
            </Button>
          )}
        </>
      )}
    </>
  );
}

function TextEditor({ filter, chip, onApply, onDone }: EditorProps) {
  const t = useT();
  const [text, setText] = useState(chip?.values[0] ?? '');
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onApply({ field: filter.field, op: 'contains', values: text.trim() === '' ? [] : [text.trim()] });
    onDone();
  };
  return (
    <form onSubmit={apply}>
      <TextInput
        aria-label={`${filter.label} ${t('grid.contains')}`}
        placeholder={t('grid.contains')}
        value={text}
        onChange={setText}
        data-autofocus
        maxLength={200}
      />
      <ApplyFoot />
    </form>
  );
}

function RangeEditor({
  filter,
  chip,
  onApply,
  onDone,
}: EditorProps & { filter: Extract<GridFilter, { kind: 'range' }> }) {
  const t = useT();
  const [from, setFrom] = useState(chip?.op === 'between' || chip?.op === 'gte' ? (chip.values[0] ?? '') : '');
  const [to, setTo] = useState(
    chip?.op === 'between' ? (chip.values[1] ?? '') : chip?.op === 'lte' ? (chip.values[0] ?? '') : '',
  );
  const { of, field, ops = ['gte', 'lte', 'between'] } = filter;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const low = from.trim().replace(',', '.');
    const high = to.trim().replace(',', '.');
    if (low && high) onApply({ field, op: 'between', values: [low, high] });
    else onApply({ field, op: low ? 'gte' : 'lte', values: low || high ? [low || high] : [] });
    onDone();
  };
  const input = (label: string, value: string, set: (value: string) => void) =>
    of === 'day' ? (
      <DayInput label={label} value={value} onChange={set} />
    ) : (
      <TextInput
        label={label}
        inputMode="decimal"
        className="num"
        value={value}
        onChange={set}
        rightSection={filter.unit}
      />
    );
  return (
    <form onSubmit={apply}>
      <div className="pair">
        {input(t('grid.from'), from, setFrom)}
        {input(t('grid.to'), to, setTo)}
      </div>
      {(ops.includes('isEmpty') || ops.includes('isNotEmpty')) && (
        <PresenceButtons field={field} ops={ops} onApply={(next) => (onApply(next), onDone())} />
      )}
      <ApplyFoot />
    </form>
  );
}

function PresenceEditor({ filter, onApply, onDone }: EditorProps) {
  return (
    <PresenceButtons
      field={filter.field}
      ops={['isEmpty', 'isNotEmpty']}
      asks
      onApply={(chip) => (onApply(chip), onDone())}
    />
  );
}

function PresenceButtons({
  field,
  ops,
  asks = false,
  onApply,
}: {
  field: string;
  ops: readonly string[];
  /** Whether the name of the filter is a question, such as "Sent", that is answered with yes or no. */
  asks?: boolean;
  onApply: (chip: FilterChip) => void;
}) {
  const t = useT();
  return (
    <div className={classes.editorFoot}>
      {ops.includes('isEmpty') && (
        <Button size="xs" onClick={() => onApply({ field, op: 'isEmpty', values: [] })}>
          {t(asks ? 'no' : 'grid.isEmpty')}
        </Button>
      )}
      {ops.includes('isNotEmpty') && (
        <Button size="xs" onClick={() => onApply({ field, op: 'isNotEmpty', values: [] })}>
          {t(asks ? 'yes' : 'grid.isNotEmpty')}
        </Button>
      )}
    </div>
  );
}

function ApplyFoot() {
  const t = useT();
  return (
    <div className={classes.editorFoot} style={{ justifyContent: 'flex-end', marginTop: 10 }}>
      <Button size="xs" type="submit" variant="filled">
        {t('apply')}
      </Button>
    </div>
  );
}
