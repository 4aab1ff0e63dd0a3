import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { ChoiceNote } from '../../../components/form/choice-note.tsx';
import { Chooser } from '../../../components/form/chooser.tsx';
import { useProductChoices } from '../../../components/form/use-product-choices.ts';
import { useT } from '../../../i18n/i18n.ts';
import { formatUnitCost, langOf } from '../../../lib/words/format.ts';
import type { KnownPart } from './bundle-parts.ts';
import classes from './bundle.module.css';

const SEARCH_DELAY_MS = 200;

interface PickerProps {
  /** Products that cannot be chosen: the bundle itself, and the products that are already parts. */
  readonly without: ReadonlySet<string>;
  /** The maximum number of parts of a bundle. */
  readonly most: number;
  readonly isFull: boolean;
  readonly onAdd: (part: KnownPart) => void;
}

/** A field to search for a product by SKU or name. The chosen product is added as a part. */
export function PartPicker({ without, most, isFull, onAdd }: PickerProps) {
  const t = useT();
  const [text, setText] = useState('');
  const [isWanted, setWanted] = useState(false);
  const [search] = useDebouncedValue(text, SEARCH_DELAY_MS);
  const query = useProductChoices({ text: search, isWanted });
  const found = query.choices.filter(({ id }) => !without.has(id));
  const hits = query.hits.filter(({ id }) => !without.has(id));
  const byId = new Map(found.map((row) => [row.id, row]));
  const nothing = query.isError
    ? t('products:bundle.searchFailed')
    : query.isFetching
      ? t('products:bundle.searching')
      : t('products:bundle.nothingFound');
  return (
    <Chooser
      className={classes.picker ?? ''}
      aria-label={t('products:bundle.add')}
      placeholder={
        isFull ? t('products:bundle.full', { most }) : `${t('products:bundle.add')}: ${t('products:bundle.addHelp')}`
      }
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      data={found.map(({ id, sku, name }) => ({ value: id, label: `${sku} · ${name}` }))}
      // Show all options, because the server has already searched.
      filter={({ options }) => options}
      value={null}
      searchable
      disabled={isFull}
      searchValue={text}
      onSearchChange={setText}
      onFocus={() => setWanted(true)}
      isStale={search !== text || query.isStale}
      question={hits.length > 1 ? t('choices:asked', { count: hits.length, text: text.trim() }) : undefined}
      more={query.more}
      onDropdownClose={query.hideDiscontinued}
      nothingFound={nothing}
      renderOption={({ option }) => {
        const row = byId.get(option.value);
        return (
          <span className={classes.option}>
            <b>{row?.sku}</b>
            <span lang={langOf(row?.name)}>{row?.name}</span>
            {row && <ChoiceNote choice={row} />}
            <small className="num">{formatUnitCost(row?.landedCostPerUnit)}</small>
          </span>
        );
      }}
      onChange={(id) => {
        const row = id === null ? undefined : byId.get(id);
        if (row) onAdd(row);
        setText('');
      }}
    />
  );
}
