import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { ChoiceNote } from '../../../components/form/choice-note.tsx';
import { Chooser } from '../../../components/form/chooser.tsx';
import { type FieldProps, useField } from '../../../components/form/fields.tsx';
import { useProductChoices } from '../../../components/form/use-product-choices.ts';
import { useT } from '../../../i18n/i18n.ts';
import classes from '../bundle/bundle.module.css';

const SEARCH_DELAY_MS = 200;

interface ParentFieldProps extends FieldProps {
  /** The stored parent. It is given so that its name can be shown before the first search. */
  readonly parent: { readonly id: string; readonly sku: string; readonly name: string } | null;
  /** The product itself, which cannot be its own parent. */
  readonly without: string | undefined;
}

/** Selects the parent of a variant. The person searches for the parent by SKU or name. */
export function ParentField({ parent, without, ...props }: ParentFieldProps) {
  const t = useT();
  const { value, set, shared } = useField(props);
  const [text, setText] = useState('');
  const [isWanted, setWanted] = useState(false);
  const [search] = useDebouncedValue(text, SEARCH_DELAY_MS);
  // The label of the chosen product. While the text of the field equals it, the field lists products without a search.
  const [chosen, setChosen] = useState(parent ? labelOf(parent) : '');
  const query = useProductChoices({
    text: search === chosen ? '' : search,
    isWanted: isWanted && !props.readOnly && !props.disabled,
  });
  const rows = query.choices.filter(({ id, parentId }) => id !== without && parentId === null);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const hits = query.hits.filter(({ id }) => byId.has(id));
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
    <Chooser
      {...shared}
      // While somebody searches, what was found comes before the present parent, because Enter chooses the first.
      data={text === '' || text === chosen ? [...shown, ...data] : [...data, ...shown]}
      // Show all options, because the server has already searched.
      filter={({ options }) => options}
      value={current}
      searchable
      clearable={!props.readOnly && !props.disabled}
      onSearchChange={setText}
      onFocus={() => setWanted(true)}
      isStale={search !== text || query.isStale}
      question={hits.length > 1 ? t('choices:asked', { count: hits.length, text: text.trim() }) : undefined}
      more={query.more}
      onDropdownClose={query.hideDiscontinued}
      renderOption={({ option }) => {
        const row = byId.get(option.value);
        return (
          <span className={classes.option}>
            <span>{option.label}</span>
            {row && <ChoiceNote choice={row} />}
          </span>
        );
      }}
      nothingFound={t(
        query.isError
          ? 'products:bundle.searchFailed'
          : query.isFetching
            ? 'products:bundle.searching'
            : 'products:bundle.nothingFound',
      )}
      onChange={(id, option) => (setChosen(option?.label ?? ''), set(id))}
    />
  );
}

const labelOf = ({ sku, name }: { sku: string; name: string }) => `${sku} · ${name}`;
