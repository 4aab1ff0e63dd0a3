import { type ComboboxItem, MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';
import { useTypeAhead } from './type-ahead.ts';
import { type ChooserExtras, useChooser } from './use-chooser.tsx';

export type ChooserProps = Omit<SelectProps, 'nothingFoundMessage'> & ChooserExtras;

/**
 * The one field to choose an option from a list. While the person types, the first match is active, and Enter or Tab
 * takes it. Enter never submits the form while the list is open. Where `create` is given, the last row of the list
 * creates what was typed; where `more` is given, it lists more options.
 */
export function Chooser({ wordsOf, create, more, isStale, question, nothingFound, ...props }: ChooserProps) {
  const t = useT();
  const { value, clearable = false, onChange } = props;
  const chooser = useChooser(props, {
    wordsOf,
    create,
    more,
    isStale,
    question,
    nothingFound,
    picked: typeof value === 'string' ? [value] : [],
    onTake: (option) => onChange?.(option.value, option),
    onEmptied: clearable && typeof value === 'string' ? () => onChange?.(null, null as never) : undefined,
  });
  const optionOf = useTypeAhead(props.data, value);
  const { dropdownOpened, onDropdownClose, onKeyDownCapture } = chooser.shared;
  return (
    <Select
      allowDeselect={clearable}
      autoComplete="off"
      {...props}
      {...chooser.shared}
      // What is typed replaces the label of the chosen option.
      onFocus={(event) => (event.currentTarget.select(), props.onFocus?.(event))}
      onKeyDownCapture={(event) => {
        const typed = props.searchable === true || props.disabled || props.readOnly ? undefined : optionOf(event);
        if (!typed) return onKeyDownCapture(event);
        // An open list would give back the option that was active in it.
        if (dropdownOpened) onDropdownClose();
        if (typed.value !== value) onChange?.(typed.value, typed);
      }}
      {...(clearable ? { clearButtonProps: { 'aria-label': t('clear'), ...props.clearButtonProps } } : {})}
      onChange={(next, option) => {
        if (chooser.isMore(next)) return;
        if (next !== null && chooser.isCreate(next)) chooser.create();
        else onChange?.(next, option as ComboboxItem);
      }}
    />
  );
}

type MultiChooserProps = Omit<MultiSelectProps, 'nothingFoundMessage'> & ChooserExtras;

/** Like `Chooser`, for several options. */
export function MultiChooser({ wordsOf, create, more, isStale, question, nothingFound, ...props }: MultiChooserProps) {
  const picked = props.value ?? [];
  const chooser = useChooser(props, {
    wordsOf,
    create,
    more,
    isStale,
    question,
    nothingFound,
    picked,
    onTake: (option) => props.onChange?.([...picked, option.value]),
    onEmptied: undefined,
  });
  return (
    <MultiSelect
      searchable
      hidePickedOptions
      autoComplete="off"
      {...props}
      {...chooser.shared}
      onChange={(values) => {
        if (values.some(chooser.isMore)) return;
        if (values.some(chooser.isCreate)) chooser.create();
        else props.onChange?.(values);
      }}
    />
  );
}
