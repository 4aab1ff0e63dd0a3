import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import pdfmake from 'pdfmake';
import { readCoverage, runsOf } from './font-runs.ts';
import { layoutOfPurchaseOrder } from './purchase-order-layout.ts';
import type { PrintedOrder } from './purchase-order.types.ts';

// Runs in a separate thread, because laying out a long document takes seconds during which a thread answers nothing.

const fontFile = (name: string): string => fileURLToPath(new URL(`../../fonts/${name}.ttf`, import.meta.url));
const INTER = { normal: fontFile('Inter-Regular'), bold: fontFile('Inter-SemiBold') };
/** There is no bold Chinese: the regular weight stands for it. */
const CHINESE = { normal: fontFile('NotoSansSC-Regular'), bold: fontFile('NotoSansSC-Regular') };
const FONTS = [
  { name: 'Inter', coverage: readCoverage(INTER.normal) },
  { name: 'NotoSansSC', coverage: readCoverage(CHINESE.normal) },
];

pdfmake.setFonts({ Inter: INTER, NotoSansSC: CHINESE });
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path: string) => path === INTER.normal || path === INTER.bold || path === CHINESE.normal);

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
