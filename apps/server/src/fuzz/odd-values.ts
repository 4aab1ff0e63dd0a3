import type { Random } from './random.ts';

const INHERITED = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'prototype'];
/** Marks a text that `jsonOf` writes without quoting, so that a body can contain what JSON.stringify never writes. */
const raw = (text: string): string => `\u0001raw:${text}\u0001`;
/** Writes a body. Texts that were marked as raw become part of the JSON as they are. */
export const jsonOf = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replaceAll(/"\\u0001raw:(.*?)\\u0001"/g, (_, text: string) =>
    text.replaceAll('\\"', '"'),
  );

const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfff',
  '\u202egnp.exe',
  '\u2066\u200f\ufeff',
  '\r\nSet-Cookie: a=b',
  '\u001b[31m\u0007\u0008\u007f\u0085',
  '👩‍👩‍👧‍👦'.repeat(40),
  'é'.normalize('NFD'),
  "'; drop table supplier; --",
  '%',
  '%_\\',
  '\\',
  '"',
  '=1+1',
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}',
  '../../etc/passwd',
  'NaN',
  'Infinity',
  '-0',
  '1e5',
  '١٢٣',
  '１２３',
  '1,234.50',
  '0x10',
  '0.0000001',
  '99999999999999999999',
  '999999999999999.999999',
  '-999999999999999.99',
  '2026-02-30',
  '0000-00-00',
  '+275760-09-13T00:00:00.000Z',
  '9999-12-31',
  '2026-11-20T10:00:00+25:00',
  'null',
  'undefined',
  '[object Object]',
  'true',
  ...INHERITED,
];
const NUMBERS = [
  -1,
  0,
  -0,
  0.1,
  1.5,
  -0.000001,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  1e21,
  -1e21,
  1e308,
  5e-324,
  raw('1e999'),
  raw('-1e999'),
  raw('NaN'),
  raw('Infinity'),
  raw('00012'),
  raw('0x10'),
  raw('123456789012345678901234567890.123456789'),
];

/** An unusual text that a program may not expect. */
export function oddText(random: Random): string {
  if (random.chance(0.06)) return 'x'.repeat(random.pick([101, 201, 501, 2_001, 8_001, 70_000]));
  if (random.chance(0.05)) return random.bytes(random.int(40)).toString('utf16le');
  return random.pick(TEXTS);
}

/** A value that is invalid at a place of a JSON body, or barely valid. `ids` are ids of existing records. */
function oddValue(random: Random, ids: readonly string[]): unknown {
  const makers: readonly (() => unknown)[] = [
    () => oddText(random),
    () => oddText(random),
    () => random.pick(NUMBERS),
    () => random.pick(NUMBERS),
    () => String(random.pick(NUMBERS.filter((number) => typeof number === 'number'))),
    () => null,
    () => random.pick([true, false]),
    () => random.pick([[], {}, [[]], [null], [{}], { length: 3 }, { id: null }]),
    () => ({ [random.pick(INHERITED)]: { isAdmin: true } }),
    () => raw(`{"a":1,"a":2,"${random.pick(INHERITED)}":3}`),
    () => Array.from({ length: random.pick([2, 51, 501, 10_001]) }, () => random.pick(['x', 1])),
    () => nested(random.pick([20, 500, 5_000, 60_000]), random.chance(0.5)),
    () => random.pick(ids),
    () => random.pick(ids).toUpperCase(),
    () => `{${random.pick(ids)}}`,
    () => [random.pick(ids), random.pick(ids), random.pick(ids)],
    () => randomUuid(random),
  ];
  return random.pick(makers)();
}

const nested = (depth: number, isArray: boolean): string =>
  raw(isArray ? '['.repeat(depth) + ']'.repeat(depth) : '{"a":'.repeat(depth) + 'null' + '}'.repeat(depth));

/** An id that names no record. */
export function randomUuid(random: Random): string {
  const hex = random.bytes(16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Changes a body at one or more places: with another value, without a field, or with an unknown field. */
export function withOddPlaces(body: unknown, random: Random, ids: readonly string[]): unknown {
  if (random.chance(0.04)) return oddValue(random, ids);
  const copy = structuredClone(body);
  const containers = containersIn(copy);
  for (let left = 1 + random.int(2); left > 0 && containers.length > 0; left -= 1) {
    const container = random.pick(containers);
    const keys = Object.keys(container);
    const key = keys.length > 0 && random.chance(0.9) ? random.pick(keys) : random.pick(['surprise', ...INHERITED]);
    if (random.chance(0.15)) Reflect.deleteProperty(container, key);
    else
      Object.defineProperty(container, key, {
        value: oddValue(random, ids),
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  return copy;
}

/** All objects and lists in a value. */
const containersIn = (value: unknown): object[] =>
  typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(containersIn)] : [];
