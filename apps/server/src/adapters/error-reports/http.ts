import { ERROR_SAMPLING } from '@quayside/contracts/error-reports';
import type { Logger } from 'pino';
import type { ErrorReporter } from '../../ports/error-reports.ts';

const TIMEOUT_MS = 5000;
/** More than these at once are only logged: a service that hangs must not hold memory. */
const AT_ONCE = 10;

/** Posts each envelope as JSON to the service of an installation. What it does not take is logged instead. */
export function createHttpReporter({ url, log, otherwise }: { url: string; log: Pick<Logger, 'warn'>; otherwise: ErrorReporter }): ErrorReporter {
  let underWay = 0;
  return {
    report(envelope) {
      if (underWay >= AT_ONCE) return otherwise.report(envelope);
      underWay += 1;
      void globalThis
        .fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...envelope, sampling: ERROR_SAMPLING }),
          redirect: 'error',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        })
        .then(async (response) => {
          await response.body?.cancel();
          if (!response.ok) throw new Error(`it answered ${response.status}`);
        })
        .catch((error: unknown) => {
          // Without the address: it may hold a key.
          log.warn({ why: error instanceof Error ? error.name : 'unknown' }, 'ERROR_REPORT_URL did not take a report');
          otherwise.report(envelope);
        })
        .finally(() => {
          underWay -= 1;
        });
    },
  };
}
