import { invoiceFilters } from '@quayside/contracts/invoices';
import type { FilterChip } from '@quayside/contracts/paging';
import { isDay } from '@quayside/domain/days/days';
import { fieldError } from '../../http/errors.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NUMBER = /^-?\d{1,15}(\.\d{1,6})?$/;

const isReadable: Readonly<Partial<Record<keyof typeof invoiceFilters, (value: string) => boolean>>> = {
  supplier: (value) => UUID.test(value),
  date: isDay,
  total: (value) => NUMBER.test(value),
  archived: (value) => value === 'true' || value === 'false',
};
const VALUES_NEEDED: Readonly<Partial<Record<FilterChip['op'], number>>> = { contains: 1, gte: 1, lte: 1, between: 2 };

/** Refuses filter values that the database could not read as what they are compared with. */
export function checkFilter(chips: readonly FilterChip[]): void {
  for (const chip of chips) {
    const can = isReadable[chip.field as keyof typeof invoiceFilters];
    const hasEnough = chip.values.length >= (VALUES_NEEDED[chip.op] ?? 0);
    const isStorable = chip.values.every((v) => !v.includes('\0') && v.isWellFormed());
    if (!hasEnough || !isStorable || (can && !chip.values.every(can))) throw fieldError('filter', `The filter on ${chip.field} cannot be read`);
  }
}
