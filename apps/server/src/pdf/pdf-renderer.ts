import { Worker } from 'node:worker_threads';
import type { PdfAnswer } from './pdf.worker.ts';
import type { PrintedOrder } from './purchase-order.types.ts';

const MAX_HEAP_MB = 512;
/** The time limit of one document. 2,000 lines take a few seconds. */
const MAX_MS = 60_000;
/** After this time without work the thread ends, because its fonts take memory. */
const IDLE_MS = 60_000;

let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
/** The documents are made one after the other, so that several requests do not take the memory of several threads. */
let turn: Promise<unknown> = Promise.resolve();

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

/** Makes the PDF of a purchase order. The same values always make the same bytes. */
export function renderPurchaseOrder(order: PrintedOrder): Promise<Buffer> {
  const made = turn.then(() => render(order));
  turn = made.catch(() => undefined);
  return made;
}

async function render(order: PrintedOrder): Promise<Buffer> {
  clearTimeout(idle);
  const worker = (thread ??= start());
  worker.ref();
  try {
    const answer = await new Promise<PdfAnswer>((resolve, reject) => {
      const end = () => {
        clearTimeout(patience);
        worker.off('message', answered).off('error', fail).off('exit', gone);
      };
      const answered = (result: PdfAnswer) => (end(), resolve(result));
      const fail = (error: Error) => (end(), reject(error));
      const gone = () => fail(new Error('The thread that makes PDFs ended'));
      const patience = setTimeout(() => fail(new Error('The PDF took too long')), MAX_MS);
      worker.on('message', answered).on('error', fail).on('exit', gone);
      worker.postMessage(order);
    });
    if ('failure' in answer) throw new Error(`The PDF could not be made: ${answer.failure}`);
    return Buffer.from(answer.bytes);
  } catch (error) {
    await stopPdfThread();
    throw error;
  } finally {
    thread?.unref();
    idle = setTimeout(() => void stopPdfThread(), IDLE_MS);
    idle.unref();
  }
}

/** Ends the thread. The next document starts another one. */
async function stopPdfThread(): Promise<void> {
  const worker = thread;
  thread = undefined;
  await worker?.terminate();
}
