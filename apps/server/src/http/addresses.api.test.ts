import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';

let t: TestApp;
let a: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
  a = await t.admin();
  await t.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => t.close());

const none = '00000000-0000-4000-8000-000000000000';
const LARGE = JSON.stringify('x'.repeat(1_100_000));
const codeOf = (body: string) => (body === '' ? '' : (JSON.parse(body) as { code?: string }).code);

describe('a request to an address', () => {
  it.each<[number, string | undefined, string, string, string?, string?]>([
    [200, undefined, 'GET', '/api/v2/suppliers/{me}'],
    [200, undefined, 'GET', '/api/v2/suppliers/{me}?size=1'],
    [200, undefined, 'GET', '/api/v2/suppliers/{me}#part'],
    [404, 'not_found', 'GET', '/api/v2/suppliers/{me}/'],
    [404, 'not_found', 'GET', '/api/v2/suppliers//{me}'],
    [404, 'not_found', 'GET', '/api/v2/suppliers/'],
    [404, 'not_found', 'GET', '/api/v2/suppliers'],
    [404, 'not_found', 'GET', '/api/v2/'],
    [404, 'not_found', 'GET', '/api/v2'],
    [404, 'not_found', 'GET', '/api/v2/Suppliers/{me}'],
    [200, undefined, 'GET', '/api/v2/%73uppliers/{me}'],
    [200, undefined, 'GET', '/%61pi/v2/suppliers/{me}'],
    [404, 'not_found', 'GET', '/api/v2/suppliers%2F{me}'],
    [404, 'not_found', 'GET', '/api/v2/suppliers/{me}%2F' + none],
    [404, 'not_found', 'GET', '/api/v2/suppliers/{me}/' + none],
    [404, 'not_found', 'GET', '/api/v2/suppliers/{me}/%E4%B8%AD'],
    [400, 'malformed', 'GET', '/api/v2/suppliers/{me}/%E4%B8'],
    [400, 'malformed', 'GET', '/api/v2/suppliers/{me}/%zz'],
    [400, 'malformed', 'GET', '/api/v2/suppliers/{me}/%'],
    [404, 'not_found', 'GET', '/api/v2/suppliers/{me}/%25'],
    [404, 'not_found', 'GET', '/api/v2/suppliers/{me}/' + 'x'.repeat(2000)],
    [400, 'malformed', 'GET', '/api/v2/suppliers/{me}/' + 'x'.repeat(2001)],
    [404, 'not_found', 'GET', '/api/v2/suppliers/{me};x'],
    [400, 'malformed', 'GET', '/api/v2/nowhere/%zz'],
    [404, 'not_found', 'GET', '/api/v2/nowhere'],
    [404, 'not_found', 'GET', '/api/v2/constructor'],
    [404, 'not_found', 'GET', '/api/v2/__proto__/x'],
    [200, '', 'HEAD', '/api/v2/suppliers/{me}'],
    [404, '', 'HEAD', '/api/v2/nowhere'],
    [404, 'not_found', 'OPTIONS', '/api/v2/suppliers/{me}'],
    [404, 'not_found', 'OPTIONS', '/api/v2/nowhere'],
    [404, 'not_found', 'PATCH', '/api/v2/suppliers/{me}', '{}'],
    [404, 'not_found', 'DELETE', '/api/v2/suppliers/{me}'],
    [404, 'not_found', 'TRACE', '/api/v2/suppliers/{me}'],
    [400, 'malformed', 'POST', '/api/v2/nowhere', '{'],
    [404, 'not_found', 'POST', '/api/v2/nowhere', '{}'],
    [404, 'not_found', 'POST', '/api/v2/nowhere', 'x', 'application/pdf'],
    [400, 'malformed', 'POST', '/api/v2/suppliers/{me}/' + none, '{'],
    [404, 'not_found', 'POST', '/api/v2/suppliers/{me}/' + none, '{}'],
    [413, 'too_large', 'POST', '/api/v2/nowhere', LARGE],
    [400, 'malformed', 'PUT', '/api/v2/nowhere', '{'],
    [404, 'not_found', 'GET', '/api/v2/openapi.json/'],
    [404, 'not_found', 'POST', '/api/v2/openapi.json', '{}'],
  ])('is answered with %d %s: %s %s %s %s', async (status, code, ...request) => {
    const [method, path, payload, type = 'application/json'] = request;
    const answer = await t.app.inject({
      method: method as 'GET',
      url: path.replace('{me}', a.userId),
      headers: { authorization: `Bearer ${a.token}`, ...(payload !== undefined && { 'content-type': type }) },
      ...(payload !== undefined && { payload }),
    });
    expect([answer.statusCode, codeOf(answer.body)]).toEqual([status, code]);
  });

  it.each([
    ['200', 'http://x/api/v2/suppliers/{me}'],
    ['200', 'HTTP://x.y:80/api/v2/suppliers/{me}?size=1'],
    ['404', '//api/v2/suppliers/{me}'],
    ['404', '/api/v2/../v2/suppliers/{me}'],
    ['404', '*'],
    ['400', '/api/v2/suppliers/{me}/\u00e9'],
  ])('is answered with %s when the line of the request has %s', async (status, target) => {
    const socket = connect((t.app.server.address() as AddressInfo).port, '127.0.0.1');
    const headers = `host: x\r\nauthorization: Bearer ${a.token}\r\nconnection: close\r\n\r\n`;
    socket.write(`GET ${target.replace('{me}', a.userId)} HTTP/1.1\r\n${headers}`);
    expect((await text(socket)).slice(9, 12)).toBe(status);
  });
});
