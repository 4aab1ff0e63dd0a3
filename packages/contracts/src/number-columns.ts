import { DECIMAL_MARKS, NUMBER_READINGS, READING_CHOICES } from '@quayside/domain/money/number-text';
import { DAY_ORDERS, DAY_READINGS } from '@quayside/domain/days/day-text';
import { z } from 'zod';

/** The decimal mark of a column of numbers: `.` as in 1,234.56, or `,` as in 1.234,56. */
export const decimalMark = z.enum(DECIMAL_MARKS);

const by = z
  .enum(READING_CHOICES)
  .optional()
  .meta({
    description:
      'CHOICE: a person chose the reading. EARLIER_CHOICE: nothing in the column decides, and a person chose it ' +
      'for an earlier table of this form. Absent: the cells of the column decide',
  });

/**
 * How the numbers of a column are read. `reading` is POINT (1,234.56), COMMA (1.234,56), EACH (each cell can be read in
 * one way only, some with a point and some with a comma), PLAIN (no cell has a separator), or OPEN: the column contains
 * `ambiguous`, which is two different numbers, and nothing in the column decides. Then a decimal mark must be chosen.
 */
export const columnNumbers = z.object({
  reading: z.enum(NUMBER_READINGS),
  /** The first cell that can be read in two ways. */
  ambiguous: z.string().nullable(),
  by,
});

/** Whether the day or the month comes first in 03/04/2026. */
export const dayOrder = z.enum(DAY_ORDERS);

/**
 * How the days of a column are read. `reading` is DMY, MDY, EACH (each cell can be read in one way only, some with the
 * day first and some with the month), PLAIN (no cell needs an order), or OPEN: the column contains `ambiguous`, which
 * is two different days, and nothing in the column decides. Then an order must be chosen.
 */
export const columnDays = z.object({
  reading: z.enum(DAY_READINGS),
  /** The first cell that can be read in two ways. */
  ambiguous: z.string().nullable(),
  by,
});

/** Whether cartons are counted as units. */
export const cartonChoice = z
  .enum(['REFUSE', 'UNITS'])
  .optional()
  .meta({
    description:
      'Rows that count cartons of a product with units per case: refused (if absent), or counted as units. Rows that ' +
      'count other packages are always refused',
  });
/** How many rows of a table count cartons of products with units per case; absent: none. */
export const cartonRows = z
  .int()
  .optional()
  .meta({ description: 'How many rows count cartons of a product with units per case. Absent: none' });
