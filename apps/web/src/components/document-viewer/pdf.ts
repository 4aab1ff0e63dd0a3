import type { PDFDocumentProxy, PDFPageProxy, PDFWorker } from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- Vite answers the address of the file.
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

export type { PDFDocumentProxy, PDFPageProxy };

/** Why a PDF cannot be shown. */
export type PdfProblem = 'password' | 'broken';

/** The library and its worker, loaded with the first document; all documents share one worker. */
async function loadPdfjs() {
  const pdfjs = await import('pdfjs-dist');
  pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;
  return pdfjs;
}
let loading: ReturnType<typeof loadPdfjs> | undefined;
let running: PDFWorker | undefined;

export function pdfjs(): ReturnType<typeof loadPdfjs> {
  // Forget a failed load, so that the next document retries it.
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

/** Prefetches the library and starts the worker while the document's bytes are loading. */
export function preparePdf(): void {
  // Ignore the failure here: opening the document fails with the same error and shows it.
  startWorker().catch(() => undefined);
}

/** An open document; `close` frees the worker's memory for it. */
export interface OpenPdf {
  readonly pdf: PDFDocumentProxy;
  readonly pages: readonly PDFPageProxy[];
  readonly close: () => void;
}

/** Opens a PDF under the page's policy: no eval, no WebAssembly; fonts and character maps come from our own host. */
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
