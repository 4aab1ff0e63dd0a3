import { getMe, renewToken } from '@quayside/contracts/accounts/accounts';
import { createSupplier, deleteSupplier, listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { createProductImport, getProductCsvTemplate } from '@quayside/contracts/products/product-imports';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installBrowserGlobals } from '../../testing/browser-globals.ts';
import { aToken } from '../../testing/a-token.ts';

installBrowserGlobals();
const { call, callFile, onSecondFactorMissing, urlOf } = await import('./call.ts');
const { proof } = await import('../session/proof.ts');
const { session } = await import('../session/session-store.ts');

const userId = '01930000-0000-7000-8000-000000000001';
const token = aToken({ access_token: 'live' });
const fetchMock = vi.fn<typeof fetch>();
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refusal = (status: number, code: string, more = {}) =>
  json({ status, code, message: `It is ${code}`, requestId: 'r1', ...more }, status);
const sent = (index = 0) => {
  const [url, init] = fetchMock.mock.calls[index] ?? [];
  return { url: String(url), headers: new Headers(init?.headers), init };
};

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock);
  fetchMock.mockReset();
  session.start(token);
  session.setAccount('acc');
});
afterEach(() => vi.unstubAllGlobals());

describe('call: request', () => {
  it('fills in userId and encodes lists, numbers and absent values', () => {
    expect(
      urlOf(
        listSuppliers,
        {},
        { page: 0, size: 50, sort: ['country,asc', 'companyName,desc'], search: undefined, filter: '' },
      ),
    ).toBe(`/api/v2/suppliers/${userId}?page=0&size=50&sort=country%2Casc&sort=companyName%2Cdesc`);
  });
  it('names a missing parameter in the documented words', () => {
    expect(() => urlOf(deleteSupplier, { id: undefined })).toThrow(
      'Required parameter id was null or undefined when calling deleteSupplier',
    );
  });
  it('sends token, account, client and an Idempotency-Key for calls with effects', async () => {
    fetchMock.mockResolvedValueOnce(json({}, 201));
    await call(createSupplier, { body: { companyName: 'Yiwu' } });
    const { headers, init } = sent();
    expect([headers.get('authorization'), headers.get('x-client'), headers.get('x-account-id')]).toEqual([
      'Bearer live',
      'web',
      'acc',
    ]);
    expect(headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
    expect(init?.body).toBe('{"companyName":"Yiwu"}');
  });
  it('sends the expected version of a delete as If-Match', async () => {
    fetchMock.mockResolvedValueOnce(new Response(null, { status: 204 }));
    await call(deleteSupplier, { params: { id: 'x' }, ifMatch: 7 });
    expect(sent().headers.get('if-match')).toBe('"7"');
  });
  it('sends a file under the field name that the endpoint declares', async () => {
    fetchMock.mockResolvedValueOnce(json({}, 201));
    await call(createProductImport, { query: { dryRun: 'true' }, file: new File(['a'], 'list.csv') });
    const form = sent().init?.body as FormData;
    expect((form.get('file') as File).name).toBe('list.csv');
    expect(sent().headers.has('content-type')).toBe(false);
  });
  it('returns a downloaded file with its name', async () => {
    fetchMock.mockResolvedValueOnce(
      new Response('a,b', {
        headers: { 'Content-Disposition': 'attachment; filename="x.csv"; filename*=UTF-8\'\'caf%C3%A9.csv' },
      }),
    );
    expect((await callFile(getProductCsvTemplate, {})).name).toBe('café.csv');
  });
});

describe('call: recent proof', () => {
  it('repeats the request after the person proved their password; concurrent calls share one dialog', async () => {
    const asked: boolean[] = [];
    const stop = proof.subscribe(() => asked.push(proof.isAsked()));
    for (const answer of [
      refusal(422, 'proof_required'),
      refusal(422, 'proof_required'),
      json({ id: 1 }, 201),
      json({ id: 2 }, 201),
    ])
      fetchMock.mockResolvedValueOnce(answer);
    const calls = ['Yiwu', 'Ningbo'].map((companyName) => call(createSupplier, { body: { companyName } }));
    await vi.waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(2));
    await vi.waitFor(() => expect(proof.isAsked()).toBe(true));
    proof.answer(true);
    await Promise.all(calls);
    expect(fetchMock).toHaveBeenCalledTimes(4);
    expect(new Set([sent(2), sent(3)].map(({ init }) => init?.body))).toEqual(
      new Set(['{"companyName":"Yiwu"}', '{"companyName":"Ningbo"}']),
    );
    expect(asked).toEqual([true, false]);
    stop();
  });
  it('is refused when the dialog was cancelled or none is available', async () => {
    fetchMock.mockImplementation(async () => refusal(422, 'proof_required'));
    await expect(call(createSupplier, { body: { companyName: 'x' } })).rejects.toMatchObject({
      code: 'proof_required',
    });
    const stop = proof.subscribe(() => undefined);
    const refused = call(createSupplier, { body: { companyName: 'x' } });
    await vi.waitFor(() => expect(proof.isAsked()).toBe(true));
    proof.answer(false);
    await expect(refused).rejects.toMatchObject({ code: 'proof_required' });
    expect(session.get()).toBeDefined();
    stop();
  });
  it('keeps the session and refetches the person when a second factor is missing', async () => {
    const tell = vi.fn<() => void>();
    onSecondFactorMissing(tell);
    fetchMock.mockResolvedValueOnce(refusal(403, 'second_factor_missing'));
    await expect(call(listSuppliers, { query: { page: 0, size: 50 } })).rejects.toMatchObject({
      code: 'second_factor_missing',
    });
    expect([tell.mock.calls.length, session.get() !== undefined]).toEqual([1, true]);
  });
});

describe('call: error answers', () => {
  it('throws the code, fields, uses and current row', async () => {
    fetchMock.mockResolvedValueOnce(
      refusal(409, 'conflict_version', {
        current: { version: 3 },
        errors: [{ field: 'sku', message: 'SKU must be unique', code: 'products.sku_taken' }],
      }),
    );
    await expect(call(createSupplier, { body: { companyName: 'x' } })).rejects.toMatchObject({
      status: 409,
      code: 'conflict_version',
      current: { version: 3 },
      errors: [{ field: 'sku' }],
      requestId: 'r1',
    });
    expect(session.isLive()).toBe(true);
  });
  it.each([
    [401, 'unauthorised'],
    [403, 'ended'],
    [498, 'ended'],
  ])('%i ends the session as %s', async (status, reason) => {
    fetchMock.mockResolvedValueOnce(refusal(status, 'session_ended'));
    await expect(call(getMe, {})).rejects.toMatchObject({ status });
    expect([session.isLive(), session.endReason()]).toEqual([false, reason]);
  });
  it.each([401, 403, 498])(
    '%i whose words were lost on the way, as where a page is left, ends no session',
    async (status) => {
      const cut = new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) });
      fetchMock.mockResolvedValueOnce(new Response(cut, { status }));
      await expect(call(getMe, {})).rejects.toMatchObject({ status, code: 'malformed' });
      expect(session.isLive()).toBe(true);
    },
  );
  it('keeps the session when a public call is refused', async () => {
    fetchMock.mockResolvedValueOnce(refusal(401, 'wrong_credentials'));
    await expect(call(renewToken, {})).rejects.toMatchObject({ status: 401 });
    expect(session.isLive()).toBe(true);
  });
  it('keeps a session that began while a call of the old one was being refused', async () => {
    fetchMock.mockImplementationOnce(async () => {
      session.start({ ...token, access_token: 'newer' });
      return refusal(498, 'session_ended');
    });
    await expect(call(getMe, {})).rejects.toMatchObject({ status: 498 });
    expect(session.get()?.accessToken).toBe('newer');
  });
  it('treats an answer that is not ours as a generic failure', async () => {
    fetchMock.mockResolvedValueOnce(new Response('<html>', { status: 502 }));
    await expect(call(getMe, {})).rejects.toMatchObject({
      status: 502,
      code: 'internal',
      message: 'Something went wrong',
    });
  });
});

describe('call without an answer', () => {
  it('retries a read once', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('failed')).mockResolvedValueOnce(json({ id: userId }));
    await expect(call(getMe, {})).resolves.toEqual({ id: userId });
  });
  it('fails at once for a write', async () => {
    fetchMock.mockRejectedValue(new TypeError('failed'));
    await expect(call(createSupplier, { body: { companyName: 'x' } })).rejects.toMatchObject({
      status: 0,
      code: 'network',
    });
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });
  it('sends no request without a token', async () => {
    session.end('signedOut');
    await expect(call(getMe, {})).rejects.toMatchObject({
      status: 401,
      message: 'Your token is gone, please re-login',
    });
    expect(fetchMock).not.toHaveBeenCalled();
  });
});
