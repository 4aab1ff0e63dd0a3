import type { FilterChip } from '@quayside/contracts/paging';
import {
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconLayoutList,
  IconPlus,
  IconTable,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Menu, Popover } from '../ui/layers.tsx';
import { useT } from '../../i18n/i18n.ts';
import { IconButton } from '../ui/action-button.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { ColumnChooser, type ColumnChooserProps } from './column-chooser.tsx';
import classes from './data-grid.module.css';
import { FilterEditor, useOptions } from './filter-editor.tsx';
import { chipWords } from './filter-words.ts';
import { type GridState, withChip, withoutChip, withoutFilters, withSearch } from './grid-state.ts';
import type { GridFilter, Narrow } from './grid-types.ts';

interface ToolbarProps {
  readonly state: GridState;
  readonly change: (next: (state: GridState) => GridState) => void;
  readonly name: string;
  readonly filters: readonly GridFilter[];
  readonly searchPlaceholder: string | undefined;
  /** Called on Arrow down in the search field. */
  readonly onDown: (() => void) | undefined;
  readonly legend: ReactNode;
  readonly chooser: ColumnChooserProps | undefined;
  readonly narrow: Narrow | undefined;
  /** Content at the right end of the toolbar. */
  readonly end?: ReactNode;
}

/** The toolbar of a table: search, filter chips, row height, columns. */
export function GridToolbar(props: ToolbarProps) {
  const { state, change, name, filters, searchPlaceholder, onDown, legend, chooser, narrow, end } = props;
  const t = useT();
  // The field whose chip was just added; the popover of this chip opens automatically.
  const [adding, setAdding] = useState<string>();
  const chips = state.chips.flatMap((chip) =>
    filters.filter((filter) => filter.field === chip.field).map((filter) => ({ chip, filter })),
  );
  const isChosen = (field: string) => state.chips.some((chip) => chip.field === field);
  const fresh =
    adding !== undefined && !isChosen(adding) ? filters.find((filter) => filter.field === adding) : undefined;
  const free = filters.filter((filter) => !isChosen(filter.field));
  const isCompact = state.density === 'compact';
  return (
    <div className={classes.tools} role="toolbar" aria-label={name}>
      {searchPlaceholder !== undefined && (
        <SearchField
          className={classes.search}
          value={state.search}
          placeholder={searchPlaceholder}
          label={t('grid.search', { what: name })}
          onSearch={(text) => change((now) => withSearch(now, text))}
          onDown={onDown}
        />
      )}
      {chips.map(({ chip, filter }) => (
        <Chip
          key={filter.field}
          filter={filter}
          chip={chip}
          startsOpen={adding === filter.field}
          onClosed={() => setAdding(undefined)}
          change={change}
        />
      ))}
      {fresh && (
        <Chip
          key={fresh.field}
          filter={fresh}
          chip={undefined}
          startsOpen
          onClosed={() => setAdding(undefined)}
          change={change}
        />
      )}
      {free.length > 0 && (
        <Menu position="bottom-start" returnFocus={false}>
          <Menu.Target>
            <button type="button" className={classes.addFilter}>
              <IconPlus size={14} stroke={2} aria-hidden />
              {t('grid.addFilter')}
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{t('grid.filterBy')}</Menu.Label>
            {free.map((filter) => (
              <Menu.Item key={filter.field} onClick={() => setAdding(filter.field)}>
                {filter.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {chips.length > 1 && (
        <button type="button" className={classes.textButton} onClick={() => change(withoutFilters)}>
          {t('grid.clearFilters')}
        </button>
      )}
      <div className={classes.toolsEnd}>
        {legend}
        {narrow && (
          <IconButton
            outlined
            icon={narrow.isTable ? IconLayoutList : IconTable}
            label={narrow.isTable ? t('grid.asCards') : t('grid.asTable')}
            onClick={narrow.toggle}
          />
        )}
        {chooser && (
          <>
            <IconButton
              outlined
              icon={isCompact ? IconBaselineDensitySmall : IconBaselineDensityMedium}
              label={isCompact ? t('grid.comfortable') : t('grid.compact')}
              onClick={() => change((now) => ({ ...now, density: isCompact ? 'comfortable' : 'compact' }))}
            />
            <ColumnChooser {...chooser} />
          </>
        )}
        {end}
      </div>
    </div>
  );
}

interface ChipProps {
  readonly filter: GridFilter;
  readonly chip: FilterChip | undefined;
  readonly startsOpen: boolean;
  readonly onClosed: () => void;
  readonly change: ToolbarProps['change'];
}

function Chip({ filter, chip, startsOpen, onClosed, change }: ChipProps) {
  const t = useT();
  const { options } = useOptions(filter);
  const [isOpen, setOpen] = useState(startsOpen);
  const set = (open: boolean) => {
    setOpen(open);
    if (!open) onClosed();
  };
  return (
    <Popover
      opened={isOpen}
      onChange={set}
      position="bottom-start"
      trapFocus
      returnFocus
      withinPortal
      withRoles={false}
    >
      <Popover.Target>
        <span className={classes.chip}>
          <button
            type="button"
            className={classes.chipWords}
            aria-label={[
              t('grid.editFilter', { name: filter.label }),
              ...(chip ? [chipWords(chip, filter, options, t)] : []),
            ].join(' ')}
            aria-expanded={isOpen}
            onClick={() => set(!isOpen)}
          >
            <span>{filter.label}</span> {chip && <b>{chipWords(chip, filter, options, t)}</b>}
          </button>
          <button
            type="button"
            className={classes.chipClear}
            aria-label={t('grid.removeFilter', { name: filter.label })}
            onClick={() => (set(false), change((now) => withoutChip(now, filter.field)))}
          >
            <IconX size={14} stroke={2} aria-hidden />
          </button>
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={filter.label}>
        <FilterEditor
          filter={filter}
          chip={chip}
          onApply={(next) => change((now) => withChip(now, next))}
          onDone={() => set(false)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
