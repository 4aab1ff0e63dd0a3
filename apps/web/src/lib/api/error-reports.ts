import { type ErrorReportIn, MOST_REPORTS, reportErrors } from '@quayside/contracts/error-reports';
import { type ApiError, isApiError, isNetworkError } from '../errors/api-error.ts';
import { type AnyEndpoint, call, onFailedCall } from './call.ts';
import { safePage, wordsOf } from '../errors/error-words.ts';
import { session } from '../session/session-store.ts';

declare const QUAYSIDE_RELEASE: string | undefined;
const RELEASE = typeof QUAYSIDE_RELEASE === 'string' ? QUAYSIDE_RELEASE : 'development';

/** How long failures are collected before they are sent together, because failures come in bursts. */
const GATHER_MS = 2000;
/** The minimum time between two reports of the same failure. Repetitions in the meantime are only counted. */
const SAME_AGAIN_MS = 60_000;
/** The maximum number of different failures per visit, so that a broken page does not flood the log. */
const MOST_KINDS = 50;
/** For how long no reports are sent after the server has refused a report. */
const PAUSE_MS = 10 * 60_000;

interface Known {
  /** How often the failure occurred since it was last reported. */
  count: number;
  reportedAt: number;
}
type Report = Omit<ErrorReportIn, 'at' | 'count'>;

const known = new Map<string, Known>();
const waiting = new Map<string, Report & { at: string }>();
let timer: ReturnType<typeof setTimeout> | undefined;
let isSending = false;
let pausedUntil = 0;
let isLeaving = false;

/** Adds a failure to the queue. Failures are sent in batches, and repetitions are counted. Never throws. */
function add(report: Report): void {
  if (isLeaving) return;
  const key = [report.kind, report.message, report.page, report.call?.id, report.call?.status].join(' ');
  const one = known.get(key) ?? { count: 0, reportedAt: Number.NEGATIVE_INFINITY };
  if (!known.has(key) && known.size >= MOST_KINDS) return;
  known.set(key, { ...one, count: one.count + 1 });
  if (Date.now() - one.reportedAt < SAME_AGAIN_MS || waiting.has(key) || waiting.size >= MOST_REPORTS) return;
  waiting.set(key, { ...report, at: new Date().toISOString() });
  timer ??= setTimeout(() => void flush(), GATHER_MS);
}

/** Sends the queue. A failure to send the queue is never reported itself. */
async function flush(isLast = false): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  if (waiting.size === 0 || isSending || !session.isLive() || Date.now() < pausedUntil) return;
  isSending = true;
  const batch = [...waiting];
  const reports = batch.map(([key, report]) => ({ ...report, count: known.get(key)?.count ?? 1 }));
  waiting.clear();
  for (const [key] of batch) known.set(key, { count: 0, reportedAt: Date.now() });
  try {
    await call(reportErrors, { body: { release: RELEASE, reports }, keepalive: isLast });
  } catch (error) {
    // While offline, keep the reports for the next attempt. If the server has refused the reports, drop them.
    if (isNetworkError(error)) batch.forEach(([key, report], at) => keep(key, report, reports[at]?.count ?? 1));
    else pausedUntil = Date.now() + PAUSE_MS;
  } finally {
    isSending = false;
  }
}

/** Puts a report that did not arrive back into the queue, with the occurrences that it counted. */
function keep(key: string, report: Report & { at: string }, count: number): void {
  waiting.set(key, report);
  const { count: since = 0, reportedAt = Date.now() } = known.get(key) ?? {};
  known.set(key, { count: since + count, reportedAt });
}

const here = () => safePage(window.location.pathname);

/**
 * Reports a failed call if the caller did not cause the failure: the response was a 5xx, or there was none. Other error
 * responses are expected. The live stream is excluded, because it reconnects by itself.
 */
function addCall(endpoint: AnyEndpoint, error: ApiError): void {
  if (endpoint.id === reportErrors.id || (error.status !== 0 && error.status < 500)) return;
  add({
    kind: 'call',
    message: `${endpoint.id} failed with ${error.status === 0 ? 'no answer' : error.status}`,
    page: here(),
    call: {
      id: endpoint.id,
      method: endpoint.method,
      path: endpoint.path,
      status: error.status,
      code: error.code,
      ...(error.requestId && { requestId: error.requestId }),
    },
  });
}

const isNoise = (error: unknown): boolean =>
  isApiError(error) ||
  (error instanceof DOMException && error.name === 'AbortError') ||
  (error instanceof Error && /ResizeObserver loop/.test(error.message));

/** Reports an uncaught error, or an error that crashed a screen. Failed calls are reported separately. */
export function reportError(kind: 'uncaught' | 'screen', error: unknown): void {
  if (!isNoise(error)) add({ kind, ...wordsOf(error), page: here() });
}

/** Starts reporting the failures of this page to the server. */
export function startErrorReports(): void {
  onFailedCall(addCall);
  window.addEventListener('error', ({ error }) => error !== undefined && reportError('uncaught', error));
  window.addEventListener('unhandledrejection', ({ reason }) => reportError('uncaught', reason));
  // Send the queue after sign-in. Reports need a session, and errors may have occurred before there was one.
  session.subscribe(
    () => session.isLive() && waiting.size > 0 && (timer ??= setTimeout(() => void flush(), GATHER_MS)),
  );
  window.addEventListener('online', () => void flush());
  window.addEventListener('pagehide', () => {
    void flush(true);
    // Closing the page aborts all requests. These aborts are not failures and must not be reported.
    isLeaving = true;
  });
  window.addEventListener('pageshow', () => {
    isLeaving = false;
  });
}
