import { PROPOSAL_ORIGINS, RATE_ORIGINS } from '@quayside/domain/money/rates';
import { z } from 'zod';
import { fileChoices, fileReading } from '../imports.ts';
import { endpoint, management } from '../endpoint.ts';
import { columnDays, columnNumbers, dayOrder, decimalMark } from '../number-columns.ts';
import { filterQuery, listQuery, page } from '../paging.ts';
import { currencyCode, day, id, instant, plainText, rateIn, userAnd, userPath, version } from '../primitives.ts';

// The account's exchange rates by day: typed, pasted, from a file, or from a file of the European Central Bank.

const MAX_FILE_BYTES = 12 * 1024 * 1024;
const MAX_PASTED = 900_000;

export const exchangeRateFilters = {
  base: ['in'],
  quote: ['in'],
  currency: ['in'],
  day: ['gte', 'lte', 'between'],
  origin: ['in'],
} as const;
export const exchangeRateSort = ['day', 'base', 'quote', 'origin', 'updatedAt'] as const;

/** How many units of `quote` 1 unit of `base` was worth on a day. There is one rate of a pair of currencies per day. */
const exchangeRateSchema = z.object({
  id,
  day,
  base: currencyCode,
  quote: currencyCode,
  rate: z.string().meta({ description: 'Units of `quote` for 1 unit of `base`, as entered', examples: ['9.3197'] }),
  origin: z.enum(RATE_ORIGINS),
  /** Who entered the rate last; null when this person has left the account. */
  who: z.object({ id, name: z.string() }).nullable(),
  createdAt: instant,
  updatedAt: instant,
  version,
});
export type ExchangeRate = z.infer<typeof exchangeRateSchema>;

const rate = rateIn.meta({ description: 'Units of `quote` for 1 unit of `base`, at most 10 significant digits' });

export const listExchangeRates = endpoint({
  id: 'listExchangeRates',
  method: 'GET',
  path: '/exchange-rates/{userId}',
  access: 'read',
  flags: management,
  summary: 'Exchange rates by day, one page at a time',
  params: userPath,
  query: listQuery({ sort: exchangeRateSort, filters: exchangeRateFilters }),
  response: page(exchangeRateSchema),
});

export const exchangeRateTotals = endpoint({
  id: 'getExchangeRateTotals',
  method: 'GET',
  path: '/exchange-rates/{userId}/totals',
  access: 'read',
  flags: management,
  summary: 'Exact count of the filtered exchange rates, and of their pairs',
  params: userPath,
  query: filterQuery({ filters: exchangeRateFilters }),
  response: z.object({ count: z.int(), pairs: z.int() }),
});

/** A rate from which a proposal is computed. */
const proposalPart = z.object({ day, base: currencyCode, quote: currencyCode, rate: z.string() });
const proposalSchema = z.object({
  /** Units of `to` for 1 unit of `from`, at most 10 significant digits. */
  rate: z.string(),
  day,
  ageDays: z.int().meta({ description: 'Days between the day of the rate and the day that was asked for' }),
  origin: z.enum(PROPOSAL_ORIGINS),
  /** One rate as entered; or two rates to the euro of the same day, that of `from` first and that of `to` second. */
  parts: z.array(proposalPart).min(1).max(2),
  /** The invoice on which the rate was typed, if it does not come from the table. */
  invoice: z.object({ id, number: z.string() }).nullable(),
});
export type RateProposal = z.infer<typeof proposalSchema>;

export const proposeExchangeRate = endpoint({
  id: 'proposeExchangeRate',
  method: 'GET',
  path: '/exchange-rates/{userId}/proposal',
  access: 'read',
  flags: management,
  summary: 'The most recent rate of a pair that is not later than a day, and where it comes from',
  description:
    'The rate of the most recent day: one of the table, one that a person typed on an invoice, or one computed ' +
    'through the euro from two rates of the European Central Bank of the same day. It is null when there is none.',
  params: userPath,
  query: z.strictObject({ from: currencyCode, to: currencyCode, on: day }),
  response: z.object({ proposal: proposalSchema.nullable() }),
});

export const createExchangeRate = endpoint({
  id: 'createExchangeRate',
  method: 'POST',
  path: '/exchange-rates/{userId}',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Type the rate of a pair on a day; it replaces an imported one, and no import replaces it',
  params: userPath,
  body: z.strictObject({ day, base: currencyCode, quote: currencyCode, rate }),
  response: exchangeRateSchema,
  status: 201,
  errors: ['rates.exists'],
});

export const patchExchangeRate = endpoint({
  id: 'patchExchangeRate',
  method: 'PATCH',
  path: '/exchange-rates/{userId}/{id}',
  access: 'write',
  flags: management,
  summary: 'Correct a rate; it counts as typed from then on',
  params: userAnd('id'),
  body: z.strictObject({ rate, version: version.optional() }),
  response: exchangeRateSchema,
  errors: ['conflict_version'],
});

export const deleteExchangeRate = endpoint({
  id: 'deleteExchangeRate',
  method: 'DELETE',
  path: '/exchange-rates/{userId}/{id}',
  access: 'write',
  flags: management,
  summary: 'Delete a rate; invoices keep the rates that they have',
  params: userAnd('id'),
  response: z.object({ operationId: id }),
  errors: ['conflict_version'],
});

const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((s) => s === 'true');

/** How rates are imported. */
const importQuery = {
  dryRun: flag.meta({ description: 'true: answers what the import would do, and stores nothing' }),
  onlyValid: flag.meta({ description: 'true: stores the rows without errors; otherwise one error refuses all' }),
  decimalMark: decimalMark.optional().meta({
    description: 'Absent: decided by the rates themselves, and refused where they can be read in two ways',
  }),
  dayOrder: dayOrder.optional().meta({
    description: 'Absent: decided by the days themselves, and refused where one can be read in two ways',
  }),
};

const IMPORT_ACTIONS = ['CREATE', 'UPDATE', 'SAME', 'KEEP'] as const;
const importedRate = z.object({
  row: z.int(),
  day,
  base: currencyCode,
  quote: currencyCode,
  rate: z.string(),
});
const rateImportSchema = z.object({
  reading: fileReading.optional().meta({ description: 'Of a file: how it was read' }),
  kind: z.enum(['TABLE', 'ECB']).meta({ description: 'ECB: a CSV or XML file of the European Central Bank' }),
  isDryRun: z.boolean(),
  /**
   * How many rates the file has, and of these how many are created, replace a stored one, equal the stored one, leave a
   * stored one that an import must not replace, or are invalid.
   */
  counts: z.object({ rates: z.int(), create: z.int(), update: z.int(), same: z.int(), keep: z.int(), fail: z.int() }),
  firstDay: day.nullable(),
  lastDay: day.nullable(),
  numbers: columnNumbers.nullable().meta({ description: 'How the rates of a table are written' }),
  days: columnDays.nullable().optional().meta({ description: 'How the days of a table are written' }),
  /** The first 20 rates, as the import understood them. */
  sample: z.array(importedRate.extend({ action: z.enum(IMPORT_ACTIONS) })),
  /** The first 200 rates of the file that differ from a stored rate which the import must not replace. */
  kept: z.array(importedRate.extend({ kept: z.object({ base: currencyCode, quote: currencyCode, rate: z.string() }) })),
  /** The first 200 errors. */
  errors: z.array(z.object({ row: z.int(), column: z.string().nullable(), value: z.string(), message: z.string() })),
  /** Currencies of the file that no longer exist; their rates are left out. */
  skippedCurrencies: z.array(z.string()),
  operationId: id
    .nullable()
    .meta({ description: 'The operation that takes the import back; null: nothing was stored' }),
});
export type RateImport = z.infer<typeof rateImportSchema>;

export const pasteExchangeRates = endpoint({
  id: 'pasteExchangeRates',
  method: 'POST',
  path: '/exchange-rates/{userId}/paste',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Import rates from pasted cells: day, from, to and rate in each row',
  params: userPath,
  query: z.strictObject(importQuery),
  body: z.strictObject({ text: plainText(MAX_PASTED) }),
  response: rateImportSchema,
  errors: ['imports.unreadable', 'imports.has_errors'],
});

export const uploadExchangeRates = endpoint({
  id: 'uploadExchangeRates',
  method: 'POST',
  path: '/exchange-rates/{userId}/file',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Import rates from a CSV or XLSX file, or from a file of the European Central Bank (CSV, XML or zip)',
  description: 'A person sends the file of the European Central Bank; Quayside does not fetch it. A typed rate stays.',
  params: userPath,
  query: z.strictObject({ ...importQuery, ...fileChoices }),
  upload: { field: 'file', maxBytes: MAX_FILE_BYTES, kinds: 'CSV, XLSX, XML or zip' },
  response: rateImportSchema,
  errors: ['imports.unreadable', 'imports.has_errors', 'wrong_file', 'too_large'],
});

declare module '../live.ts' {
  interface Topics {
    readonly 'exchange-rates': true;
  }
}
