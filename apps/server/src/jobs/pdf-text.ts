import { Worker } from 'node:worker_threads';

const MAX_HEAP_MB = 256;
/** The limit of the memory outside the JavaScript heap, where compressed streams are unpacked. */
const MAX_BUFFERS = 256 * 1024 * 1024;
const MAX_MS = 20_000;
const LOOK_MS = 200;

/** The number of pages, and the text with form feeds between the pages. The text is null for a scan. */
interface PdfText {
  readonly pageCount: number;
  readonly text: string | null;
}
/** Null if the file could not be read. */
export type PdfAnswer = PdfText | null;

/** Extracts the text of PDFs, one file after the other, in a thread with limits on memory and time. */
interface PdfReader {
  /** Extracts the text of one file; null if the file is encrypted, broken, too big or too slow to read. */
  read(file: Buffer): Promise<PdfAnswer>;
  /** Terminates the thread, even in the middle of a file. The next read starts a new one. */
  stop(): Promise<void>;
}

export function createPdfReader(limits: { readonly maxMs?: number } = {}): PdfReader {
  let worker: Worker | undefined;
  const start = () => {
    const thread = new Worker(new URL('./pdf-text.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 32 },
      env: {},
      execArgv: [],
      // Captures the output, to discard the parser's warnings about broken files.
      stdout: true,
      stderr: true,
    });
    // An error that the thread reports after its answer must not crash the process.
    thread.on('error', () => undefined);
    thread.stdout.resume();
    thread.stderr.resume();
    return thread;
  };
  const stop = async () => {
    const thread = worker;
    worker = undefined;
    await thread?.terminate();
  };
  return {
    stop,
    async read(file) {
      const thread = (worker ??= start());
      const bytes = new Uint8Array(file);
      const outcome = await new Promise<{ answer: PdfAnswer; isAlive: boolean }>((resolve) => {
        const end = (answer: PdfAnswer, isAlive: boolean) => {
          clearTimeout(patience);
          clearInterval(watch);
          thread.off('message', answered).off('error', fail).off('exit', fail);
          resolve({ answer, isAlive });
        };
        const fail = () => end(null, false);
        const answered = (answer: PdfAnswer) => end(answer, true);
        const patience = setTimeout(fail, limits.maxMs ?? MAX_MS);
        const watch = setInterval(() => {
          thread.getHeapStatistics().then(
            (heap) => heap.external_memory > MAX_BUFFERS && fail(),
            () => undefined,
          );
        }, LOOK_MS);
        thread.on('message', answered);
        thread.on('error', fail);
        thread.on('exit', fail);
        thread.postMessage(bytes, [bytes.buffer]);
      });
      if (!outcome.isAlive && worker === thread) await stop();
      return outcome.answer;
    },
  };
}
