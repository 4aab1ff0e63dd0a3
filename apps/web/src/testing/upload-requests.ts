type Fetch = (input: string, init: RequestInit) => Promise<Response>;

/**
 * A fake `XMLHttpRequest` that sends uploads through `fetch`. The app uses XMLHttpRequest for uploads, because `fetch`
 * does not report upload progress.
 */
export function createUploadRequests(fetch: Fetch) {
  const running = new Set<UploadRequest>();

  class UploadRequest {
    responseType = '';
    response: unknown;
    status = 0;
    statusText = '';
    readonly upload: { onprogress: ((event: Partial<ProgressEvent>) => void) | null } = { onprogress: null };
    onload: (() => void) | null = null;
    onerror: (() => void) | null = null;
    onabort: (() => void) | null = null;
    onloadend: (() => void) | null = null;
    private readonly stop = new AbortController();
    private readonly headers = new Headers();
    private answered = new Headers();
    private method = 'GET';
    private url = '';

    open(method: string, url: string): void {
      [this.method, this.url] = [method, url];
    }
    setRequestHeader(name: string, value: string): void {
      this.headers.set(name, value);
    }
    getAllResponseHeaders(): string {
      return [...this.answered].map(([name, value]) => `${name}: ${value}`).join('\r\n');
    }
    abort(): void {
      this.stop.abort();
    }
    send(body: BodyInit | null): void {
      running.add(this);
      void this.run(body);
    }
    private async run(body: BodyInit | null): Promise<void> {
      const { method, headers, url } = this;
      try {
        const answer = await fetch(url, { method, headers, body, signal: this.stop.signal });
        this.answered = answer.headers;
        [this.status, this.statusText, this.response] = [answer.status, answer.statusText, await answer.blob()];
        this.onload?.();
      } catch {
        if (this.stop.signal.aborted) this.onabort?.();
        else this.onerror?.();
      } finally {
        running.delete(this);
        this.onloadend?.();
      }
    }
  }

  return {
    Request: UploadRequest as unknown as typeof XMLHttpRequest,
    /** Reports progress to every running upload. `part` is the fraction that has been sent, from 0 to 1. */
    report(part: number): void {
      for (const { upload } of running) upload.onprogress?.({ lengthComputable: true, loaded: part * 100, total: 100 });
    },
  };
}
