import { type ErrorReportIn, MOST_REPORTS, reportErrors } from '@quayside/contracts/error-reports';
import { type ApiError, isApiError, isNetworkError } from './api-error.ts';
import { type AnyEndpoint, call, onFailedCall } from './call.ts';
import { safePage, wordsOf } from './error-words.ts';
import { session } from './session-store.ts';

declare const QUAYSIDE_RELEASE: string | undefined;
const RELEASE = typeof QUAYSIDE_RELEASE === 'string' ? QUAYSIDE_RELEASE : 'development';

/** Failures come in bursts; wait this long and send them together. */
const GATHER_MS = 2000;
/** Repeats of one failure are counted and sent at most this often. */
const SAME_AGAIN_MS = 60_000;
/** Limit of different failures per visit, so that a broken page does not flood the log. */
const MOST_KINDS = 50;
/** Pause after the server refused a report. */
const PAUSE_MS = 10 * 60_000;

interface Known {
  /** Occurrences since the last report. */
  count: number;
  toldAt: number;
}
type Report = Omit<ErrorReportIn, 'at' | 'count'>;

const known = new Map<string, Known>();
const waiting = new Map<string, Report & { at: string }>();
let timer: ReturnType<typeof setTimeout> | undefined;
let isSending = false;
let pausedUntil = 0;
let isLeaving = false;

/** Enqueues a failure. Failures are batched and deduped by kind. Never throws. */
function add(report: Report): void {
  if (isLeaving) return;
  const key = [report.kind, report.message, report.page, report.call?.id, report.call?.status].join(' ');
  const one = known.get(key) ?? { count: 0, toldAt: Number.NEGATIVE_INFINITY };
  if (!known.has(key) && known.size >= MOST_KINDS) return;
  known.set(key, { ...one, count: one.count + 1 });
  if (Date.now() - one.toldAt < SAME_AGAIN_MS || waiting.has(key) || waiting.size >= MOST_REPORTS) return;
  waiting.set(key, { ...report, at: new Date().toISOString() });
  timer ??= setTimeout(() => void flush(), GATHER_MS);
}

/** Flushes the queue. A failed report is never reported itself. */
async function flush(isLast = false): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  if (waiting.size === 0 || isSending || !session.isLive() || Date.now() < pausedUntil) return;
  isSending = true;
  const batch = [...waiting];
  const reports = batch.map(([key, report]) => ({ ...report, count: known.get(key)?.count ?? 1 }));
  waiting.clear();
  for (const [key] of batch) known.set(key, { count: 0, toldAt: Date.now() });
  try {
    await call(reportErrors, { body: { release: RELEASE, reports }, keepalive: isLast });
  } catch (error) {
    // While offline, keep the entries for the next flush. Drop entries that the server refuses.
    if (isNetworkError(error)) for (const [key, report] of batch) waiting.set(key, report);
    else pausedUntil = Date.now() + PAUSE_MS;
  } finally {
    isSending = false;
  }
}

const here = () => safePage(window.location.pathname);

/**
 * Reports a call that failed through no fault of the caller: a 5xx answer, or none. Other error answers are expected,
 * and the stream reconnects by itself.
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

/** Reports an error that was uncaught or that stopped a screen. Failed calls are reported separately. */
export function reportError(kind: 'uncaught' | 'screen', error: unknown): void {
  if (!isNoise(error)) add({ kind, ...wordsOf(error), page: here() });
}

/** Starts reporting the failures of this page to the server. */
export function startErrorReports(): void {
  onFailedCall(addCall);
  window.addEventListener('error', ({ error }) => error !== undefined && reportError('uncaught', error));
  window.addEventListener('unhandledrejection', ({ reason }) => reportError('uncaught', reason));
  // Flush after sign-in: reports need a session, and errors may have happened before it.
  session.subscribe(
    () => session.isLive() && waiting.size > 0 && (timer ??= setTimeout(() => void flush(), GATHER_MS)),
  );
  window.addEventListener('online', () => void flush());
  window.addEventListener('pagehide', () => {
    void flush(true);
    // Closing the page aborts all requests; do not report those aborts.
    isLeaving = true;
  });
  window.addEventListener('pageshow', () => {
    isLeaving = false;
  });
}
