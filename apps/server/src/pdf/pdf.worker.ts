import { parentPort } from 'node:worker_threads';
import pdfmake from 'pdfmake';
import { runsOf } from './font-runs.ts';
import { FONT_FILES, readFonts } from './fonts.ts';
import { layoutOfPurchaseOrder } from './purchase-order-layout.ts';
import type { PrintedOrder } from './purchase-order.types.ts';

// Runs in a separate thread, because laying out a long document takes seconds during which a thread answers nothing.

const FONTS = readFonts();
const PATHS: ReadonlySet<string> = new Set(Object.values(FONT_FILES).flatMap(({ normal, bold }) => [normal, bold]));

pdfmake.setFonts(FONT_FILES);
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path: string) => PATHS.has(path));

/** What the thread answers: the bytes of the PDF, or why there are none. */
export type PdfAnswer = { readonly bytes: Uint8Array } | { readonly failure: string };

export const layoutOf = (order: PrintedOrder) => layoutOfPurchaseOrder(order, (text) => runsOf(text, FONTS));
/** What the library alone does. It changes the layout, so each call needs a layout of its own. */
export const bytesOf = (layout: ReturnType<typeof layoutOf>): Promise<Buffer> => pdfmake.createPdf(layout).getBuffer();

async function answer(order: PrintedOrder): Promise<PdfAnswer> {
  return { bytes: new Uint8Array(await bytesOf(layoutOf(order))) };
}

parentPort?.on('message', (order: PrintedOrder) => {
  void answer(order)
    .catch((error: unknown): PdfAnswer => ({ failure: error instanceof Error ? error.message : String(error) }))
    .then((result) => parentPort?.postMessage(result));
});
