import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchWithProgress } from './upload-request.ts';

/** A fake XMLHttpRequest that the test controls. It has only the members that the upload uses. */
class FakeRequest {
  static last: FakeRequest;
  readonly sentHeaders: Record<string, string> = {};
  readonly upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number; total: number }) => void } = {};
  status = 0;
  statusText = '';
  response: unknown = null;
  opened: readonly string[] = [];
  sent: unknown;
  answered = '';
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  constructor() {
    FakeRequest.last = this;
  }
  open(method: string, url: string) {
    this.opened = [method, url];
  }
  setRequestHeader(name: string, value: string) {
    this.sentHeaders[name] = value;
  }
  getAllResponseHeaders() {
    return this.answered;
  }
  send(body: unknown) {
    this.sent = body;
  }
  abort() {
    this.onabort?.();
    this.onloadend?.();
  }
  answer(status: number, body: string | null, headers: string) {
    Object.assign(this, { status, response: body === null ? null : new Blob([body]), answered: headers });
    this.onload?.();
    this.onloadend?.();
  }
}

afterEach(() => vi.unstubAllGlobals());
const start = (init: RequestInit = {}) => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  const progress: string[] = [];
  const body = new FormData();
  const answer = fetchWithProgress(
    '/api/x',
    { method: 'POST', headers: { Authorization: 'Bearer a' }, body, ...init },
    ({ sent, total }) => progress.push(`${sent}/${total}`),
  );
  return { answer, progress, body, request: () => FakeRequest.last };
};

describe('an upload with progress', () => {
  it('sends the same request as fetch, reports progress and returns the same response', async () => {
    const { answer, progress, body, request } = start();
    expect([request().opened, request().sentHeaders, request().sent]).toEqual([
      ['POST', '/api/x'],
      { authorization: 'Bearer a' },
      body,
    ]);
    request().upload.onprogress?.({ lengthComputable: true, loaded: 10, total: 40 });
    request().upload.onprogress?.({ lengthComputable: false, loaded: 11, total: 0 });
    request().upload.onprogress?.({ lengthComputable: true, loaded: 40, total: 40 });
    request().answer(201, '{"id":"1"}', 'Content-Type: application/json\r\nX-Request-Id: a:b\r\n');
    const response = await answer;
    expect(progress).toEqual(['10/40', '40/40']);
    expect([response.status, response.headers.get('x-request-id'), await response.json()]).toEqual([
      201,
      'a:b',
      { id: '1' },
    ]);
  });
  it('returns an error answer, and an empty body for 204', async () => {
    const refused = start();
    refused.request().answer(415, '{"code":"wrong_file"}', '');
    expect([(await refused.answer).ok, await (await refused.answer).json()]).toEqual([false, { code: 'wrong_file' }]);
    const empty = start();
    empty.request().answer(204, null, '');
    expect((await empty.answer).status).toBe(204);
  });
  it('rejects like fetch when no answer arrives', async () => {
    const { answer, request } = start();
    request().onerror?.();
    await expect(answer).rejects.toBeInstanceOf(TypeError);
  });
  it('aborts on the signal, even before it starts', async () => {
    const controller = new AbortController();
    const { answer } = start({ signal: controller.signal });
    controller.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    await expect(start({ signal: controller.signal }).answer).rejects.toMatchObject({ name: 'AbortError' });
  });
});
