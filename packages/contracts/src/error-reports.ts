import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instant, optionalText, requiredText, userPath } from './primitives.ts';

/**
 * What share of the visits an error-reporting service may record (shell §9). We send failures, each of them, and record
 * neither traces nor replays.
 */
export const ERROR_SAMPLING = { traces: 0.1, sessionReplays: 0.1, replaysOnError: 1 } as const;
/** Reports that one call takes. */
export const MOST_REPORTS = 20;
export const REPORT_LENGTHS = { message: 300, stack: 4000, page: 300, release: 60 } as const;
/**
 * `uncaught`: nobody caught it; `screen`: a screen stopped working; `call`: a call of the API failed by no fault of its
 * caller.
 */
export const ERROR_KINDS = ['uncaught', 'screen', 'call'] as const;

export const errorReportSchema = z.strictObject({
  kind: z.enum(ERROR_KINDS),
  at: instant,
  message: requiredText(REPORT_LENGTHS.message).meta({ description: 'Without anything that was typed' }),
  stack: optionalText(REPORT_LENGTHS.stack).optional(),
  page: requiredText(REPORT_LENGTHS.page).meta({
    description: 'Address of the screen, without ids and without its query',
  }),
  call: z
    .strictObject({
      id: requiredText(80),
      method: requiredText(10),
      path: requiredText(200).meta({ description: 'As the contract has it, with {names} for values' }),
      status: z.int().min(0).max(599).meta({ description: '0: there was no answer' }),
      code: requiredText(80),
      requestId: optionalText(80).optional(),
    })
    .optional(),
  count: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(1)
    .meta({ description: 'How often it happened since the last report of it' }),
});
export type ErrorReportIn = z.input<typeof errorReportSchema>;
/** A failure in a browser, without secrets and without anything that was typed. */
export type ErrorReport = z.output<typeof errorReportSchema>;

export const reportErrors = endpoint({
  id: 'reportErrors',
  method: 'POST',
  path: '/users/{userId}/error-reports',
  access: 'self',
  summary: 'Tell of failures in the browser',
  description: 'They go to the log of the installation, with the id, the address and the name of the signed-in person.',
  params: userPath,
  body: z.strictObject({
    release: requiredText(REPORT_LENGTHS.release),
    reports: z.array(errorReportSchema).min(1).max(MOST_REPORTS),
  }),
  response: z.object({ taken: z.int() }),
  errors: ['too_many'],
});
