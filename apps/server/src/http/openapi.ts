import { ENDPOINTS } from '@quayside/contracts/all';
import { type ErrorCode, ERRORS, errorBodySchema } from '@quayside/contracts/errors';
import { wordsOf } from '@quayside/contracts/texts/words';
import type { EndpointSpec } from '@quayside/contracts/endpoint';
import { CHANGED_HEADER } from '@quayside/contracts/live';
import { z } from 'zod';
import { API_ROOT } from './calls.ts';

type Json = Record<string, unknown>;
const AREA_TEXT: Record<string, string> = {
  accounts: 'Signing in, sessions, account settings',
  notifications: 'Notifications to members, and the live event stream',
  suppliers: 'Companies that sell goods and services to the account',
  products: 'The catalogue, its unit costs and its imports',
  costs: 'Assigned costs, and the explanation of unit costs',
  'cost-reports': 'Changes of costs: history, restatements, reconciliation, measures of existing orders',
  invoices: 'Supplier invoices, their lines, and how the cost of each line is allocated',
  undo: 'Undoing operations on many rows',
};

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Json;
  return rest;
};

function parameters(spec: EndpointSpec): Json[] {
  const path = schemaOf(spec.params, 'input');
  const query = schemaOf(spec.query, 'input');
  const required = new Set((query['required'] as string[] | undefined) ?? []);
  const list: Json[] = Object.entries((path['properties'] ?? {}) as Json).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema,
  }));
  for (const [name, schema] of Object.entries((query['properties'] ?? {}) as Json))
    list.push({ name, in: 'query', required: required.has(name), schema });
  if (spec.idempotent)
    list.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'A unique key per operation; a retry with the same key gets the first answer',
      schema: { type: 'string', maxLength: 200 },
    });
  if (spec.method === 'DELETE')
    list.push({
      name: 'If-Match',
      in: 'header',
      required: false,
      description: 'Version of the row; a stale version is refused with 409',
      schema: { type: 'string' },
    });
  return list;
}

function requestBody(spec: EndpointSpec): Json | undefined {
  if (spec.upload) {
    const properties = { [spec.upload.field]: { type: 'string', format: 'binary', description: spec.upload.kinds } };
    return {
      required: true,
      content: { 'multipart/form-data': { schema: { type: 'object', required: [spec.upload.field], properties } } },
    };
  }
  return spec.body
    ? { required: true, content: { 'application/json': { schema: schemaOf(spec.body, 'input') } } }
    : undefined;
}

function responses(spec: EndpointSpec): Json {
  const ok: Json = { description: spec.status === 204 ? 'Done' : 'Success' };
  if (spec.response && 'binary' in spec.response) ok['content'] = { [spec.response.binary]: {} };
  else if (spec.response)
    ok['content'] = { 'application/json': { schema: schemaOf(spec.response as z.ZodType, 'output') } };
  if (spec.method !== 'GET' && spec.access !== 'public') ok['headers'] = CHANGED;
  const byStatus = new Map<number, string[]>();
  for (const code of new Set(refusalsOf(spec))) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\`: ${wordsOf({ code })}`]);
  }
  const errors = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, texts]) => [
      String(status),
      {
        description: texts.join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]);
  return { [String(spec.status)]: ok, ...Object.fromEntries(errors) };
}

const CHANGED: Json = {
  [CHANGED_HEADER]: {
    description:
      'The topics that the call has changed, joined by commas, as in live messages. Absent without a change.',
    schema: { type: 'string' },
  },
};

/** The codes of all refusals of a call: its own ones, and those of every call of its kind. */
function refusalsOf(spec: EndpointSpec): ErrorCode[] {
  const isSignedIn = spec.access !== 'public';
  const hasInput = spec.upload !== undefined || spec.body !== undefined;
  return [
    ...(spec.errors ?? []),
    ...(spec.proof ? (['proof_required'] as const) : []),
    ...(spec.upload ? (['storage_full', 'storage_read_only'] as const) : []),
    ...(spec.idempotent ? (['conflict_key', 'conflict_running'] as const) : []),
    ...(hasInput ? (['too_large', 'wrong_file'] as const) : []),
    ...(isSignedIn ? OF_SIGNED_IN : []),
    ...(isSignedIn && spec.access !== 'self' && spec.access !== 'read' ? (['payment_required'] as const) : []),
    ...(spec.path.includes('{') ? (['not_found'] as const) : []),
    'malformed',
    'bad_input',
    'unavailable',
    'internal',
  ];
}
const OF_SIGNED_IN = [
  'not_signed_in',
  'session_ended',
  'second_factor_missing',
  'forbidden',
  'not_found',
  'conflict_account',
  'too_many',
] as const satisfies readonly ErrorCode[];

/** What a call says of itself beside its summary, and the other paths under which it is served. */
function describedAs({ description, aliases = [] }: EndpointSpec): { readonly description?: string } {
  const words = [description, ...aliases.map((path) => `Also served at \`${path}\`.`)].filter(Boolean).join(' ');
  return words === '' ? {} : { description: words };
}

/** Creates the OpenAPI 3.1 document, which contains only the calls that are mounted. */
export function openApi(mounted: ReadonlySet<string>, publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  const used = ENDPOINTS.filter((spec) => mounted.has(spec.id));
  for (const spec of used) {
    paths[spec.path] = {
      ...paths[spec.path],
      [spec.method.toLowerCase()]: {
        operationId: spec.id,
        tags: [spec.area],
        summary: spec.summary,
        ...describedAs(spec),
        security: spec.access === 'public' ? [] : [{ bearer: [] }],
        parameters: parameters(spec),
        ...(requestBody(spec) && { requestBody: requestBody(spec) }),
        responses: responses(spec),
        'x-access': spec.access,
        ...(spec.proof && { 'x-proof': spec.proof }),
        ...(spec.flags && { 'x-flags': spec.flags }),
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quayside',
      version: '2',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'Amounts are decimal strings with exactly the decimals of their currency. ' +
        'Days are yyyy-MM-dd, instants ISO 8601 with Z. Lists return a page envelope; `page` is zero-based. ' +
        'Rows have a `version`: send it back with a change, and a stale change is refused with 409.',
    },
    servers: [{ url: publicUrl + API_ROOT }],
    tags: [...new Set(used.map((s) => s.area))].map((name) => ({ name, description: AREA_TEXT[name] ?? name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: schemaOf(errorBodySchema, 'output') },
    },
  };
}
