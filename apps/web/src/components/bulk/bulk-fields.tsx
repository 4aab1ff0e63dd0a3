import { Button, TextInput } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';
import { Chooser } from '../form/chooser.tsx';

interface SetProps {
  readonly label: string;
  /** The new value; empty text clears the field, undefined leaves it as it is. */
  readonly value: string | undefined;
  readonly onSet: (value: string | undefined) => void;
}

interface ChoiceProps extends SetProps {
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly canClear: boolean;
}

/** A choice for a bulk change. The field can be left unchanged, cleared, or set to one of the values. */
export function BulkChoice({ label, value, onSet, data, canClear }: ChoiceProps) {
  const t = useT();
  const stays = { value: 'NO_CHANGE', label: t('bulk:noChange') };
  const cleared = { value: 'CLEAR', label: t('bulk:clear') };
  return (
    <Chooser
      label={label}
      data={[stays, ...(canClear ? [cleared] : []), ...data]}
      value={value === undefined ? 'NO_CHANGE' : value === '' ? 'CLEAR' : value}
      onChange={(next) => onSet(next === null || next === 'NO_CHANGE' ? undefined : next === 'CLEAR' ? '' : next)}
      searchable={data.length > 10}
    />
  );
}

interface TextProps extends SetProps {
  readonly inputMode?: 'text' | 'numeric';
  readonly maxLength?: number;
}

/** A text field for a bulk change. The field can be left unchanged, cleared, or set to a new value. */
export function BulkText({ label, value, onSet, inputMode = 'text', maxLength = 100 }: TextProps) {
  const t = useT();
  const isCleared = value === '';
  return (
    <TextInput
      label={label}
      placeholder={isCleared ? t('bulk:clear') : t('bulk:noChange')}
      value={value ?? ''}
      inputMode={inputMode}
      maxLength={maxLength}
      onChange={(event) => onSet(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
      rightSectionWidth={70}
      rightSection={
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={t(isCleared ? 'bulk:keepField' : 'bulk:clearField', { name: label })}
          onClick={() => onSet(isCleared ? undefined : '')}
        >
          {isCleared ? t('bulk:keep') : t('bulk:clear')}
        </Button>
      }
    />
  );
}
