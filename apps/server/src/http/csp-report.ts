import { z } from 'zod';
import type { Clock } from '../ports/clock.ts';
import { AppError } from './errors.ts';

const HOUR_MS = 3_600_000;
const MOST_PER_HOUR = 60;
/** The maximum number of addresses that are counted, so that their list cannot fill the memory. */
const MOST_ADDRESSES = 10_000;

/**
 * Creates a function that counts a report of an address and refuses it with 429 beyond the limit. Each process counts
 * for itself, because anybody may send reports and none should cost a query.
 */
export function createReportLimit(clock: Clock): (address: string) => void {
  let hour = 0;
  const counts = new Map<string, number>();
  return (address) => {
    const now = clock.now().getTime();
    const current = Math.floor(now / HOUR_MS);
    if (current !== hour) {
      hour = current;
      counts.clear();
    }
    const count = (counts.get(address) ?? 0) + 1;
    if (count > MOST_PER_HOUR || (count === 1 && counts.size >= MOST_ADDRESSES))
      throw new AppError('too_many', { retryAfterSeconds: Math.ceil(((current + 1) * HOUR_MS - now) / 1000) });
    counts.set(address, count);
  };
}

const text = z.string().max(2000).optional().catch(undefined);
/** The older format of a report. */
const single = z.object({
  'csp-report': z.object({ 'document-uri': text, 'blocked-uri': text, 'violated-directive': text }),
});
/** The newer format. One request can contain several reports. */
const several = z
  .array(z.object({ body: z.object({ documentURL: text, blockedURL: text, effectiveDirective: text }) }))
  .max(20);

interface PolicyReport {
  readonly directive: string | undefined;
  readonly page: string | undefined;
  readonly blocked: string | undefined;
}

/** Removes the query from an address, because it may contain what a person searched for. */
const withoutQuery = (address: string | undefined) => address?.split(/[?#]/, 1)[0]?.slice(0, 300);
const reportOf = (directive: string | undefined, page: string | undefined, blocked: string | undefined) => ({
  directive: directive?.slice(0, 100),
  page: withoutQuery(page),
  blocked: withoutQuery(blocked),
});

/** Reads the reports of a browser. All other content is dropped, so that it does not reach the log. */
export function readPolicyReports(body: unknown): PolicyReport[] {
  let json: unknown;
  try {
    json = JSON.parse(String(body));
  } catch {
    return [];
  }
  const one = single.safeParse(json);
  if (one.success) {
    const report = one.data['csp-report'];
    return [reportOf(report['violated-directive'], report['document-uri'], report['blocked-uri'])];
  }
  const many = several.safeParse(json);
  if (!many.success) return [];
  return many.data.map(({ body: report }) =>
    reportOf(report.effectiveDirective, report.documentURL, report.blockedURL),
  );
}
