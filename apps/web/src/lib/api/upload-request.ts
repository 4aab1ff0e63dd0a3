/** The bytes sent so far, and the size of the whole request. */
export interface UploadProgress {
  readonly sent: number;
  readonly total: number;
}

const NO_BODY = new Set([204, 205, 304]);

/**
 * `fetch` with upload progress, which fetch itself does not report. Rejects as fetch does, with a TypeError when no
 * response arrives, and with an AbortError when aborted.
 */
export function fetchWithProgress(
  url: string,
  init: RequestInit,
  onProgress: (progress: UploadProgress) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stopped = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
    const { signal } = init;
    if (signal?.aborted) return stopped();
    const stop = () => request.abort();
    signal?.addEventListener('abort', stop, { once: true });
    request.open(init.method ?? 'GET', url);
    request.responseType = 'blob';
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress({ sent: loaded, total });
    };
    request.onload = () => resolve(answerOf(request));
    request.onerror = () => reject(new TypeError('Failed to fetch'));
    request.onabort = stopped;
    request.onloadend = () => signal?.removeEventListener('abort', stop);
    request.send(init.body as XMLHttpRequestBodyInit | null | undefined);
  });
}

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
  const body: unknown = request.response;
  return new Response(NO_BODY.has(request.status) ? null : (body as Blob), {
    status: request.status,
    statusText: request.statusText,
    headers,
  });
}
