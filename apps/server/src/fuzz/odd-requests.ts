import { deflateSync, gzipSync } from 'node:zlib';
import { oddText, randomUuid } from './odd-values.ts';
import type { Random } from './random.ts';

/** A request before it is written as bytes. Changes are made in place. */
export interface Draft {
  method: string;
  path: string;
  /** The parts of the query, already encoded. */
  query: string[];
  headers: [name: string, value: string][];
  body: Buffer | undefined;
  /** How the length of the body is declared. */
  framing: 'length' | 'chunked' | 'short' | 'long' | 'none' | 'bad-chunks';
  end: 'whole' | 'ended' | 'broken';
  /** Whether the method and the path have not been changed, so that the request still reaches its call. */
  isOfCall: boolean;
}

export const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

const HEADERS: Readonly<Record<string, readonly string[]>> = {
  accept: ['text/html', 'application/xml;q=0.9', '*/*;q=0', '', 'application/json;version=99', 'x'.repeat(4_000)],
  'accept-language': ['zh', 'zz-ZZ;q=2', '*', 'en;q=nonsense', '__proto__', 'de-DE,de;q=0.9,en;q=0.8'],
  'accept-encoding': ['gzip', 'br', 'deflate', 'zstd', 'identity;q=0, *;q=0', 'gzip;q=0', 'constructor'],
  'content-type': [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'application/json; charset=nonsense',
    'application/jsonp',
    'APPLICATION/JSON',
    'application/problem+json',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=----other',
    'multipart/form-data; boundary="a;b"',
    'multipart/mixed; boundary=x',
    'constructor',
    '',
    ';',
  ],
  'content-encoding': [
    'gzip',
    'deflate',
    'br',
    'zstd',
    'gzip, gzip',
    'identity',
    'x-gzip',
    'nonsense',
    '',
    '__proto__',
  ],
  'if-match': ['"0"', '"-1"', 'W/"1"', '*', '"1", "2"', '""', '99999999999999999999', '1e3', 'NaN', '"constructor"'],
  'idempotency-key': ['', ' ', 'a', 'a', 'k'.repeat(200), 'k'.repeat(201), 'a b', 'ä', '__proto__', '"'],
  'x-account-id': ['', 'nonsense', '00000000-0000-0000-0000-000000000000', 'constructor'],
  authorization: [
    '',
    'Bearer',
    'Bearer ',
    'Bearer a b',
    'Basic bWF5YTp4',
    'bearer null',
    `Bearer ${'x'.repeat(5_000)}`,
  ],
  cookie: ['__proto__=1', 'a', '=;=;=', `a=${'b'.repeat(5_000)}`, 'quayside_refresh=x; quayside_refresh=y', '%zz=%zz'],
  'last-event-id': ['0', '-1', '1:2:3', 'NaN', '99999999999999999999', '0:0:0:0', ',', '__proto__', '1:5:1,2,3'],
  range: ['bytes=0-', 'bytes=5-1', 'bytes=-1', 'bytes=0-0,2-3', 'lines=1'],
  'if-none-match': ['*', '"x"', 'W/"x"'],
  'if-modified-since': ['Sat, 01 Jan 2000 00:00:00 GMT', 'nonsense'],
  origin: ['null', 'https://elsewhere.example', ''],
  'sec-fetch-site': ['cross-site', 'nonsense'],
  host: ['', 'elsewhere.example', 'localhost:1', '[::1', 'a b'],
  'x-forwarded-for': ['203.0.113.7', 'nonsense', '1.2.3.4, 5.6.7.8', '::1', `${'1.1.1.1,'.repeat(200)}1.1.1.1`],
  'x-forwarded-proto': ['https', 'ftp'],
  'x-http-method-override': ['DELETE'],
  expect: ['100-continue', 'nonsense'],
  upgrade: ['websocket', 'h2c'],
  'transfer-encoding': ['gzip', 'chunked, chunked', 'identity'],
  'content-length': ['-1', '0', '99999999999999999999', '1, 2', 'x'],
  'user-agent': ['', 'Mozilla/5.0 '.repeat(300), '\u00ff\u00fe'],
  'x-long': ['x'.repeat(20_000)],
};
// CONNECT is missing, because Node closes the connection of such a request without an answer.
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'get', 'X'];

const QUERY: readonly ((random: Random, name: string) => string)[] = [
  (random, name) => `${name}=${encoded(oddText(random))}`,
  (random, name) => `${name}=1&${name}=${encoded(oddText(random))}`,
  (random, name) => `${name}[]=${random.int(5)}`,
  (_, name) => `${name}[a][b]=1`,
  (random, name) => `${name}=${random.pick(['%', '%0', '%zz', '%00', '%ff', '%ed%a0%80', '+', '&', '%26%3d', '#'])}`,
  (random, name) =>
    `${name}=${random.pick(['-1', '0', '1e3', '1.5', '9999', '10000', '1000001', '99999999999', ' 1'])}`,
  (_, name) => name,
  (_, name) => `${name}=`,
  (random) => `${random.pick(['surprise', '__proto__', 'constructor', 'toString', 'hasOwnProperty'])}=1`,
  (random) => `surprise=${'x'.repeat(random.pick([100, 9_000, 15_000]))}`,
  () => '&&==&',
];

/** One way to make a request odd. `names` are the query parameters of the call. */
type Change = (draft: Draft, random: Random, names: readonly string[]) => void;

const setHeader = (draft: Draft, name: string, value: string) => {
  draft.headers = [...draft.headers.filter(([other]) => other !== name), [name, value]];
};
const oddHeader: Change = (draft, random) => {
  const name = random.pick(Object.keys(HEADERS));
  const value = random.chance(0.1) ? oddText(random).slice(0, 6_000) : random.pick(HEADERS[name] ?? ['']);
  if (random.chance(0.1)) draft.headers.push([name, value]);
  else setHeader(draft, name, value);
};
const oddQuery: Change = (draft, random, names) => {
  const name = names.length > 0 && random.chance(0.85) ? random.pick(names) : 'page';
  draft.query.push(random.pick(QUERY)(random, name));
};
const oddPath: Change = (draft, random) => {
  const segments = draft.path.split('/');
  const at = 3 + random.int(Math.max(1, segments.length - 3));
  segments[at] = random.pick([
    () => encoded(oddText(random).slice(0, 2_000)),
    () => randomUuid(random),
    () =>
      random.pick(['..', '.', '', '%2e%2e', '%2f', '%00', '%', '%zz', '%ff', '*', ':id', '{id}', 'a'.repeat(3_000)]),
  ])();
  draft.path = segments.join('/');
  draft.isOfCall = false;
};
const oddMethod: Change = (draft, random) => {
  draft.method = random.pick(METHODS);
  draft.isOfCall = false;
};
const cutBody: Change = (draft, random) => {
  if (!draft.body) return;
  const cut = random.int(draft.body.length + 1);
  if (random.chance(0.5)) {
    // Only a part of the body is sent, although its whole length is declared.
    draft.framing = 'long';
    draft.end = random.pick(['ended', 'broken']);
  }
  draft.body = draft.body.subarray(0, cut);
};
const oddBytes: Change = (draft, random) => {
  if (!draft.body || draft.body.length === 0) return;
  const copy = Buffer.from(draft.body);
  for (let left = 1 + random.int(4); left > 0; left -= 1) copy[random.int(copy.length)] = random.int(256);
  draft.body = copy;
};
const otherBody: Change = (draft, random) => {
  draft.body = random.pick([
    () => Buffer.alloc(0),
    () => Buffer.from('{'),
    () => Buffer.from('\ufeff{}'),
    () => Buffer.from('{}', 'utf16le'),
    () => Buffer.from('a=b&c=d'),
    () => Buffer.from('null'),
    () => random.bytes(300),
    () => Buffer.from(`{"a":"${'x'.repeat(1_100_000)}"}`),
  ])();
};
const oddFraming: Change = (draft, random) => {
  draft.framing = random.pick(['chunked', 'chunked', 'short', 'long', 'none', 'bad-chunks']);
  // The connection must be closed after such a body, because the server rightly waits for the rest of it.
  if (draft.framing === 'long' || draft.framing === 'bad-chunks') draft.end = 'ended';
};
/** A decompression bomb: 20 MB of spaces, compressed. */
const BOMB = gzipSync(Buffer.alloc(20 * 1024 * 1024, 32));
const compressed: Change = (draft, random) => {
  if (!draft.body) return;
  const [name, body] = random.pick([
    () => ['gzip', gzipSync(draft.body ?? '')] as const,
    () => ['deflate', deflateSync(draft.body ?? '')] as const,
    () => ['gzip', gzipSync(draft.body ?? '').subarray(0, 12)] as const,
    () => ['gzip', BOMB] as const,
    () => ['br', draft.body ?? Buffer.alloc(0)] as const,
  ])();
  setHeader(draft, 'content-encoding', name);
  draft.body = body;
};
const broken: Change = (draft, random) => {
  draft.end = random.pick(['ended', 'broken']);
};

/** Headers are changed most often, because such a change can be combined with every other change. */
const CHANGES: readonly Change[] = [
  oddHeader,
  oddHeader,
  oddHeader,
  oddHeader,
  oddQuery,
  oddQuery,
  oddQuery,
  oddPath,
  oddMethod,
  cutBody,
  oddBytes,
  otherBody,
  oddFraming,
  compressed,
  broken,
];

/** Makes a request odd in one way, seldom in two or three. */
export function makeOdd(draft: Draft, random: Random, names: readonly string[]): void {
  for (let left = random.pick([1, 1, 1, 2, 3]); left > 0; left -= 1) random.pick(CHANGES)(draft, random, names);
}
