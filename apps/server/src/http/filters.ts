import type { FilterChip } from '@quayside/contracts/paging';
import { isDay } from '@quayside/domain/days/days';
import { fieldError } from './errors.ts';

/** What the values of a filter field look like; a list names all that there are. */
export type FilterForm = 'text' | 'uuid' | 'numeric' | 'date' | readonly string[];

const FORMS = {
  text: () => true,
  uuid: (value: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value),
  numeric: (value: string) => /^-?\d{1,15}(\.\d{1,12})?$/.test(value),
  // Not only the form: the database refuses 31 February too.
  date: isDay,
} as const;
/** How many values an operator needs. */
const NEEDED = { in: 0, notIn: 0, contains: 1, gte: 1, lte: 1, between: 2, isEmpty: 0, isNotEmpty: 0 } as const;

/** Refuses filter values that the database could not read, before it has to. */
export function checkFilter(chips: readonly FilterChip[], forms: Readonly<Record<string, FilterForm>>): void {
  for (const chip of chips) {
    const form = forms[chip.field] ?? 'text';
    const fits = (value: string) => (typeof form === 'string' ? FORMS[form](value) && !value.includes('\0') && value.isWellFormed() : form.includes(value));
    if (chip.values.length < NEEDED[chip.op] || !chip.values.every(fits)) throw fieldError('filter', `The values of ${chip.field} cannot be read`);
  }
}
