import type { Logger } from 'pino';
import type { ErrorReporter } from '../../ports/error-reports.ts';

/** Creates a reporter that writes each failure to the log, in one line. The log names people by their id only. */
export function createLogReporter(log: Pick<Logger, 'error'>): ErrorReporter {
  return {
    report({ release, person, reports }) {
      for (const report of reports) log.error({ release, userId: person.userId, report }, 'an error in a browser');
    },
  };
}
