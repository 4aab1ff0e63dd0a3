import { createPdfQueue, type PdfCaller } from './pdf-queue.ts';
import { createPdfThread } from './pdf-thread.ts';
import type { PrintedOrder } from './purchase-order.types.ts';

interface RendererLimits {
  /** The time limit of one document, and of a preview. 2,000 lines take a few seconds. */
  readonly mostMs: number;
  readonly previewMs: number;
  /** How long a document is still made after its caller has gone. */
  readonly goneMs: number;
}
const LIMITS: RendererLimits = { mostMs: 60_000, previewMs: 30_000, goneMs: 2_000 };
const QUEUE = { places: 3, waitingOfAccount: 10, waiting: 60 } as const;

/** Makes the PDF of a purchase order. The same values always make the same bytes. */
export type RenderPdf = (order: PrintedOrder, caller: PdfCaller) => Promise<Buffer>;

/** Creates what makes PDFs: a thread for each place of a queue that people and accounts share. */
export function createPdfRenderer({ mostMs, previewMs, goneMs }: RendererLimits = LIMITS): RenderPdf {
  const queue = createPdfQueue(QUEUE);
  const free = Array.from({ length: QUEUE.places }, createPdfThread);
  return (order, caller) =>
    queue.run(caller, async () => {
      const thread = free.pop() ?? createPdfThread();
      try {
        return await thread.make(order, {
          mostMs: caller.isPreview ? previewMs : mostMs,
          goneMs,
          signal: caller.signal,
        });
      } finally {
        // The thread that has just worked is the first to work again, so that the others may end.
        free.push(thread);
      }
    });
}
