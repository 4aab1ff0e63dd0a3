import { ENDPOINTS } from '@quayside/contracts/all';
import { type ErrorCode, ERRORS, errorBodySchema } from '@quayside/contracts/errors';
import { wordsOf } from '@quayside/contracts/texts/words';
import type { EndpointSpec } from '@quayside/contracts/endpoint';
import { z } from 'zod';
import { API_ROOT } from './mount.ts';

type Json = Record<string, unknown>;
const AREA_TEXT: Record<string, string> = {
  accounts: 'Signing in, sessions, account settings',
  notifications: 'What the members are told, and the live event stream',
  suppliers: 'Who sells goods and services to the account',
  products: 'The catalogue, its unit costs and its imports',
  costs: 'Assigned costs, and where each cent of a unit cost came from',
  'cost-reports': 'How costs moved: history, restatements, reconciliation, measures of existing orders',
  invoices: 'Supplier invoices, their lines and how each line is spread over units',
  undo: 'Taking operations on many rows back',
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
      description: 'One per intent; a repeat gets the first answer',
      schema: { type: 'string', maxLength: 200 },
    });
  if (spec.method === 'DELETE')
    list.push({
      name: 'If-Match',
      in: 'header',
      required: false,
      description: 'Version of the row; another one answers 409',
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
  const codes: ErrorCode[] = [
    ...(spec.errors ?? []),
    ...(spec.proof ? (['proof_required'] as const) : []),
    'bad_input',
    'internal',
    ...(spec.access === 'public'
      ? []
      : (['not_signed_in', 'session_ended', 'second_factor_missing', 'forbidden', 'not_found', 'too_many'] as const)),
  ];
  const byStatus = new Map<number, string[]>();
  for (const code of new Set(codes)) {
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

/** The OpenAPI 3.1 document of the mounted calls only. */
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
        ...(spec.description && { description: spec.description }),
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
        'Amounts are decimal strings with exactly the decimals of their currency. Days are yyyy-MM-dd, instants ISO 8601 with Z. Lists answer a page envelope; `page` is zero-based. Rows carry `version`: send it back to be told of a stale edit.',
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
