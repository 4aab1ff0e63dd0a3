import { say } from '@quayside/contracts/texts/catalogue';
import type { FilterChip } from '@quayside/contracts/paging';
import { isDay } from '@quayside/domain/days/days';
import { fieldError } from './errors.ts';

/** The format that the values of a filter field must have, or a list of all allowed values. */
export type FilterForm = 'text' | 'uuid' | 'numeric' | 'date' | readonly string[];

const FORMS = {
  text: () => true,
  uuid: (value: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value),
  numeric: (value: string) => /^-?\d{1,15}(\.\d{1,12})?$/.test(value),
  // Also refuses days that do not exist, such as 31 February, because the database would refuse them.
  date: isDay,
} as const;
/** The minimum number of values that each operator needs. */
const NEEDED = { in: 0, notIn: 0, contains: 1, gte: 1, lte: 1, between: 2, isEmpty: 0, isNotEmpty: 0 } as const;

/** Refuses filter values that the database could not parse. */
export function checkFilter(chips: readonly FilterChip[], forms: Readonly<Record<string, FilterForm>>): void {
  for (const chip of chips) {
    const form = (Object.hasOwn(forms, chip.field) ? forms[chip.field] : undefined) ?? 'text';
    const fits = (value: string) =>
      typeof form === 'string'
        ? FORMS[form](value) && !value.includes('\0') && value.isWellFormed()
        : form.includes(value);
    if (chip.values.length < NEEDED[chip.op] || !chip.values.every(fits))
      throw fieldError('filter', say('http.filter_values', { field: chip.field, operator: chip.op }));
  }
}
