import { say } from '@quayside/contracts/texts/catalogue';
import type { FilterChip } from '@quayside/contracts/paging';
import { isDay } from '@quayside/domain/days/days';
import { fieldError } from './errors.ts';

/** The valid form of a filter field's values; a list names all allowed values. */
export type FilterForm = 'text' | 'uuid' | 'numeric' | 'date' | readonly string[];

const FORMS = {
  text: () => true,
  uuid: (value: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value),
  numeric: (value: string) => /^-?\d{1,15}(\.\d{1,12})?$/.test(value),
  // Checks more than the form: the database refuses 31 February too.
  date: isDay,
} as const;
/** The least number of values for each operator. */
const NEEDED = { in: 0, notIn: 0, contains: 1, gte: 1, lte: 1, between: 2, isEmpty: 0, isNotEmpty: 0 } as const;

/** Refuses filter values that the database could not parse. */
export function checkFilter(chips: readonly FilterChip[], forms: Readonly<Record<string, FilterForm>>): void {
  for (const chip of chips) {
    const form = forms[chip.field] ?? 'text';
    const fits = (value: string) =>
      typeof form === 'string'
        ? FORMS[form](value) && !value.includes('\0') && value.isWellFormed()
        : form.includes(value);
    if (chip.values.length < NEEDED[chip.op] || !chip.values.every(fits))
      throw fieldError('filter', say('http.filter_values', { field: chip.field }));
  }
}
