import type { PDFDocumentProxy, PDFPageProxy, PDFWorker } from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- Vite resolves an import with `?url` to the URL of the file.
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

export type { PDFPageProxy };

/** Why a PDF cannot be shown. */
export type PdfProblem = 'password' | 'broken';

/** Loads pdf.js when the first document is opened, and starts its worker. All documents share one worker. */
async function loadPdfjs() {
  const pdfjs = await import('pdfjs-dist');
  pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;
  return pdfjs;
}
let loading: ReturnType<typeof loadPdfjs> | undefined;
let running: PDFWorker | undefined;

export function pdfjs(): ReturnType<typeof loadPdfjs> {
  // A failed load is not kept, so that opening the next document tries again.
  loading ??= loadPdfjs().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function startWorker() {
  const library = await pdfjs();
  if (!running || running.destroyed) running = new library.PDFWorker({ verbosity: library.VerbosityLevel.ERRORS });
  return { library, worker: running };
}

/** Loads the library and starts its worker in advance, while the file itself is still loading. */
export function preparePdf(): void {
  // A failure can be ignored here, because opening the document fails with the same error and shows it.
  startWorker().catch(() => undefined);
}

/** An open document. `close` frees the memory that the worker uses for it. */
export interface OpenPdf {
  readonly pdf: PDFDocumentProxy;
  readonly pages: readonly PDFPageProxy[];
  readonly close: () => void;
}

/**
 * Opens a PDF in a way that the page's content security policy permits: without eval and WebAssembly, and with fonts
 * and character maps from our own host.
 */
export async function openPdf(bytes: Blob): Promise<OpenPdf> {
  const {
    library: { getDocument, version, VerbosityLevel },
    worker,
  } = await startWorker();
  const files = `/assets/pdfjs-${version}`;
  const task = getDocument({
    data: new Uint8Array(await bytes.arrayBuffer()),
    worker,
    useWasm: false,
    wasmUrl: `${files}/wasm/`,
    cMapUrl: `${files}/cmaps/`,
    standardFontDataUrl: `${files}/standard_fonts/`,
    verbosity: VerbosityLevel.ERRORS,
  });
  const close = () => void task.destroy();
  try {
    const pdf = await task.promise;
    const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1)));
    return { pdf, pages, close };
  } catch (error) {
    close();
    throw error;
  }
}

export const problemOf = (error: unknown): PdfProblem =>
  error instanceof Error && error.name === 'PasswordException' ? 'password' : 'broken';
