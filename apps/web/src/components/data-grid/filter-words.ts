import type { FilterChip } from '@quayside/contracts/paging';
import type { T } from '../../i18n/i18n.ts';
import { formatDay, groupDigits } from '../../lib/words/format.ts';
import type { FilterOption, GridFilter } from './grid-types.ts';

const MOST_NAMED = 2;

/**
 * The part of a filter chip's label that follows the name of the field: "not Closed listing", "5 to 10", "is empty".
 */
export function chipWords(chip: FilterChip, filter: GridFilter, options: readonly FilterOption[], t: T): string {
  const show = (value: string) => {
    if (filter.kind === 'select') return options.find((option) => option.value === value)?.label ?? value;
    if (filter.kind === 'range') return filter.of === 'day' ? formatDay(value) : groupDigits(value);
    return value;
  };
  const [first = '', second = ''] = chip.values;
  switch (chip.op) {
    case 'isEmpty':
      return t(filter.kind === 'presence' ? 'no' : 'grid.empty');
    case 'isNotEmpty':
      return t(filter.kind === 'presence' ? 'yes' : 'grid.notEmpty');
    case 'contains':
      return `${t('grid.contains')} ${first}`;
    case 'gte':
      return `≥ ${show(first)}`;
    case 'lte':
      return `≤ ${show(first)}`;
    case 'between':
      return t('grid.between', { from: show(first), to: show(second) });
    default: {
      const named = chip.values.slice(0, MOST_NAMED).map(show).join(', ');
      const rest = chip.values.length > MOST_NAMED ? ` +${chip.values.length - MOST_NAMED}` : '';
      return `${chip.op === 'notIn' ? `${t('grid.not')} ` : ''}${named}${rest}`;
    }
  }
}
