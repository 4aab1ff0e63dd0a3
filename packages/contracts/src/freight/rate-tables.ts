import { z } from 'zod';
import { fileReading } from '../imports.ts';
import { cartonRows, columnDays, columnNumbers, dayOrder, decimalMark } from '../number-columns.ts';
import { id } from '../primitives.ts';

// What freight rates and duty rates have in common: their validity, and the import of a table.

/** Whether a rate holds on a day. */
export const VALIDITIES = ['VALID', 'NOT_YET_VALID', 'EXPIRED'] as const;

const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((s) => s === 'true');

/** How a table of rates is imported. */
export const rateImportQuery = {
  dryRun: flag.meta({ description: 'true: answers what the import would do, and stores nothing' }),
  onlyValid: flag.meta({ description: 'true: stores the rows without errors; otherwise one error refuses all' }),
  decimalMark: decimalMark.optional().meta({
    description: 'Absent: decided by each column itself, and refused where it can be read in two ways',
  }),
  dayOrder: dayOrder.optional().meta({
    description: 'Absent: decided by each column itself, and refused where a day can be read in two ways',
  }),
};

const IMPORT_ACTIONS = ['CREATE', 'UPDATE', 'SAME'] as const;
/** The result of a dry run, or of an import. */
export const rateImportSchema = z.object({
  reading: fileReading.optional().meta({ description: 'Of a file: how it was read' }),
  isDryRun: z.boolean(),
  counts: z.object({ rows: z.int(), create: z.int(), update: z.int(), same: z.int(), fail: z.int() }),
  /** The columns of the table, in its order. */
  columns: z.array(
    z.object({
      heading: z.string(),
      field: z.string().nullable().meta({ description: 'The field that it fills; null: it is not read' }),
      numbers: columnNumbers.nullable().meta({ description: 'How its numbers are read; null: it has none' }),
      days: columnDays.nullable().meta({ description: 'How its days are read; null: it has none' }),
    }),
  ),
  /** The first 20 rows, as the import understood them. */
  sample: z.array(
    z.object({
      row: z.int(),
      action: z.enum(IMPORT_ACTIONS),
      label: z.string(),
      /** The fields that are set, or that change. */
      changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
    }),
  ),
  /** The first 200 errors. */
  errors: z.array(z.object({ row: z.int(), column: z.string().nullable(), value: z.string(), message: z.string() })),
  cartons: cartonRows,
  operationId: id
    .nullable()
    .meta({ description: 'The operation that takes the import back; null: nothing was stored' }),
});
export type RateTableImport = z.infer<typeof rateImportSchema>;
