import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instant, optionalLines, optionalText, requiredLines, requiredText, userPath } from './primitives.ts';

/** The maximum number of reports in one call. */
export const MOST_REPORTS = 20;
export const REPORT_LENGTHS = { message: 300, stack: 4000, page: 300, release: 60 } as const;
/**
 * `uncaught`: an error that no code handled. `screen`: an error that stopped a screen. `call`: a call of the API that
 * failed through no fault of the caller.
 */
const ERROR_KINDS = ['uncaught', 'screen', 'call'] as const;

const errorReportSchema = z.strictObject({
  kind: z.enum(ERROR_KINDS),
  at: instant,
  message: requiredLines(REPORT_LENGTHS.message).meta({ description: 'Never contains what a person typed' }),
  stack: optionalLines(REPORT_LENGTHS.stack).optional(),
  page: requiredText(REPORT_LENGTHS.page).meta({
    description: 'Path of the screen, without ids and without the query',
  }),
  call: z
    .strictObject({
      id: requiredText(80),
      method: requiredText(10),
      path: requiredText(200).meta({
        description: 'Path of the call as in the contract, with {names} in place of values',
      }),
      status: z.int().min(0).max(599).meta({ description: '0 if there was no answer' }),
      code: requiredText(80),
      requestId: optionalText(80).optional(),
    })
    .optional(),
  count: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(1)
    .meta({ description: 'How often the failure has occurred since it was last reported' }),
});
export type ErrorReportIn = z.input<typeof errorReportSchema>;
/** A failure in a browser, without secrets and without anything that was typed. */
export type ErrorReport = z.output<typeof errorReportSchema>;

export const reportErrors = endpoint({
  id: 'reportErrors',
  method: 'POST',
  path: '/users/{userId}/error-reports',
  access: 'self',
  summary: 'Report failures in the browser',
  description:
    'They are written to the log of the installation, with the id, e-mail address and name of the signed-in person.',
  params: userPath,
  body: z.strictObject({
    release: requiredText(REPORT_LENGTHS.release),
    reports: z.array(errorReportSchema).min(1).max(MOST_REPORTS),
  }),
  response: z.object({ taken: z.int() }),
  errors: ['too_many'],
});
