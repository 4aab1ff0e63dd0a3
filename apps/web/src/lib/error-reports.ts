import { type ErrorReportIn, MOST_REPORTS, reportErrors } from '@quayside/contracts/error-reports';
import { type ApiError, isApiError, isNetworkError } from './api-error.ts';
import { type AnyEndpoint, call, onFailedCall } from './call.ts';
import { safePage, wordsOf } from './error-words.ts';
import { session } from './session-store.ts';

declare const QUAYSIDE_RELEASE: string | undefined;
const RELEASE = typeof QUAYSIDE_RELEASE === 'string' ? QUAYSIDE_RELEASE : 'development';

/** Failures come in bunches; they go together. */
const GATHER_MS = 2000;
/** The same again is counted, and told at most this often. */
const SAME_AGAIN_MS = 60_000;
/** Different failures that one visit tells of; a page that falls apart does not fill the log. */
const MOST_KINDS = 50;
/** After the server had enough. */
const PAUSE_MS = 10 * 60_000;

interface Known {
  /** Counted since it was told last. */
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

/** Tells of a failure: soon, with others, once for many of the same kind. Never throws. */
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

/** Sends what waits. Whatever becomes of it, nothing is told about it. */
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
    // Without a connection they wait for the next reason to send; what the server refuses is gone.
    if (isNetworkError(error)) for (const [key, report] of batch) waiting.set(key, report);
    else pausedUntil = Date.now() + PAUSE_MS;
  } finally {
    isSending = false;
  }
}

const here = () => safePage(window.location.pathname);

/** A call that failed by no fault of its caller: a broken server, or none. Refusals are answers, and the stream tries again by itself. */
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
  isApiError(error) || (error instanceof DOMException && error.name === 'AbortError') || (error instanceof Error && /ResizeObserver loop/.test(error.message));

/** Tells of an error that nobody caught, or that stopped a screen. Failed calls tell of themselves. */
export function reportError(kind: 'uncaught' | 'screen', error: unknown): void {
  if (!isNoise(error)) add({ kind, ...wordsOf(error), page: here() });
}

/** From now on what fails in this page is told to the server. */
export function startErrorReports(): void {
  onFailedCall(addCall);
  window.addEventListener('error', ({ error }) => error !== undefined && reportError('uncaught', error));
  window.addEventListener('unhandledrejection', ({ reason }) => reportError('uncaught', reason));
  // What happened before somebody signed in goes with them.
  session.subscribe(() => session.isLive() && waiting.size > 0 && (timer ??= setTimeout(() => void flush(), GATHER_MS)));
  window.addEventListener('online', () => void flush());
  window.addEventListener('pagehide', () => {
    void flush(true);
    // Whatever is under way is cut off now, and that is no failure.
    isLeaving = true;
  });
  window.addEventListener('pageshow', () => {
    isLeaving = false;
  });
}
