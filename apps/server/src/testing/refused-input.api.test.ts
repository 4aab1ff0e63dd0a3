import { asSystem } from '../db/tx.ts';
import { runs } from '@quayside/domain/testing/runs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp, type TestPerson } from './app.ts';
import { aRowOfEach, paramsFor, type RowIds, sampleBody, sendRaw, SIGNED_IN, type Spec } from './calls.ts';

// What a refusal of wrong input says, for every call: fields that the call has, a message that explains something, and
// for filters the operators.

let t: TestApp;
let a: TestPerson;
let ids: RowIds;
beforeAll(async () => {
  t = await startTestApp();
  t.setTime('2026-10-15T10:00:00.000Z');
  a = await t.admin();
  await asSystem(t.deps, (tx) =>
    tx.updateTable('person').set({ is_system_admin: true }).where('id', '=', a.userId).execute(),
  );
  ids = await aRowOfEach(t, a);
});
afterAll(() => t.close());

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}
const schemaOf = (type: z.ZodType) =>
  z.toJSONSchema(type, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema;

/** Whether a value that fits the schema can have this path. */
function has(schema: Schema | undefined, path: readonly string[]): boolean {
  const [head, ...rest] = path;
  if (!schema) return false;
  if (head === undefined) return true;
  const { properties = {}, items, additionalProperties: others, anyOf = [], oneOf = [], allOf = [] } = schema;
  if ([...anyOf, ...oneOf, ...allOf].some((one) => has(one, path))) return true;
  if (Object.hasOwn(properties, head)) return has(properties[head], rest);
  if (/^\d+$/.test(head) && items) return has(items, rest);
  return typeof others === 'object' && has(others, rest);
}

/** The row of a text that the call reads as a table. */
const ROW_OF_TEXT = /^rows\.\d+\./;

/** Whether a call has a field of this name in its body, its address or its form, or reads it from a pasted text. */
const isFieldOf = (spec: Spec & { upload?: { field: string } }, field: string): boolean =>
  field === spec.upload?.field ||
  (ROW_OF_TEXT.test(field) && spec.body !== undefined && has(schemaOf(spec.body), ['text'])) ||
  [spec.body, spec.query, spec.params].some((type) => type !== undefined && has(schemaOf(type), field.split('.')));

const ODD: readonly unknown[] = ['-7.123', 'ZZZ', 0, 987_654_321, '2399-12-31', '01930000-0000-7000-8000-000000000000'];

/** `npm test` sends every fourth odd body, `npm run test:all` each of them. */
const EVERY = Math.ceil(4 / runs(4));

/** Copies of a body in each of which one value is odd. Each value takes two of the odd ones, in turn. */
function* oddBodies(body: unknown, turn = { at: 0 }): Generator {
  if (typeof body !== 'object' || body === null) {
    for (let n = 0; n < 2; n += 1) yield ODD[turn.at++ % ODD.length];
    return;
  }
  for (const [key, value] of Object.entries(body))
    for (const odd of oddBodies(value, turn))
      yield Array.isArray(body)
        ? body.map((one: unknown, at) => (String(at) === key ? odd : one))
        : { ...body, [key]: odd };
}

/** How many refusals these tests saw, and of how many they compared the message with its first error. */
let [refused, told] = [0, 0];

describe.each(SIGNED_IN.filter(({ body }) => body !== undefined).map((spec) => [spec.id, spec] as const))(
  'a refusal of %s',
  (_, spec) => {
    it('names only fields that the call has, and has the first sentence in its message', async () => {
      for (const [place, body] of [...oddBodies(sampleBody(spec))].entries()) {
        if (place % EVERY !== 0) continue;
        const answer = await sendRaw(t, spec, a.token, { params: paramsFor(spec, ids, a), body });
        if (answer.status !== 422) continue;
        refused += 1;
        const { code, message, errors = [] } = answer.json();
        const unknown = errors.filter((one) => one.code !== 'field.unknown' && !isFieldOf(spec, one.field));
        expect(unknown, JSON.stringify(body)).toEqual([]);
        if (code !== 'bad_input') continue;
        // What is wrong with the record and not with a field is told by the message alone.
        const [first] = errors;
        if (first === undefined) expect(message, JSON.stringify(body)).toMatch(/\S/);
        else {
          told += 1;
          expect(message, JSON.stringify(body)).toBe(first.message);
        }
      }
    });
  },
);

describe('the refusals of odd bodies', () => {
  it('are many: the tests above have something to compare', () => {
    expect(refused * EVERY).toBeGreaterThan(200);
    expect(told * EVERY).toBeGreaterThan(150);
  });
});

interface Parameter {
  readonly name: string;
  readonly schema: {
    readonly description: string;
    readonly examples: readonly string[];
    readonly contentSchema: {
      readonly items: { readonly oneOf: readonly { readonly properties: Readonly<Record<string, object>> }[] };
    };
  };
}
const FILTERED = SIGNED_IN.filter((spec) => 'filter' in ((spec.query as { shape?: object }).shape ?? {}));
const OPERATORS = ['in', 'notIn', 'contains', 'gte', 'lte', 'between', 'isEmpty', 'isNotEmpty'];

describe.each(FILTERED.map((spec) => [spec.id, spec] as const))('the filter of %s', (_, spec) => {
  const filtered = (filter: unknown) =>
    sendRaw(t, spec, a.token, { params: paramsFor(spec, ids, a), query: { filter: JSON.stringify(filter) } });

  it('is described with its fields, their operators and an example, and its errors name them', async () => {
    const document = (await t.app.inject('/api/v2/openapi.json')).json() as {
      paths: Record<string, Record<string, { parameters: readonly Parameter[] }>>;
    };
    const found = document.paths[spec.path]?.[spec.method.toLowerCase()]?.parameters.find(
      ({ name }) => name === 'filter',
    );
    for (const operator of OPERATORS) expect(found?.schema.description).toContain(`\`${operator}\``);
    const fields = found?.schema.contentSchema.items.oneOf.map(({ properties }) => properties) ?? [];
    const messageOf = async (filter: unknown) => {
      const answer = await filtered(filter);
      expect(answer.status).toBe(422);
      return answer.json().message;
    };
    // A history has nothing to filter by, and says so.
    if (fields.length === 0)
      return expect(await messageOf([{ field: 'surprise', op: 'in', values: ['x'] }])).not.toBe('');
    const [example = '[]'] = found?.schema.examples ?? [];
    const chips = JSON.parse(example) as { field: string; op: string }[];
    for (const { field, op } of chips)
      expect(fields).toContainEqual(
        expect.objectContaining({ field: { const: field }, op: { enum: expect.arrayContaining([op]) } }),
      );
    const field = chips[0]?.field ?? '';
    expect(await messageOf([{ field, op: 'like', values: ['x'] }])).toContain(OPERATORS.join(', '));
    expect(await messageOf([{ field: 'surprise', op: 'in', values: ['x'] }])).toContain(`It has ${field}`);
    for (const { field: { const: name } = {}, op: { enum: taken = [] } = {} } of fields as {
      field?: { const: string };
      op?: { enum: string[] };
    }[]) {
      const other = OPERATORS.find((op) => !taken.includes(op));
      if (other === undefined) continue;
      expect(await messageOf([{ field: name, op: other, values: ['x', 'y'] }])).toContain(taken.join(', '));
    }
  });
});
