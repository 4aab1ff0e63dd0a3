import { invoicePdf } from '../seed/demo-pdf.ts';
import { pngOf } from '../seed/demo-picture.ts';
import { oddText } from './odd-values.ts';
import type { Random } from './random.ts';

const PDF = invoicePdf({
  from: 'Ningbo Haosheng Houseware Co., Ltd.',
  address: 'Ningbo',
  currency: 'CNY',
  lines: [{ sku: 'HP-KTL-01', name: 'Kettle', units: '10', price: '10.00', amount: '100.00' }],
  total: '100.00',
  title: 'COMMERCIAL INVOICE',
  number: 'HS-1',
  date: '2026-11-20',
  notes: [],
});
const HEADINGS = [
  'sku',
  'name',
  'asin',
  'supplier',
  'status',
  'length',
  'weight',
  'weightUnit',
  'notes',
  'constructor',
];

function table(random: Random): Buffer {
  const separator = random.pick([',', '\t', ';', '|']);
  const headings = HEADINGS.filter(() => random.chance(0.6));
  const cell = () =>
    random.pick([
      () => `HP-${random.int(50)}`,
      () => `"${oddText(random).slice(0, 500)}"`,
      () => oddText(random).slice(0, 500),
      () => '1.5',
    ])();
  const rows = Array.from({ length: random.int(12) }, () => headings.map(cell).join(separator));
  const text = [headings.join(separator), ...rows].join(random.pick(['\n', '\r\n', '\r']));
  return Buffer.from(random.chance(0.2) ? `\ufeff${text}` : text, random.pick(['utf8', 'utf8', 'latin1', 'utf16le']));
}

/** Creates the content of an uploaded file: valid, damaged or random. */
function contents(random: Random): Buffer {
  const whole = random.pick([
    () => PDF,
    () => pngOf(20, 20, () => [1, 2, 3]),
    () => table(random),
    () => table(random),
    () => Buffer.from('sku,name\nHP-NEW,New\n'),
    () => Buffer.from('PK\u0003\u0004\u0014\0\0\0', 'latin1'),
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    () => random.bytes(random.int(3_000)),
    () => Buffer.alloc(0),
    () => Buffer.alloc(random.pick([1, 300_000, 3_000_000]), 65),
  ])();
  return random.chance(0.2) ? whole.subarray(0, random.int(whole.length + 1)) : whole;
}

const NAMES = ['a.pdf', 'a.csv', 'a.xlsx', 'a.png', '', '../../a.pdf', 'a\u202efdp.exe', 'a.pdf"; x="', 'ä.pdf'];

/**
 * Creates the form of an upload. Some forms are malformed: with a duplicate field, two files, a wrong field, or no end.
 */
export function uploadForm(
  field: string,
  random: Random,
  fields: readonly (readonly [string, string])[],
): { contentType: string; body: Buffer } {
  const boundary = random.pick(['----quayside', 'x', 'a'.repeat(70)]);
  const part = (head: string, content: Buffer) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n`),
      Buffer.from(random.chance(0.8) ? 'content-type: application/octet-stream\r\n\r\n' : '\r\n'),
      content,
      Buffer.from('\r\n'),
    ]);
  const name = random.chance(0.9) ? field : random.pick(['other', '', '__proto__', 'constructor']);
  const fileName = random.chance(0.7) ? random.pick(NAMES) : oddText(random).slice(0, 300);
  const file = () => part(`name="${name}"; filename="${fileName}"`, contents(random));
  const odd = random.chance(0.3);
  const parts = [
    ...fields.map(([key, value]) => part(`name="${key}"`, Buffer.from(value))),
    ...(odd ? [part(`name="${random.pick(['__proto__', 'surprise', field])}"`, Buffer.from(oddText(random)))] : []),
    ...(random.chance(0.95) ? [file()] : []),
    ...(odd && random.chance(0.3) ? [file()] : []),
    ...(odd && random.chance(0.3) ? [part('name="after"', Buffer.from('x'))] : []),
    ...(odd && random.chance(0.2) ? [Buffer.from(`--${boundary}\r\nnonsense\r\n\r\n`)] : []),
    Buffer.from(random.chance(0.9) ? `--${boundary}--\r\n` : ''),
  ];
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat(parts) };
}
