import { type ComboboxItem, MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';
import { type ChooserExtras, useChooser } from './use-chooser.tsx';

export type ChooserProps = Omit<SelectProps, 'nothingFoundMessage'> & ChooserExtras;

/**
 * The one field to choose an option from a list. While the person types, the first match is active, and Enter or Tab
 * takes it. Enter never submits the form while the list is open. Where `create` is given, the last row of the list
 * creates what was typed.
 */
export function Chooser({ wordsOf, create, nothingFound, ...props }: ChooserProps) {
  const t = useT();
  const { value, clearable = false, onChange } = props;
  const chooser = useChooser(props, {
    wordsOf,
    create,
    nothingFound,
    onEmptied: clearable && typeof value === 'string' ? () => onChange?.(null, null as never) : undefined,
  });
  return (
    <Select
      allowDeselect={clearable}
      autoComplete="off"
      {...props}
      {...chooser.shared}
      {...(clearable ? { clearButtonProps: { 'aria-label': t('clear'), ...props.clearButtonProps } } : {})}
      onChange={(next, option) =>
        next !== null && chooser.isCreate(next) ? chooser.create() : onChange?.(next, option as ComboboxItem)
      }
    />
  );
}

type MultiChooserProps = Omit<MultiSelectProps, 'nothingFoundMessage'> & ChooserExtras;

/** Like `Chooser`, for several options. */
export function MultiChooser({ wordsOf, create, nothingFound, ...props }: MultiChooserProps) {
  const chooser = useChooser(props, { wordsOf, create, nothingFound, onEmptied: undefined });
  return (
    <MultiSelect
      searchable
      hidePickedOptions
      autoComplete="off"
      {...props}
      {...chooser.shared}
      onChange={(values) => (values.some(chooser.isCreate) ? chooser.create() : props.onChange?.(values))}
    />
  );
}
