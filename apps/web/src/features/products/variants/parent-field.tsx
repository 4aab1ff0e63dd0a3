import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { type FieldProps, useField } from '../../../components/form/fields.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePartOptions } from '../bundle/api.ts';

const SEARCH_DELAY_MS = 200;

interface ParentFieldProps extends FieldProps {
  /** The stored parent, so that its name is shown before the first search. */
  readonly parent: { readonly id: string; readonly sku: string; readonly name: string } | null;
  /** The product itself, which cannot be its own parent. */
  readonly without: string | undefined;
}

/** Chooses the parent of a variant, searched by SKU or name. */
export function ParentField({ parent, without, ...props }: ParentFieldProps) {
  const t = useT();
  const { value, set, shared } = useField(props);
  const [text, setText] = useState('');
  const [isWanted, setWanted] = useState(false);
  const [search] = useDebouncedValue(text, SEARCH_DELAY_MS);
  // The field shows the label of the chosen product, which is not a search text.
  const [chosen, setChosen] = useState(parent ? labelOf(parent) : '');
  const query = usePartOptions(search === chosen ? '' : search, isWanted && !props.readOnly && !props.disabled);
  const rows = (query.data?.content ?? []).filter(({ id, parentId }) => id !== without && parentId === null);
  const data = rows.map((row) => ({ value: row.id, label: labelOf(row) }));
  const current = typeof value === 'string' ? value : null;
  const known =
    parent && current === parent.id && !data.some((option) => option.value === current)
      ? [{ value: parent.id, label: labelOf(parent) }]
      : [];
  const shown =
    current !== null && known.length === 0 && !data.some((option) => option.value === current)
      ? [{ value: current, label: chosen }]
      : known;
  return (
    <Select
      {...shared}
      data={[...shown, ...data]}
      // The server has already filtered these options.
      filter={({ options }) => options}
      value={current}
      searchable
      clearable={!props.readOnly && !props.disabled}
      clearButtonProps={{ 'aria-label': t('clear') }}
      onSearchChange={setText}
      onFocus={() => setWanted(true)}
      nothingFoundMessage={t(
        query.isError
          ? 'products:bundle.searchFailed'
          : query.isFetching
            ? 'products:bundle.searching'
            : 'products:bundle.nothingFound',
      )}
      autoComplete="off"
      onChange={(id, option) => (setChosen(option?.label ?? ''), set(id))}
    />
  );
}

const labelOf = ({ sku, name }: { sku: string; name: string }) => `${sku} · ${name}`;
