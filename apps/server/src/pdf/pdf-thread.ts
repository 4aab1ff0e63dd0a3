import { Worker } from 'node:worker_threads';
import type { PdfAnswer } from './pdf.worker.ts';
import { PdfNotMade } from './pdf-queue.ts';
import type { PrintedOrder } from './purchase-order.types.ts';

const MAX_HEAP_MB = 384;
/** After this time without work the thread ends, because its fonts take memory. */
const IDLE_MS = 60_000;

/** When a thread gives a document up: after a time, and a moment after its caller has gone. */
interface Patience {
  readonly mostMs: number;
  readonly goneMs: number;
  readonly signal: AbortSignal;
}

/** A thread that makes one document at a time. It starts with the first one. */
export function createPdfThread() {
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  function start(): Worker {
    const worker = new Worker(new URL('./pdf.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      env: {},
      execArgv: [],
    });
    // An error that the thread reports after its answer must not crash the process.
    worker.on('error', () => undefined);
    worker.unref();
    return worker;
  }

  /** Ends the thread. The next document starts another one. */
  async function stop(): Promise<void> {
    const worker = thread;
    thread = undefined;
    await worker?.terminate();
  }

  return {
    /** Makes a document. What takes too long, or is wanted no more, ends with the thread. */
    async make(order: PrintedOrder, patience: Patience): Promise<Buffer> {
      clearTimeout(idle);
      const worker = (thread ??= start());
      worker.ref();
      try {
        const answer = await answerOf(worker, order, patience);
        if ('failure' in answer) throw new Error(`The PDF could not be made: ${answer.failure}`);
        return Buffer.from(answer.bytes);
      } catch (error) {
        await stop();
        throw error;
      } finally {
        thread?.unref();
        idle = setTimeout(() => void stop(), IDLE_MS);
        idle.unref();
      }
    },
  };
}

function answerOf(worker: Worker, order: PrintedOrder, { mostMs, goneMs, signal }: Patience): Promise<PdfAnswer> {
  return new Promise<PdfAnswer>((resolve, reject) => {
    let leaving: NodeJS.Timeout | undefined;
    const end = () => {
      clearTimeout(patience);
      clearTimeout(leaving);
      signal.removeEventListener('abort', leave);
      worker.off('message', answered).off('error', fail).off('exit', gone);
    };
    const answered = (result: PdfAnswer) => (end(), resolve(result));
    const fail = (error: Error) => (end(), reject(error));
    const gone = () => fail(new Error('The thread that makes PDFs ended'));
    // Most documents end within this moment, and another thread would have to read the fonts again.
    const leave = () => (leaving = setTimeout(() => fail(new PdfNotMade('gone')), goneMs));
    const patience = setTimeout(() => fail(new PdfNotMade('too_long')), mostMs);
    worker.on('message', answered).on('error', fail).on('exit', gone);
    signal.addEventListener('abort', leave, { once: true });
    worker.postMessage(order);
  });
}
