import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from './all.ts';

// PostgreSQL refuses text with these characters. A call that stores such text must refuse it first and name the field.
const NOT_STORABLE = [
  ['a NUL character', 'text with \0 inside'],
  ['half of a character', 'text with \udbb4 inside'],
] as const;

/** Fields whose text is never stored as it was sent, so NUL and lone surrogates need not be refused. */
const NEVER_STORED = [
  // Only a hash of a password is stored.
  /\.(password|currentPassword|newPassword)$/,
  // Codes and tokens are only compared with stored ones.
  /\.(code|verificationToken)$/,
  // The text of a file is not stored; its cells are cleaned when they are read.
  /^import(InvoiceLines|PurchaseOrderItems)\w*\.(text|base64)$/,
  /^(check|import)PackingList\.(text|base64)$/,
];

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
}

/** Creates a value of the schema in which every free text is `text`, and adds the paths of these texts to `paths`. */
function filledWith(text: string, schema: Schema, path: string, paths: string[]): unknown {
  const { type, properties, items, anyOf, oneOf } = schema;
  if (schema.enum ?? schema.const) return schema.enum?.[0] ?? schema.const;
  const choice = (anyOf ?? oneOf)?.find((one) => one.type !== 'null');
  if (choice) return filledWith(text, choice, path, paths);
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(properties ?? {}).map(([name, one]) => [name, filledWith(text, one, `${path}.${name}`, paths)]),
    );
  if (type === 'array') return [filledWith(text, items ?? {}, `${path}.0`, paths)];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return 1;
  paths.push(path);
  return text;
}

/** The text fields of all bodies that take this text. */
const fieldsThatTake = (text: string): string[] =>
  ENDPOINTS.flatMap((spec) => {
    if (!spec.body) return [];
    const paths: string[] = [];
    const schema = z.toJSONSchema(spec.body, { io: 'input', unrepresentable: 'any' }) as Schema;
    const body = filledWith(text, schema, spec.id, paths);
    const refused = spec.body.safeParse(body).error?.issues.map((one) => [spec.id, ...one.path].join('.')) ?? [];
    const isRefused = (path: string) =>
      refused.some((one) => one !== spec.id && (one === path || path.startsWith(`${one}.`)));
    return paths.filter((path) => !isRefused(path));
  });
const without = (paths: readonly string[], patterns: readonly RegExp[]) =>
  paths.filter((path) => !patterns.some((pattern) => pattern.test(path)));

describe.each(NOT_STORABLE)('a body with %s', (_, text) => {
  it('is refused for each field that may be stored', () =>
    expect(without(fieldsThatTake(text), NEVER_STORED)).toEqual([]));
});

/** Fields whose text may have several lines, or is not stored as it was sent. Every other field is a name or a code. */
const SEVERAL_LINES = [
  /\.(notes|bio|words|reason|closeWords|correctionReason|shippedDespite|matchReason|exclusionReason)$/,
  /\.(shipTo|address|fromAddress|bankAddress|bankingDetails|cartonMarks|marks)$/,
  // The description of a line or item, which documents write over several lines.
  /(InvoiceLines?|PurchaseOrderItem|\.(lines|items)\.0)(\.lines\.0)?\.name$/,
  // HTML, reports of failures, and pasted tables.
  /\.(message|stack)$/,
  /^sendEmailWithAttachments\.body$/,
  /^paste\w+\.text$/,
  // Compared with what is known, or without effect.
  /\.rate$/,
  /^undoPayPayment\./,
  /^remap(Product|Supplier)Import\.(fields\.0|values\.0\.(from|to)|sheet)$/,
  /\.codes\.0$/,
  // The state of a table, which only its screen reads.
  /^(create|patch)View\.state\./,
];

describe.each([
  ['a line break', 'two\nlines'],
  ['a tab', 'two\tcells'],
  ['a control character', 'a\u0007b'],
  ['a line separator', 'two\u2028lines'],
])('a body with %s', (_, text) => {
  it('is refused for each name, number and code', () =>
    expect(without(fieldsThatTake(text), [...NEVER_STORED, ...SEVERAL_LINES])).toEqual([]));
});
