import type { Logger } from 'pino';
import type { ErrorReporter } from '../../ports/error-reports.ts';

/** Writes each failure as one log line. */
export function createLogReporter(log: Pick<Logger, 'error'>): ErrorReporter {
  return {
    report({ release, person, reports }) {
      for (const report of reports) log.error({ release, person, report }, 'an error in a browser');
    },
  };
}
