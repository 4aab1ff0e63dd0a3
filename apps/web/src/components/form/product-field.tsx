import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { ChoiceNote } from './choice-note.tsx';
import { Chooser } from './chooser.tsx';
import { type FieldProps, useField } from './fields.tsx';
import { useProductChoices } from './use-product-choices.ts';

const SEARCH_DELAY_MS = 200;

interface ProductFieldProps extends FieldProps {
  /** The stored product, whose name can be shown before the first search. */
  readonly product: { readonly id: string; readonly sku: string; readonly name: string } | null;
  /** Called with the label of a product that is chosen. */
  readonly onNamed?: (id: string, label: string) => void;
}
/** How a product is named where it can be chosen. */
export const productLabel = ({ sku, name }: { readonly sku: string; readonly name: string }) => `${sku} · ${name}`;

/** Selects a product. The person searches for it by SKU or name. */
export function ProductField({ product, onNamed, ...props }: ProductFieldProps) {
  const { value, set, shared } = useField(props);
  const [text, setText] = useState('');
  const [isWanted, setWanted] = useState(false);
  const [search] = useDebouncedValue(text, SEARCH_DELAY_MS);
  // The label of the chosen product. While the text of the field equals it, the field lists products without a search.
  const [chosen, setChosen] = useState(product ? { value: product.id, label: productLabel(product) } : undefined);
  const query = useProductChoices({ text: search === chosen?.label ? '' : search, isWanted });
  const byId = new Map(query.choices.map((row) => [row.id, row]));
  const data = query.choices.map((row) => ({ value: row.id, label: productLabel(row) }));
  const current = typeof value === 'string' ? value : null;
  const shown = chosen && current === chosen.value && !byId.has(chosen.value) ? [chosen] : [];
  return (
    <Chooser
      {...shared}
      // The list does not lie over the dialog that gives the focus to the field.
      openOnFocus={props.autoFocus !== true}
      // While somebody searches, what was found comes before the present product, because Enter chooses the first.
      data={text === '' || text === chosen?.label ? [...shown, ...data] : [...data, ...shown]}
      // Show all options, because the server has already searched.
      filter={({ options }) => options}
      value={current}
      searchable
      onSearchChange={setText}
      onFocus={() => setWanted(true)}
      isStale={search !== text || query.isStale}
      more={query.more}
      onDropdownClose={query.hideDiscontinued}
      renderOption={({ option }) => {
        const row = byId.get(option.value);
        return (
          <span>
            <span>{option.label}</span> {row && <ChoiceNote choice={row} />}
          </span>
        );
      }}
      onChange={(next, option) => {
        if (next !== null && option) {
          setChosen({ value: next, label: option.label });
          onNamed?.(next, option.label);
        }
        set(next);
      }}
    />
  );
}
