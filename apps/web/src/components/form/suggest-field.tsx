import { Autocomplete } from '@mantine/core';
import { type FieldProps, useField } from './fields.tsx';

/** A text field that suggests values that were used before. Any other text is allowed too. */
export function SuggestField(props: FieldProps & { suggestions: readonly string[]; maxLength?: number }) {
  const { value, set, shared } = useField(props);
  return (
    <Autocomplete
      {...shared}
      autoComplete="off"
      maxLength={props.maxLength}
      data={props.readOnly ? [] : [...new Set(props.suggestions)]}
      limit={50}
      value={typeof value === 'string' ? value : ''}
      onChange={set}
    />
  );
}
